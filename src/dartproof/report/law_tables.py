"""What `law` and `certify` print for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from rich.markup import escape
from rich.table import Table

from dartproof.laws.results import HockeyStick, LawResults, Loss
from dartproof.numeric import Value, format_rational, value_of
from dartproof.report.law_documents import witness_path

_LONGEST = 23  # characters of a decimal
_MOST_ROWS = 40
_LONGEST_EXACT = 60


def law_lines(found: LawResults, *, learner: str, stream: str, parameters: Mapping[str, object]) -> Iterator[str]:
    """The scalars of a law, a line each."""
    shown = ", ".join(f"{name} {_parameter(value)}" for name, value in parameters.items() if value is not None)
    backend = f"{found.backend}: not certified" if found.backend == "float" else found.backend
    rows = [
        ("learner", learner),
        ("stream", stream),
        ("parameters", shown),
        ("backend", backend),
        ("expected loss", value_text(found.expected_loss)),
        ("expected regret", value_text(found.expected_regret)),
    ]
    if found.forward is not None and found.backward is not None:
        seen = "augmented transcript" if found.view == "transcript" else "picks"
        rows += [
            ("view", seen),
            ("max-divergence", f"{value_text(found.forward.value)}, of the stream over its neighbour"),
            ("  attained by", _witness(found.forward)),
            ("", f"{value_text(found.backward.value)}, of the neighbour over the stream"),
            ("  attained by", _witness(found.backward)),
        ]
        for delta in found.deltas:
            rows += [
                (
                    f"delta({_ratio(delta.ratio)})",
                    f"{_stick(delta.forward)}, of the stream over its neighbour",
                ),
                ("", f"{_stick(delta.backward)}, of the neighbour over the stream"),
            ]
    width = max(len(name) for name, _ in rows)
    return (f"{name:{width}}  {text}".rstrip() for name, text in rows)


def marginals_table(found: LawResults, names: tuple[str, ...]) -> Table:
    """Q_t(i), a row a round; long streams are shown at their ends."""
    table = Table(title=escape("Pr[i_t = i]"), title_justify="left", box=None)
    table.add_column("round", justify="right")
    for name in names:
        table.add_column(name)
    for number in _shown(len(found.marginals)):
        if number is None:
            table.add_row("…", *["…"] * len(names))
        else:
            table.add_row(str(number + 1), *(short(value) for value in found.marginals[number]))
    return table


def updates_table(found: LawResults) -> Table:
    """The law of v_T, a row a number."""
    table = Table(title=escape("Pr[v_T = v]"), title_justify="left", box=None)
    table.add_column("v", justify="right")
    table.add_column("probability")
    for number in _shown(len(found.updates)):
        if number is None:
            table.add_row("…", "…")
        else:
            table.add_row(str(number), value_text(found.updates[number]))
    return table


def value_text(value: Value) -> str:
    """A number with its exact form, if that is short, and as many digits as are certain."""
    if value.exact is not None and len(value.exact) <= _LONGEST_EXACT and value.exact != value.decimal:
        return f"{cut(value.decimal)} = {value.exact}"
    return (
        cut(value.decimal)
        if value.radius is None or value.exact is not None
        else f"{cut(value.decimal)} ± {value.radius}"
    )


def cut(decimal: str, longest: int = _LONGEST) -> str:
    """Return a decimal with its last digits left out, if it is longer than `longest` characters, and an ellipsis.

    Nothing is left out before the point, nor of a decimal with an exponent.
    """
    point = decimal.find(".")
    kept = max(longest, point + 2)
    return decimal if len(decimal) <= kept or point < 0 or "e" in decimal else decimal[:kept] + "…"


def short(value: Value) -> str:
    """The first six significant digits."""
    return value.decimal if value.decimal in {"inf", "-inf"} else f"{float(value.decimal):.6g}"


def _stick(found: HockeyStick) -> str:
    if found.bracket is None or found.value.radius is not None:
        return value_text(found.value)
    low, high = (short(end) for end in found.bracket)
    return f"{short(found.value)}, between {low} and {high}"


def _ratio(ratio: Fraction) -> str:
    """A ratio as it was given, or its first digits if it is long."""
    text = format_rational(ratio)
    return text if len(text) <= _LONGEST else cut(value_of(ratio).decimal)


def _witness(loss: Loss) -> str:
    return ", ".join(witness_path(loss))


def _parameter(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _shown(count: int) -> Iterator[int | None]:
    """The rows to show: all, or the first and the last ones with a gap (None) between them."""
    if count <= _MOST_ROWS:
        yield from range(count)
        return
    yield from range(_MOST_ROWS // 2)
    yield None
    yield from range(count - _MOST_ROWS // 2, count)
