"""The generated pages of the statements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dartproof.errors import DartproofError
from dartproof.evidence import Finding, Room, Step, load_room, run_derivation
from dartproof.report.graphs import graph_svg
from dartproof.report.ledger import formula_word
from dartproof.report.site_content import ORIGINS, Content, Derive, Pages, code_links, hidden_toctree, listed
from dartproof.report.site_text import Linked, code, markdown, plain, prose, table
from dartproof.statements import Statement, use_graph


def statement_pages(content: Content, *, derive: Derive | None = None) -> Pages:
    """The index of the statements, their graph, and a page for each.

    Args:
        content: statements, errata and findings.
        derive: replays a derivation; by default for true.
    """
    graph = use_graph(content.registry)
    statuses = {id_: content.findings[id_].status for id_ in content.registry}
    pages = {
        "statements/index.md": _index(content, graph.order),
        "statements/graph.svg": graph_svg(content.registry, graph, statuses),
    }
    for id_ in content.registry:
        pages[f"statements/{id_}.md"] = statement_page(content, id_, derive=derive or derivation)
    return pages


def derivation(statement: Statement) -> Sequence[Step]:
    """Replay the derivation of a statement.

    Raises:
        StepRefused: when a step does not follow.
        InputError: when the room cannot be loaded.
    """
    return run_derivation(load_room(statement).derivation, statement)


def statement_page(content: Content, id_: str, *, derive: Derive) -> str:
    """One statement: the claim, in words, hypotheses, derivation, evidence, controls, and where its code is."""
    statement, finding, linked = content.registry[id_], content.findings[id_], content.linker("statements")
    room = load_room(statement)
    used_by = [other for other in content.registry if id_ in content.registry[other].uses]
    errata = [erratum.id for erratum in content.errata.values() if id_ in {*erratum.concerns, *erratum.mended_by}]
    connections = [
        listed("uses", statement.uses, linked),
        listed("is used by", used_by, linked),
        listed("is sharper than", statement.sharper_than, linked),
        listed("errata", errata, linked),
        f"- code: {', '.join(code_links(statement.about)) or 'none'}",
        f"- room: `proofs/{id_}/`",
    ]
    sections = [
        f"# {plain(statement.title)}",
        f"`{id_}`, {plain(statement.number)}{ORIGINS[statement.origin]}. Status: **{finding.status}**.",
        markdown(statement.statement, linked),
        "## In words",
        markdown(statement.in_words, linked),
        *_section("Hypotheses", _hypotheses(statement, linked)),
        "## Derivation",
        "\n".join(_derivation(statement, derive, linked)),
        "## Evidence",
        "\n".join(_evidence(finding, room)),
        *_section("Negative controls", _controls(room, finding)),
        "## Connections",
        "\n".join(connections),
    ]
    return "\n\n".join(sections) + "\n"


def _index(content: Content, order: Sequence[str]) -> str:
    rows = (
        [
            f"[`{id_}`]({id_}.md)",
            plain(content.registry[id_].number),
            content.findings[id_].status,
            plain(content.registry[id_].title),
        ]
        for id_ in order
    )
    parts = [
        "# Statements",
        "Each statement comes after those that it uses. A status is derived from the evidence that ran on this "
        "machine. *checked* means that the derivation was replayed by computer algebra and the claim decided in exact "
        "arithmetic on finite families; see [what counts as evidence](../decisions/0002-evidence.md).",
        table(("statement", "in the paper", "status", "says"), rows),
        "## What uses what",
        "![The graph of the statements and of those that they use](graph.svg)",
        hidden_toctree(order),
    ]
    return "\n\n".join(parts) + "\n"


def _hypotheses(statement: Statement, linked: Linked) -> str:
    rows = [
        [code(h.name), prose(h.says, linked), prose(h.why, linked), code(h.control) if h.control else ""]
        for h in statement.hypotheses
    ]
    return table(("name", "says", "why it is there", "refuted without it"), rows) if rows else ""


def _derivation(statement: Statement, derive: Derive, linked: Linked) -> Iterator[str]:
    if statement.evidence == ("cited",):
        yield "It is cited and not derived here."
        return
    try:
        steps = derive(statement)
    except DartproofError as error:
        yield f"The derivation fails: {plain(str(error))}"
        return
    for number, step in enumerate(steps, start=1):
        yield from _step(number, step, linked)


def _step(number: int, step: Step, linked: Linked) -> Iterator[str]:
    detail = f": {prose(f'`{step.detail}`', linked)}" if step.detail else ""
    yield f"{number}. {prose(step.text, linked)} *({step.reason}{detail})*"
    if step.formula:
        yield ""
        yield f"{' ' * (len(str(number)) + 2)}{formula_word(step)}: {code(step.formula)}"
        yield ""


def _evidence(finding: Finding, room: Room) -> Iterator[str]:
    for item in finding.evidence:
        cases = "steps" if item.kind == "symbolic" else "cases"
        counted = f", {item.checked} {cases} in {item.seconds:.1f} s" if item.checked else ""
        yield f"- **{item.kind}**: {item.outcome}{counted}. {plain(item.detail)}"
    families = [*(f"- exact: {plain(check.says)}" for check in room.exact)]
    families += [f"- property: {plain(check.says)}" for check in room.property]
    if families:
        yield from ("", "It is checked for these families:", "", *families)


def _controls(room: Room, finding: Finding) -> str:
    rows = []
    for control in room.controls:
        found = [result for result in finding.controls if result.name == control.name]
        outcomes = ", ".join(f"{c.kind}: {'rejected' if c.rejected else 'ACCEPTED'}" for c in found)
        shown = "; ".join(code(c.detail) for c in found if c.kind == "exact")
        rows.append([code(control.name), plain(control.says), outcomes or "not run", shown])
    return table(("control", "the false claim", "outcome", "fails at"), rows) if rows else ""


def _section(heading: str, text: str) -> tuple[str, ...]:
    return (f"## {heading}", text) if text else ()
