"""Turns the plain texts of the registry into Markdown for the documentation."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|$~^])")
_BAR = re.compile(r"(?<!\\)\|")
_ESCAPED_BAR = r"\\|"
_CODE = re.compile(r"(`[^`]+`)")
_DISPLAYED = re.compile(r"^(?P<before>[^\n]*?)\$\$(?P<formula>.+?)\$\$[ ]*\n?", re.MULTILINE | re.DOTALL)
_MARGIN = re.compile(r"[ ]*(?:(?:\d+\.|[-*])[ ]+)?")

Linked = Callable[[str], str | None]
"""For a name in backticks, the page it is about, relative to the page that is written; None for none."""


def plain(text: str) -> str:
    """A plain text as Markdown that shows it letter by letter, on one line."""
    return _escaped(" ".join(text.split()))


def prose(text: str, linked: Linked) -> str:
    """A plain text in which backticks mark names, as Markdown on one line; known names become links."""
    parts = _CODE.split(" ".join(text.split()))
    return "".join(_named(part, linked) if part.startswith("`") and len(part) > 2 else _escaped(part) for part in parts)


def markdown(text: str, linked: Linked) -> str:
    """A text that is Markdown already: known names in backticks become links, displayed formulas paragraphs."""
    return _DISPLAYED.sub(_displayed, _CODE.sub(lambda match: _named(match[0], linked), text))


def code(text: str) -> str:
    """A text as a code span, whatever it contains."""
    flat = " ".join(text.split())
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", flat)), default=0))
    return f"{fence} {flat} {fence}" if "`" in flat else f"{fence}{flat}{fence}"


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of cells that are Markdown on one line."""
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join(f"| {' | '.join(_BAR.sub(_ESCAPED_BAR, cell) for cell in line)} |" for line in lines)


def block(text: str, language: str = "text") -> str:
    """A text as a block of code."""
    return f"```{language}\n{text.rstrip()}\n```"


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)


def _displayed(match: re.Match[str]) -> str:
    before, formula = match["before"].rstrip(), " ".join(match["formula"].split())
    found = _MARGIN.match(match["before"])
    margin = " " * (len(found[0]) if found else 0)  # inside an item of a list, its indentation
    lines = [*([before] if before else []), "", f"{margin}$$", f"{margin}{formula}", f"{margin}$$", ""]
    return "\n".join(lines) + "\n"


def _named(span: str, linked: Linked) -> str:
    page = linked(span.strip("`"))
    return span if page is None else f"[{span}]({page})"
