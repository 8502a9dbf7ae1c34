"""Of `dartproof.report.certify_documents` and `law_tables.cut`: no digit that is left out changes a size."""

from dataclasses import replace
from fractions import Fraction

import pytest

from dartproof.accounting import ExactParameters
from dartproof.laws import certify_divergence
from dartproof.laws.claims import Claim
from dartproof.numeric import value_of_log
from dartproof.report.certify_documents import CertifyResult, certify_text
from dartproof.report.law_tables import cut

HALF = Fraction(1, 2)
CERTIFICATE = certify_divergence(
    ExactParameters(grid=1, keep=HALF, noise=HALF, clip=1, threshold=1, limit=1),
    ((1, 0), (0, 1), (0, 0)),
    round=1,
    row=(1, 0),
)


@pytest.mark.parametrize(
    ("decimal", "longest", "shown"),
    [
        ("0.1234567890123", 12, "0.1234567890…"),
        ("0.1234567890", 12, "0.1234567890"),
        ("1.800001580001104000817601e-6", 12, "1.800001580001104000817601e-6"),
        ("-1.234567890123456", 12, "-1.234567890…"),
        ("123456789.123", 5, "123456789.1…"),
        ("12345678901234567890", 12, "12345678901234567890"),
        ("inf", 2, "inf"),
        ("0", 12, "0"),
    ],
)
def test_digits_are_left_out_behind_the_point_only(decimal: str, longest: int, shown: str) -> None:
    assert cut(decimal, longest) == shown


@pytest.mark.parametrize("numerator", [1001, 1_000_001, 10**12 + 1])
def test_a_claim_of_any_size_is_shown_with_its_size(numerator: int) -> None:
    bound = Fraction(numerator, 10 ** (len(str(numerator)) - 1))
    certificate = replace(CERTIFICATE, claims=(Claim("sharp", bound, holds=True),))
    text = certify_text(CertifyResult.of_all_pairs(certificate, pairs=1), parameters={})
    shown = next(line for line in text.splitlines() if line.startswith("the sharp claim")).split()[3]
    size = float(shown.rstrip(":").rstrip("…"))
    assert size == pytest.approx(float(value_of_log(bound).decimal), rel=1e-6)
