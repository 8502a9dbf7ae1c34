"""What the generated pages are about, and the links between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from dartproof.evidence import Finding, Step
from dartproof.report.site_text import Linked, prose
from dartproof.statements import Erratum, Registry, Statement

Pages = dict[str, str]
"""The texts of pages and pictures by their paths, relative to the root of the documentation."""

Derive = Callable[[Statement], Sequence[Step]]
"""The steps of a statement's derivation."""

ORIGINS: Mapping[str, str] = {"paper": "", "project": " (of this project)", "elsewhere": " (stated elsewhere)"}
"""What follows the number of a statement or erratum, by its origin."""


@dataclass(frozen=True, slots=True)
class Content:
    """What the pages are about.

    Attributes:
        registry: the statements.
        errata: the errata.
        findings: what is known of the evidence of each statement and erratum, by id.
    """

    registry: Registry
    errata: Mapping[str, Erratum]
    findings: Mapping[str, Finding]

    def linker(self, folder: str) -> Linked:
        """For pages in a folder: where the page of a statement or erratum is."""

        def linked(name: str) -> str | None:
            place = "statements" if name in self.registry else "errata" if name in self.errata else None
            return None if place is None else f"{name}.md" if place == folder else f"../{place}/{name}.md"

        return linked


def listed(name: str, ids: Iterable[str], linked: Linked) -> str:
    """One line of a list: a name and the pages that it leads to."""
    return f"- {name}: {', '.join(prose(f'`{id_}`', linked) for id_ in ids) or 'none'}"


def code_links(modules: Iterable[str]) -> Iterator[str]:
    """Links from modules to where the reference documents them."""
    for module in modules:
        yield f"{{py:mod}}`{module}`"


def hidden_toctree(names: Iterable[str]) -> str:
    """A table of contents that orders pages and is not shown."""
    return "\n".join(["```{toctree}", ":hidden:", "", *names, "```"])
