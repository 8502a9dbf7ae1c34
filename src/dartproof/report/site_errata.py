"""The generated pages of the errata."""

from __future__ import annotations

from dartproof.report.site_content import ORIGINS, Content, Pages, code_links, hidden_toctree, listed
from dartproof.report.site_text import code, markdown, plain, table

_FAULTS = {
    "error": "What the text says is false.",
    "gap": "The text leaves something out.",
    "remark": "The text is not wrong, but a reading that it suggests is.",
}
_INTRODUCTION = """
What the paper says that is false, or leaves out, and the same of earlier statements of this project. Each entry has a
check: what the text says must fail first at the instance that is given, and what is said instead must hold on the whole
family; so must a harmless variation, which shows that the check tells them apart. *refuted* means that all this came
out.
"""


def erratum_pages(content: Content) -> Pages:
    """The index of the errata, and a page for each."""
    rows = (
        [
            f"[`{erratum.id}`]({erratum.id}.md)",
            plain(erratum.number),
            erratum.fault,
            content.findings[erratum.id].status,
            plain(erratum.title),
        ]
        for erratum in content.errata.values()
    )
    heading = ("erratum", "where", "kind", "status", "in short")
    index = ["# Errata", _INTRODUCTION.strip(), table(heading, rows), hidden_toctree(content.errata)]
    pages = {"errata/index.md": "\n\n".join(index) + "\n"}
    return pages | {f"errata/{id_}.md": erratum_page(content, id_) for id_ in content.errata}


def erratum_page(content: Content, id_: str) -> str:
    """One erratum: what the text says, why that fails, where first, and what holds instead."""
    erratum, finding, linked = content.errata[id_], content.findings[id_], content.linker("errata")
    checked = [f"- {item.kind}: {item.outcome}. {plain(item.detail)}" for item in finding.evidence]
    for control in finding.controls:
        checked.append(f"- the text: {'refuted' if control.rejected else 'NOT refuted'}, {code(control.detail)}")
    connections = [
        listed("concerns", erratum.concerns, linked),
        listed("mended by", erratum.mended_by, linked),
        f"- code: {', '.join(code_links(erratum.about))}",
        f"- check: `proofs/errata/{id_}/check.py`",
    ]
    sections = [
        f"# {plain(erratum.title)}",
        f"`{id_}`, {plain(erratum.number)}{ORIGINS[erratum.origin]}. {_FAULTS[erratum.fault]} "
        f"Status: **{finding.status}**.",
        "## What the text says",
        markdown(erratum.text, linked),
        "## Why it fails",
        markdown(erratum.why, linked),
        f"It fails first at {code(erratum.counterexample)}.",
        "## What holds instead",
        markdown(erratum.mended, linked),
        "## Check",
        "\n".join(checked),
        "## Connections",
        "\n".join(connections),
    ]
    return "\n\n".join(sections) + "\n"
