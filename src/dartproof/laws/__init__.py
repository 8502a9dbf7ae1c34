"""Exact laws of the learners on given losses, how far they are from those on a neighbour, and certificates of that.

Where to look:

- `learner_law` for everything about one stream at once, `process` and `forward` for its parts: learners as Markov
  processes on their checks, with exact numbers or balls; the float backend is in `floats`.
- `privacy_loss`, `hockey_stick_law`, `picks_loss` and `query_streams` for the distance of two neighbouring streams.
- `pairs` for the largest distance over all neighbours, `search` for a large one beyond exhaustive sizes, `tightness`
  for families that attain a bound; `certificate` for what anybody can check afterwards.
- `enumerate`, `summaries` and `divergence` for the same from a list of all transcripts, which is slow and simple.
- `lazy`, `rules` and `plays` for laws over any ring and any rule of when to check, which the proofs use.
"""

from dartproof.laws.certificate import CertificateReport, DivergenceCertificate, certificate_of, check
from dartproof.laws.certificate_files import read_certificate, write_certificate
from dartproof.laws.certify import certify_divergence, certify_largest
from dartproof.laws.claims import Claim, ClaimName, claim_bound
from dartproof.laws.computable import DelayedLearner
from dartproof.laws.divergence import Divergence, hockey_stick, max_divergence
from dartproof.laws.enumerate import transcript_count, transcript_law
from dartproof.laws.exact_learner import CompensatedLearner, SmallLossLearner, View, exact_learner
from dartproof.laws.forward import ProcessLaw, process_law
from dartproof.laws.hockey_stick_law import (
    HockeyStickBracket,
    LossBracket,
    LossLaw,
    pair_hockey_stick,
    pair_loss_bracket,
    pair_loss_law,
)
from dartproof.laws.learner_law import learner_law
from dartproof.laws.pairs import Largest, PairsEstimate, estimate_pairs, largest_divergence
from dartproof.laws.path import Instance, picks_probability, transcript_probability
from dartproof.laws.picks_loss import PicksDivergence, picks_divergence, picks_hockey_stick, process_picks_law
from dartproof.laws.privacy_loss import (
    PairDivergence,
    PairDivergences,
    pair_divergence,
    pair_divergences,
    process_divergence,
)
from dartproof.laws.process import (
    Course,
    Process,
    compensated_balls,
    compensated_process,
    small_loss_balls,
    small_loss_process,
)
from dartproof.laws.query_streams import QueryDivergence, query_divergence
from dartproof.laws.results import LawResults
from dartproof.laws.search import SearchResult, search_worst_pair
from dartproof.laws.summaries import expected_loss, marginals, picks_law, updates_law
from dartproof.laws.transcript import BELOW, KEEP, UNASKED, Transcript

__all__ = [
    "BELOW",
    "KEEP",
    "UNASKED",
    "CertificateReport",
    "Claim",
    "ClaimName",
    "CompensatedLearner",
    "Course",
    "DelayedLearner",
    "Divergence",
    "DivergenceCertificate",
    "HockeyStickBracket",
    "Instance",
    "Largest",
    "LawResults",
    "LossBracket",
    "LossLaw",
    "PairDivergence",
    "PairDivergences",
    "PairsEstimate",
    "PicksDivergence",
    "Process",
    "ProcessLaw",
    "QueryDivergence",
    "SearchResult",
    "SmallLossLearner",
    "Transcript",
    "View",
    "certificate_of",
    "certify_divergence",
    "certify_largest",
    "check",
    "claim_bound",
    "compensated_balls",
    "compensated_process",
    "estimate_pairs",
    "exact_learner",
    "expected_loss",
    "hockey_stick",
    "largest_divergence",
    "learner_law",
    "marginals",
    "max_divergence",
    "pair_divergence",
    "pair_divergences",
    "pair_hockey_stick",
    "pair_loss_bracket",
    "pair_loss_law",
    "picks_divergence",
    "picks_hockey_stick",
    "picks_law",
    "picks_probability",
    "process_divergence",
    "process_law",
    "process_picks_law",
    "query_divergence",
    "read_certificate",
    "search_worst_pair",
    "small_loss_balls",
    "small_loss_process",
    "transcript_count",
    "transcript_law",
    "transcript_probability",
    "updates_law",
    "write_certificate",
]
