"""Of `dartproof.laws.summaries`."""

from fractions import Fraction

import pytest

from dartproof.errors import InputError
from dartproof.laws import BELOW, KEEP, Transcript, expected_loss, marginals, picks_law, updates_law
from dartproof.numeric import LogField

FIELD = LogField(Fraction(1, 2))
LAW = {
    Transcript(0, (BELOW,)): FIELD.rational(Fraction(1, 2)),
    Transcript(0, (KEEP,)): FIELD.rational(Fraction(1, 4)),
    Transcript(0, (0,)): FIELD.rational(Fraction(1, 8)),
    Transcript(0, (1,)): FIELD.rational(Fraction(1, 8)),
}


def test_picks_gather_the_transcripts_that_look_alike():
    assert picks_law(LAW) == {(0, 0): Fraction(7, 8), (0, 1): Fraction(1, 8)}


def test_marginals_have_a_row_a_round():
    assert marginals(LAW, experts=2) == ((1, 0), (Fraction(7, 8), Fraction(1, 8)))


def test_updates_count_resamples_also_of_the_same_expert():
    assert updates_law(LAW, limit=3) == (Fraction(3, 4), Fraction(1, 4))


def test_expected_loss_is_in_units_of_loss():
    assert expected_loss(LAW, ((1, 0), (0, 2)), grid=2) == Fraction(1, 2) + Fraction(1, 8)


def test_marginals_refuse_too_few_experts():
    with pytest.raises(InputError, match="plays expert 2"):
        marginals(LAW, experts=1)


def test_updates_refuse_a_limit_that_a_transcript_exceeds():
    with pytest.raises(InputError, match="1 resamples"):
        updates_law(LAW, limit=0)


def test_expected_loss_refuses_another_number_of_rounds():
    with pytest.raises(InputError, match="2 rounds"):
        expected_loss(LAW, ((1, 0),), grid=1)


def test_an_empty_law_is_refused():
    with pytest.raises(InputError, match="empty"):
        marginals({}, experts=1)
