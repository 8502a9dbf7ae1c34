"""What `law` and `certify` print, as JSON documents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dartproof.laws.results import Delta, LawResults, Loss
from dartproof.laws.transcript import Transcript
from dartproof.numeric import format_rational

Document = dict[str, Any]


def law_document(found: LawResults, *, learner: str, stream: str, parameters: Mapping[str, object]) -> Document:
    """The document of `dartproof law --json`; rounds and experts count from 1."""
    document: Document = {
        "learner": learner,
        "stream": stream,
        "parameters": dict(parameters),
        "backend": found.backend,
        "certified": found.backend != "float",
        "view": found.view,
        "halting": [
            {"start": h.start + 1, "expert": h.expert + 1, "round": h.round + 1, "value": h.value.to_json()}
            for h in found.halting
        ],
        "marginals": [[share.to_json() for share in row] for row in found.marginals],
        "updates": [probability.to_json() for probability in found.updates],
        "expected_loss": found.expected_loss.to_json(),
        "expected_regret": found.expected_regret.to_json(),
    }
    if found.forward is not None and found.backward is not None:
        document["max_divergence"] = {
            "forward": found.forward.value.to_json(),
            "backward": found.backward.value.to_json(),
        }
        document["witness"] = {
            "forward": witness_path(found.forward),
            "backward": witness_path(found.backward),
        }
        document["delta"] = [
            {
                "ratio": format_rational(delta.ratio),
                "forward": delta.forward.value.to_json(),
                "backward": delta.backward.value.to_json(),
                **_brackets(delta),
            }
            for delta in found.deltas
        ]
    return document


def witness_path(loss: Loss) -> list[str]:
    """The outcome that attains a loss, one text a round."""
    if isinstance(loss.witness, Transcript):
        return list(loss.witness.path)
    return [str(pick + 1) for pick in loss.witness]


def _brackets(delta: Delta) -> Document:
    sides = {"forward_bracket": delta.forward.bracket, "backward_bracket": delta.backward.bracket}
    return {name: [end.to_json() for end in ends] for name, ends in sides.items() if ends is not None}
