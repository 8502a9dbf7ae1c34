"""Of `dartproof.laws.certificate` and `certify`: certificates are checked, and every kind of tampering is noticed."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from dartproof.accounting import ExactParameters
from dartproof.errors import InputError
from dartproof.laws import (
    BELOW,
    DivergenceCertificate,
    Instance,
    Transcript,
    certify_divergence,
    check,
    claim_bound,
    transcript_probability,
)
from dartproof.numeric import LogField, Real

NINE_TENTHS = Fraction(9, 10)
B = Instance(
    ((1, 1), (0, 1), (1, 0), (0, 0)),
    ExactParameters(grid=1, keep=NINE_TENTHS, noise=NINE_TENTHS, clip=1, threshold=1, limit=2),
)
CERTIFICATE = certify_divergence(B, round=1, row=(1, 0))
PICKS = certify_divergence(B, round=1, row=(1, 0), view="picks")


def test_it_certifies_the_known_divergence():
    field = LogField(NINE_TENTHS)
    ratio = field.polynomial(CERTIFICATE.above) / field.polynomial(CERTIFICATE.below)
    assert Real.of(ratio).log().decimal(21) == "0.939787246507687651503"


@pytest.mark.parametrize("certificate", [CERTIFICATE, PICKS])
def test_a_true_certificate_is_accepted(certificate):
    report = check(certificate)
    assert report.accepted, report.problems


def test_the_conclusion_claims_a_lower_bound_and_no_more():
    conclusion = check(CERTIFICATE).conclusion
    assert "for no epsilon < 0.93978724650768765150" in conclusion
    assert "This is a lower bound." in conclusion
    assert "is not refuted by this witness" in conclusion


@pytest.mark.parametrize("certificate", [CERTIFICATE, PICKS])
def test_a_certificate_survives_json(certificate):
    assert DivergenceCertificate.from_json(json.loads(json.dumps(certificate.to_json()))) == certificate


def test_json_counts_rounds_and_experts_from_one():
    data = CERTIFICATE.to_json()
    assert (data["round"], data["witness"]) == (2, ["2", "⊥", "⊤ resample 1", "⊤ resample 1"])


TAMPERED = {
    "above": replace(CERTIFICATE, above=(CERTIFICATE.above[0] * (1 + Fraction(1, 10**60)),)),
    "below": replace(CERTIFICATE, below=(CERTIFICATE.below[0], Fraction(1, 10**60))),
    "above and below by one factor": replace(
        CERTIFICATE, above=(2 * CERTIFICATE.above[0],), below=(2 * CERTIFICATE.below[0],)
    ),
    "witness": replace(CERTIFICATE, witness=Transcript(1, (BELOW, 0, 1))),
    "witness of another length": replace(CERTIFICATE, witness=Transcript(1, (BELOW, 0))),
    "witness of another view": replace(CERTIFICATE, witness=(1, 1, 0, 0)),
    "losses": replace(CERTIFICATE, losses=((1, 0), *B.losses[1:])),
    "losses off the grid": replace(CERTIFICATE, losses=((2, 0), *B.losses[1:])),
    "round": replace(CERTIFICATE, round=2),
    "no such round": replace(CERTIFICATE, round=4),
    "row": replace(CERTIFICATE, row=(1, 1)),
    "row of another length": replace(CERTIFICATE, row=(1, 1, 0)),
    "keep": replace(CERTIFICATE, parameters=replace(B.parameters, keep=Fraction(8, 10))),
    "noise": replace(CERTIFICATE, parameters=replace(B.parameters, noise=Fraction(8, 10))),
    "clip": replace(CERTIFICATE, parameters=replace(B.parameters, clip=2)),
    "threshold": replace(CERTIFICATE, parameters=replace(B.parameters, threshold=2)),
    "limit": replace(CERTIFICATE, parameters=replace(B.parameters, limit=3)),
    "noise multiples": replace(CERTIFICATE, noise_multiples=(1, 1), claim="sharp"),
    "noise shape": replace(CERTIFICATE, noise_shape="exponential", claim="sharp"),
    "view": replace(CERTIFICATE, view="picks"),
    "claim": replace(CERTIFICATE, claim="sharp"),
    "bound": replace(CERTIFICATE, bound=CERTIFICATE.bound + Fraction(1, 10**60)),
    "holds": replace(CERTIFICATE, holds=False),
    "picks, above": replace(PICKS, above=(PICKS.above[0] / 2,)),
    "picks, witness": replace(PICKS, witness=(1, 1, 0, 1)),
    "picks, too few": replace(PICKS, witness=(1, 1, 0)),
}


@pytest.mark.parametrize("change", TAMPERED)
def test_a_tampered_certificate_is_rejected(change):
    report = check(TAMPERED[change])
    assert not report.accepted
    assert report.conclusion == ""


def test_a_witness_impossible_on_the_stream_proves_nothing():
    certificate = replace(PICKS, witness=(0, 1, 0, 1), above=(), below=())  # three changes under a limit of two
    assert check(certificate).problems == ("the witness is impossible on the stream, so it proves nothing",)


def test_a_smaller_true_ratio_is_a_valid_lower_bound_too():
    run = Transcript(1, (BELOW, 0, 1))
    neighbour = replace(B, losses=CERTIFICATE.neighbour)
    certificate = replace(
        CERTIFICATE,
        witness=run,
        above=transcript_probability(B, run).coefficients,
        below=transcript_probability(neighbour, run).coefficients,
    )
    assert check(certificate).accepted


def test_the_bounds_of_the_claims_by_hand():
    # paper: y^-4 * max(x^-1, 2) * x^-4; sharp: max(y^-2 x^-1, y^-1 * 2) * x^-4, with x = y = 9/10.
    inverse = 1 / NINE_TENTHS
    assert claim_bound("paper", B.parameters) == 2 * inverse**8 == B.parameters.claim_ratio()
    assert claim_bound("sharp", B.parameters) == 2 * inverse**5


def test_the_papers_claim_is_refused_for_other_noises():
    with pytest.raises(InputError, match="multiples 2,1"):
        claim_bound("paper", B.parameters, noise_multiples=(1, 1))


def test_a_row_that_changes_nothing_makes_no_certificate():
    with pytest.raises(InputError, match="equal the stream's"):
        certify_divergence(B, round=1, row=(0, 1))


@pytest.mark.parametrize("round_index", [-1, 4])
def test_a_round_beyond_the_stream_makes_no_certificate(round_index):
    with pytest.raises(InputError, match="not one of the 4 rounds"):
        certify_divergence(B, round=round_index, row=(0, 0))


def broken(**changes):
    data = json.loads(json.dumps(CERTIFICATE.to_json()))
    for key, value in changes.items():
        inner, _, name = key.rpartition("__")
        target = data[inner] if inner else data
        if value is None:
            del target[name]
        else:
            target[name] = value
    return data


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"losses": None}, "the key 'losses' is missing"),
        ({"certificate": "other"}, "the format is 'other'"),
        ({"losses": [[1, True]]}, "'losses, row 1'"),
        ({"losses": 3}, "'losses' is 3"),
        ({"round": 1.0}, "'round' is 1.0"),
        ({"above": [1]}, "'above'"),
        ({"view": "outside"}, "'view' is 'outside'"),
        ({"parameters": []}, "'parameters'"),
        ({"parameters__keep": "3/2"}, "keep = 3/2"),
        ({"parameters__noise_multiples": [1]}, "two integers"),
        ({"claim__holds": "yes"}, "'holds' is 'yes'"),
        ({"witness": ["1", "?"]}, "round 2"),
    ],
)
def test_json_of_another_form_is_refused_naming_the_key(changes, words):
    with pytest.raises(InputError, match=words):
        DivergenceCertificate.from_json(broken(**changes))


def test_the_sharp_bound_is_almost_attained_in_eighty_rounds():
    # Rounds t != 40 have losses (1,0,0); round 40 has (0,1,1) in S and (1,0,0) in S'. Expert 1 is held; an instance
    # launched in round 40 has queries that differ by 1, all of them; its check in round 77 keeps the expert, which is
    # e^eta as likely in S; the resamples come last, where P_t(1) is so small that P_t(1)/P'_t(1) is almost e^(2 eta).
    parameters = ExactParameters(grid=1, keep=Fraction(3, 4), noise=Fraction(1, 2), clip=5, threshold=0, limit=3)
    plain = tuple((1, 0, 0) for _ in range(80))
    losses = (*plain[:39], (0, 1, 1), *plain[40:])
    kept, resampled = "⊤ keep", "⊤ resample 1"
    witness = Transcript.parse(["1", *["⊥"] * 38, kept, *["⊥"] * 36, kept, *[resampled] * 3])
    first, second = (transcript_probability(Instance(stream, parameters), witness) for stream in (losses, plain))
    certificate = DivergenceCertificate(
        losses=losses,
        round=39,
        row=(1, 0, 0),
        parameters=parameters,
        witness=witness,
        above=first.coefficients,
        below=second.coefficients,
        claim="sharp",
        bound=claim_bound("sharp", parameters),
        holds=True,
    )
    report = check(certificate)
    assert report.accepted, report.problems
    assert Real.of(first / second).log().decimal(11) == "3.4000688681"
    assert Real.of(certificate.bound).log().decimal(5, "up") == "3.4001"
    assert Real.of(claim_bound("paper", parameters)).log().decimal(4) == "4.786"
