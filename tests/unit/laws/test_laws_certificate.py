"""Of `dartproof.laws.certificate` and `certify`: certificates are checked, and every kind of tampering is noticed."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from dartproof.accounting import CompensatedParameters, ExactParameters
from dartproof.errors import InputError
from dartproof.laws import (
    BELOW,
    DivergenceCertificate,
    Transcript,
    certify_divergence,
    check,
    claim_bound,
    max_divergence,
    transcript_law,
)
from dartproof.laws.certificate import certificate_of
from dartproof.laws.certify import certify_largest
from dartproof.laws.claims import Claim
from dartproof.laws.exact_learner import SmallLossLearner
from dartproof.laws.pairs import largest_divergence
from dartproof.numeric import LogField, Real

NINE_TENTHS, TINY = Fraction(9, 10), Fraction(1, 10**60)
B = ExactParameters(grid=1, keep=NINE_TENTHS, noise=NINE_TENTHS, clip=1, threshold=1, limit=2)
LOSSES = ((1, 1), (0, 1), (1, 0), (0, 0))
LEARNER = SmallLossLearner(B)
COMPENSATED = CompensatedParameters(grid=1, keep=NINE_TENTHS, noise=NINE_TENTHS, clip_steps=1, threshold=3, limit=1)

CERTIFICATE = certify_divergence(B, LOSSES, round=1, row=(1, 0))
PICKS = certify_divergence(B, LOSSES, round=1, row=(1, 0), view="picks")
OTHER = certify_divergence(COMPENSATED, LOSSES, round=1, row=(1, 0))
ALL = {"transcript": CERTIFICATE, "picks": PICKS, "compensated": OTHER}


def ratio(certificate):
    field = LogField(certificate.learner.parameters.noise)
    return field.polynomial(certificate.above) / field.polynomial(certificate.below)


def test_it_certifies_the_known_divergence():
    assert Real.of(ratio(CERTIFICATE)).log().decimal(21) == "0.939787246507687651503"


@pytest.mark.parametrize("name", ALL)
def test_a_true_certificate_is_accepted(name):
    report = check(ALL[name])
    assert report.accepted, report.problems


@pytest.mark.parametrize("name", ALL)
def test_the_logarithm_lies_between_ends_that_are_10_to_the_minus_30_apart(name):
    lower, upper = ALL[name].log_ratio
    assert lower < Real.of(ratio(ALL[name])).log() < upper
    assert upper - lower == Fraction(1, 10**30)


def test_a_transcript_is_certified_with_its_largest_ratio():
    neighbour = (LOSSES[0], (1, 0), *LOSSES[2:])
    largest = max_divergence(transcript_law(LOSSES, B), transcript_law(neighbour, B))
    assert ratio(CERTIFICATE) == largest.ratio


def test_the_conclusion_claims_a_lower_bound_and_no_more():
    conclusion = check(CERTIFICATE).conclusion
    assert "Algorithm 1, seen through its augmented transcript" in conclusion
    assert "for no epsilon < 0.93978724650768765150:" in conclusion
    assert "This is a lower bound." in conclusion
    assert "The claim 'paper' (e^epsilon = 200000000/43046721) is not refuted by this witness." in conclusion
    assert "The claim 'sharp' (e^epsilon = 200000/59049) is not refuted by this witness." in conclusion


def test_the_conclusion_says_which_learner_and_what_is_seen():
    assert "Algorithm 1, seen through its picks" in check(PICKS).conclusion
    assert "the compensated learner, seen through its augmented transcript" in check(OTHER).conclusion


def test_of_all_pairs_too_the_conclusion_is_a_lower_bound_and_no_more():
    largest = certify_largest(largest_divergence(B, 4, 2))
    assert (largest.found, CERTIFICATE.found) == ("all pairs", "given pair")
    given = certify_divergence(B, largest.losses, round=largest.round, row=largest.row)
    assert check(largest).conclusion == check(given).conclusion


def test_a_refuted_claim_is_called_refuted():
    # One part in 10^60 below the ratio, the claim would be refuted; here by a planted bound.
    claim = Claim("sharp", ratio(CERTIFICATE).as_fraction() - TINY, holds=False)
    report = check(replace(CERTIFICATE, claims=(CERTIFICATE.claims[0], claim)))
    assert report.problems == (
        "the claims are not those about this learner, or their bounds or whether they hold are not as stated",
    )


def test_a_control_loses_more_than_the_learner_may_and_refutes_no_claim():
    # With xi of both signs: a check that resamples in round 2, with loss 1 against loss 0.
    own = replace(COMPENSATED, threshold=40, keep=Fraction(99, 100), noise=Fraction(1, 4))
    control = replace(own, noise_shape="laplace")
    certificate = certify_divergence(control, ((1, 1), (0, 0)), round=0, row=(0, 0))
    assert ratio(certificate) > own.claim_ratio()
    assert certificate.claims == ()
    conclusion = check(certificate).conclusion
    assert (
        "a control of the compensated learner (with noise_shape = laplace instead of exponential), seen" in conclusion
    )
    assert conclusion.endswith("This is a lower bound. No claim is made for this control.")
    assert "refuted" not in conclusion


def test_a_floor_of_its_own_makes_a_control_too():
    certificate = certify_divergence(replace(COMPENSATED, floor=Fraction(1, 3)), LOSSES, round=1, row=(1, 0))
    assert certificate.claims == ()
    named = "a control of the compensated learner (with floor = 1/3 instead of the learner's own), seen"
    assert named in check(certificate).conclusion
    both = replace(COMPENSATED, floor=Fraction(0), noise_shape="laplace")
    conclusion = check(certify_divergence(both, LOSSES, round=1, row=(1, 0))).conclusion
    assert (
        "(with noise_shape = laplace instead of exponential and floor = 0 instead of the learner's own)" in conclusion
    )


def test_the_learner_itself_is_no_control_whatever_its_noise_multiples():
    certificate = certify_divergence(replace(COMPENSATED, noise_multiples=(2, 1)), LOSSES, round=1, row=(1, 0))
    assert [claim.name for claim in certificate.claims] == ["compensated"]
    assert "At these parameters the compensated learner, seen" in check(certificate).conclusion


def test_a_certificate_of_a_control_that_states_the_learners_claim_is_rejected():
    control = certify_divergence(replace(COMPENSATED, noise_shape="laplace"), LOSSES, round=1, row=(1, 0))
    assert check(control).accepted
    assert not check(replace(control, claims=OTHER.claims)).accepted


def test_other_noises_of_algorithm_1_are_named():
    noises = {"noise_multiples": (1, 1), "noise_shape": "exponential"}
    conclusion = check(certify_divergence(B, LOSSES, round=1, row=(1, 0), **noises)).conclusion
    assert (
        "Algorithm 1 (with noise_multiples = 1,1 instead of 2,1 and noise_shape = exponential instead of laplace), seen"
        in conclusion
    )


def test_an_infinite_divergence_has_no_logarithm():
    # Without a floor a check without pending loss never resamples.
    certificate = certify_divergence(replace(COMPENSATED, floor=Fraction(0)), ((1, 1), (0, 0)), round=0, row=(0, 0))
    assert (certificate.below, certificate.log_ratio) == ((), None)
    assert "for no epsilon < inf" in check(certificate).conclusion
    assert DivergenceCertificate.from_json(certificate.to_json()) == certificate


@pytest.mark.parametrize("name", ALL)
def test_a_certificate_survives_json(name):
    assert DivergenceCertificate.from_json(json.loads(json.dumps(ALL[name].to_json()))) == ALL[name]


def test_json_counts_rounds_and_experts_from_one():
    data = CERTIFICATE.to_json()
    assert (data["round"], data["witness"]) == (2, ["2", "⊥", "⊤ resample 1", "⊤ resample 1"])


def learned(**changes):
    return replace(CERTIFICATE, learner=SmallLossLearner(replace(B, **changes)))


TAMPERED = {
    "above": replace(CERTIFICATE, above=(CERTIFICATE.above[0] * (1 + TINY),)),
    "below": replace(CERTIFICATE, below=(CERTIFICATE.below[0], TINY)),
    "above and below by one factor": replace(
        CERTIFICATE, above=(2 * CERTIFICATE.above[0],), below=(2 * CERTIFICATE.below[0],)
    ),
    "lower end": replace(CERTIFICATE, log_ratio=(CERTIFICATE.log_ratio[0] + TINY, CERTIFICATE.log_ratio[1])),
    "upper end": replace(CERTIFICATE, log_ratio=(CERTIFICATE.log_ratio[0], CERTIFICATE.log_ratio[1] + TINY)),
    "no ends": replace(CERTIFICATE, log_ratio=None),
    "witness": replace(CERTIFICATE, witness=Transcript(1, (BELOW, 0, 1))),
    "witness of another length": replace(CERTIFICATE, witness=Transcript(1, (BELOW, 0))),
    "witness of another view": replace(CERTIFICATE, witness=(1, 1, 0, 0)),
    "losses": replace(CERTIFICATE, losses=((1, 0), *LOSSES[1:])),
    "losses off the grid": replace(CERTIFICATE, losses=((2, 0), *LOSSES[1:])),
    "round": replace(CERTIFICATE, round=2),
    "no such round": replace(CERTIFICATE, round=4),
    "row": replace(CERTIFICATE, row=(1, 1)),
    "row of another length": replace(CERTIFICATE, row=(1, 1, 0)),
    "row of the stream itself": replace(CERTIFICATE, row=LOSSES[1]),
    "grid": learned(grid=2),
    "keep": learned(keep=Fraction(8, 10)),
    "noise": learned(noise=Fraction(8, 10)),
    "clip": learned(clip=2),
    "threshold": learned(threshold=2),
    "limit": learned(limit=3),
    "noise multiples": replace(CERTIFICATE, learner=SmallLossLearner(B, (1, 1))),
    "noise shape": replace(CERTIFICATE, learner=SmallLossLearner(B, (2, 1), "exponential")),
    "learner": replace(CERTIFICATE, learner=OTHER.learner),
    "view": replace(CERTIFICATE, view="picks"),
    "no claims": replace(CERTIFICATE, claims=()),
    "claims of another learner": replace(CERTIFICATE, claims=OTHER.claims),
    "bound": replace(CERTIFICATE, claims=(replace(CERTIFICATE.claims[0], bound=5), CERTIFICATE.claims[1])),
    "holds": replace(CERTIFICATE, claims=(CERTIFICATE.claims[0], replace(CERTIFICATE.claims[1], holds=False))),
    "picks, above": replace(PICKS, above=(PICKS.above[0] / 2,)),
    "picks, witness": replace(PICKS, witness=(1, 1, 0, 1)),
    "picks, too few": replace(PICKS, witness=(1, 1, 0)),
}


@pytest.mark.parametrize("change", TAMPERED)
def test_a_tampered_certificate_is_rejected(change):
    report = check(TAMPERED[change])
    assert not report.accepted
    assert report.conclusion == ""


def test_how_a_pair_was_found_is_a_note_on_which_nothing_rests():
    assert check(replace(CERTIFICATE, found="search")) == check(CERTIFICATE)


def test_a_witness_impossible_on_the_stream_proves_nothing():
    certificate = replace(PICKS, witness=(0, 1, 0, 1), above=(), below=())  # three changes under a limit of two
    assert check(certificate).problems == ("the witness is impossible on the stream, so it proves nothing",)


def test_a_smaller_true_ratio_is_a_valid_lower_bound_too():
    certificate = certificate_of(LEARNER, LOSSES, round=1, row=(1, 0), witness=Transcript(1, (BELOW, 0, 1)))
    assert check(certificate).accepted
    assert ratio(certificate) < ratio(CERTIFICATE)


def test_the_bounds_of_the_claims_by_hand():
    # paper: y^-4 * max(x^-1, 2) * x^-4; sharp: max(y^-2 x^-1, y^-1 * 2) * x^-4, with x = y = 9/10.
    inverse = 1 / NINE_TENTHS
    assert claim_bound("paper", B) == 2 * inverse**8 == B.claim_ratio()
    assert claim_bound("sharp", B) == 2 * inverse**5


def test_the_papers_claim_is_about_its_own_noises_only():
    with pytest.raises(InputError, match="multiples 2,1"):
        claim_bound("paper", B, noise_multiples=(1, 1))
    certificate = certify_divergence(B, LOSSES, round=1, row=(1, 0), noise_multiples=(1, 1))
    assert [claim.name for claim in certificate.claims] == ["sharp"]


def test_a_row_that_changes_nothing_makes_no_certificate():
    with pytest.raises(InputError, match="equal the stream's"):
        certify_divergence(B, LOSSES, round=1, row=(0, 1))


@pytest.mark.parametrize("round_index", [-1, 4])
def test_a_round_beyond_the_stream_makes_no_certificate(round_index):
    with pytest.raises(InputError, match="not one of the 4 rounds"):
        certify_divergence(B, LOSSES, round=round_index, row=(0, 0))


def test_a_difference_in_the_last_round_is_certified_to_show_nothing():
    certificate = certify_divergence(B, LOSSES, round=3, row=(1, 1))
    assert certificate.log_ratio == (0, 0)
    assert "for no epsilon < 0:" in check(certificate).conclusion


def broken(certificate, changes):
    data = json.loads(json.dumps(certificate.to_json()))
    for key, value in changes.items():
        inner, _, name = key.rpartition("__")
        target = data[inner] if inner else data
        if value is ...:
            del target[name]
        else:
            target[name] = value
    return data


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"losses": ...}, "the key 'losses' is missing"),
        ({"remark": "checked"}, "certificate: the key 'remark' is unknown; expected certificate, learner"),
        ({"parameters__clip_steps": 1}, "certificate, parameters: the key 'clip_steps' is unknown; expected grid"),
        ({"log_ratio__nearest": "1"}, "certificate, log_ratio: the key 'nearest' is unknown; expected lower, upper"),
        (
            {"claims__paper": {"bound": "2", "holds": True, "by": "all"}},
            "certificate, claims, paper: the key 'by' is unknown; expected bound, holds",
        ),
        ({"certificate": "divergence-certificate-1"}, "the format is 'divergence-certificate-1'"),
        ({"losses": [[1, True]]}, "'losses, row 1'"),
        ({"losses": 3}, "'losses' is 3"),
        ({"round": 1.0}, "'round' is 1.0"),
        ({"above": [1]}, "'above'"),
        ({"view": "outside"}, "'view' is 'outside'"),
        ({"found": "by luck"}, "'found' is 'by luck'"),
        ({"learner": "lazy"}, "'learner' is 'lazy'"),
        ({"parameters": []}, "'parameters'"),
        ({"parameters__keep": "3/2"}, "keep = 3/2"),
        ({"parameters__noise_multiples": [1]}, "two integers"),
        ({"log_ratio__upper": 1}, "'upper' is 1"),
        ({"log_ratio": ...}, "the key 'log_ratio' is missing"),
        ({"claims__sharp": True}, "'sharp' is True"),
        ({"claims__other": {}}, "'other' is none of paper, sharp, compensated"),
        ({"claims__paper": {"bound": "2", "holds": "yes"}}, "'holds' is 'yes'"),
        ({"witness": ["1", "?"]}, "round 2"),
    ],
)
def test_json_of_another_form_is_refused_naming_the_key(changes, words):
    with pytest.raises(InputError, match=words):
        DivergenceCertificate.from_json(broken(CERTIFICATE, changes))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"parameters__clip_steps": ...}, "'clip_steps' is missing"),
        ({"parameters__floor": 1}, "'floor' is 1"),
        ({"parameters__clip": 1}, "the key 'clip' is unknown"),
    ],
)
def test_json_of_the_compensated_learner_is_read_as_strictly(changes, words):
    with pytest.raises(InputError, match=words):
        DivergenceCertificate.from_json(broken(OTHER, changes))


def test_a_floor_survives_json():
    certificate = certify_divergence(replace(COMPENSATED, floor=Fraction(1, 3)), LOSSES, round=1, row=(1, 0))
    assert DivergenceCertificate.from_json(certificate.to_json()) == certificate


def test_the_sharp_bound_is_almost_attained_in_eighty_rounds():
    # Rounds t != 40 have losses (1,0,0); round 40 has (0,1,1) in S and (1,0,0) in S'. Expert 1 is held; an instance
    # launched in round 40 has queries that differ by 1, all of them; its check in round 77 keeps the expert, which is
    # e^eta as likely in S; the resamples come last, where P_t(1) is so small that P_t(1)/P'_t(1) is almost e^(2 eta).
    parameters = ExactParameters(grid=1, keep=Fraction(3, 4), noise=Fraction(1, 2), clip=5, threshold=0, limit=3)
    plain = tuple((1, 0, 0) for _ in range(80))
    losses = (*plain[:39], (0, 1, 1), *plain[40:])
    kept, resampled = "⊤ keep", "⊤ resample 1"
    witness = Transcript.parse(["1", *["⊥"] * 38, kept, *["⊥"] * 36, kept, *[resampled] * 3])
    certificate = certificate_of(SmallLossLearner(parameters), losses, round=39, row=(1, 0, 0), witness=witness)
    report = check(certificate)
    assert report.accepted, report.problems
    assert Real.of(ratio(certificate)).log().decimal(11) == "3.4000688681"
    paper, sharp = certificate.claims
    assert paper.holds
    assert sharp.holds
    assert Real.of(sharp.bound).log().decimal(5, "up") == "3.4001"
    assert Real.of(paper.bound).log().decimal(4) == "4.786"
