"""The generated pages of the documentation are complete, lead nowhere that does not exist, and need nothing else."""

from __future__ import annotations

import importlib.util
import os
import re
import sys
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType

import pytest

from dartproof.cli.main import commands
from dartproof.evidence import recorded_errata, recorded_findings
from dartproof.report.site import Content, Pages, public_modules, site_pages
from dartproof.report.site_statements import derivation, statement_page
from dartproof.report.site_text import code, markdown, plain, prose, table
from dartproof.statements import load_errata, load_registry

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
LINK = re.compile(r"(?<!\\)\]\((?P<target>[^)#\s]+)(?:#[^)]*)?\)")
BLOCK = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> Content:
    registry, nothing = load_registry(), tmp_path_factory.mktemp("record") / "record.json"
    errata = load_errata(registry)
    findings = (*recorded_findings(registry, nothing), *recorded_errata(errata, nothing))
    return Content(registry, errata, {finding.id: finding for finding in findings})


@pytest.fixture(scope="module")
def pages(content: Content) -> Pages:
    """All pages; derivations, which take the time of the evidence, are left out."""
    return site_pages(content, commands, derive=lambda _: ())


def tool(folder: str, name: str) -> ModuleType:
    """A Python file that is no part of the package."""
    specification = importlib.util.spec_from_file_location(name, ROOT / folder / f"{name}.py")
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def written() -> dict[str, str]:
    """The hand-written pages and pictures, with the texts of the pages."""
    files = (path for path in DOCS.rglob("*") if path.is_file() and path.suffix != ".py")
    return {
        path.relative_to(DOCS).as_posix(): path.read_text(encoding="utf-8") if path.suffix == ".md" else ""
        for path in files
    }


def dead_links(pages: Mapping[str, str]) -> Iterator[str]:
    for name, text in pages.items():
        if name.endswith(".md"):
            for match in LINK.finditer(BLOCK.sub("", text)):
                target = match["target"]
                reached = os.path.normpath(Path(name).parent / target)
                if not target.startswith("https://") and reached not in pages:
                    yield f"{name}: {target}"


def test_every_statement_and_every_erratum_has_its_page(content: Content, pages: Pages) -> None:
    for folder, ids in (("statements", content.registry), ("errata", content.errata)):
        assert {name for name in pages if name.startswith(f"{folder}/") and name.endswith(".md")} == {
            f"{folder}/{id_}.md" for id_ in (*ids, "index")
        }
        for id_ in ids:
            assert f"[`{id_}`]({id_}.md)" in pages[f"{folder}/index.md"]


def test_a_statement_s_page_says_what_the_registry_says(content: Content, pages: Pages) -> None:
    for id_, statement in content.registry.items():
        page = pages[f"statements/{id_}.md"]
        assert f"# {plain(statement.title)}" in page
        assert all(f"`{hypothesis.name}`" in page for hypothesis in statement.hypotheses)
        assert all(f"{{py:mod}}`{module}`" in page for module in statement.about)
        assert all(f"[`{used}`]({used}.md)" in page for used in statement.uses)


def test_an_erratum_s_page_shows_where_the_text_fails(content: Content, pages: Pages) -> None:
    for id_, erratum in content.errata.items():
        page = pages[f"errata/{id_}.md"]
        assert code(erratum.counterexample) in page
        assert all(f"[`{other}`](../statements/{other}.md)" in page for other in erratum.mended_by)
        for other in erratum.concerns:
            assert f"[`{id_}`](../errata/{id_}.md)" in pages[f"statements/{other}.md"]


def test_a_derivation_is_printed_as_numbered_lines(content: Content) -> None:
    steps = derivation(content.registry["bernoulli_ratio"])
    page = statement_page(content, "bernoulli_ratio", derive=derivation)
    assert all(f"\n{number}. " in page for number in range(1, len(steps) + 1))
    assert "verified: `exp(v) - 1 >= 0`" in page
    assert "taken: `r - r' + 1 >= 0`" in page


def test_a_derivation_that_is_refused_is_said_to_fail(content: Content) -> None:
    from dartproof.evidence import StepRefused

    def refuse(_: object) -> tuple[()]:
        raise StepRefused("it does not follow")

    assert "The derivation fails: it does not follow" in statement_page(content, "bernoulli_ratio", derive=refuse)


def test_what_did_not_run_is_said_not_to_have_run(pages: Pages) -> None:
    assert "Status: **not run**" in pages["statements/bernoulli_ratio.md"]
    assert "**exact**: not run here" in pages["statements/bernoulli_ratio.md"]


def test_no_link_leads_nowhere(pages: Pages) -> None:
    assert not list(dead_links({**written(), **pages}))


def test_a_dead_link_is_noticed(pages: Pages) -> None:
    planted = {**pages, "statements/planted.md": "[nothing](../nothing.md) and [index](index.md#anchor)"}
    assert list(dead_links({**written(), **planted})) == ["statements/planted.md: ../nothing.md"]


def test_modules_that_pages_refer_to_are_documented(pages: Pages) -> None:
    documented = set(re.findall(r"automodule:: (\S+)", "\n".join(pages.values())))
    referred = set(re.findall(r"\{py:mod\}`([^`]+)`", "\n".join(pages.values())))
    assert documented == set(public_modules())
    assert referred <= documented


def test_no_page_names_a_path_of_this_machine_or_loads_from_elsewhere(pages: Pages) -> None:
    for name, text in pages.items():
        assert str(ROOT) not in text, name
        assert str(Path.home()) not in text, name
        assert "](http" not in text or name.startswith("reference/"), name
        assert "<script" not in text, name


def test_every_command_and_schema_is_documented(pages: Pages) -> None:
    for name in commands.commands:
        assert f"## dartproof {name}" in pages["reference/commands.md"]
    assert '"title": "What `dartproof verify --json` prints"' in pages["reference/schemas.md"]


def test_plain_text_is_shown_letter_by_letter() -> None:
    assert plain("P_t |x| *a* `b` [c](d) <e> $f$\n g") == (r"P\_t \|x\| \*a\* \`b\` \[c\](d) \<e\> \$f\$ g")


def test_names_in_backticks_become_links_where_they_are_known() -> None:
    pages = {"privacy": "privacy.md"}
    assert prose("see `privacy`, not `other_name`", pages.get) == "see [`privacy`](privacy.md), not `other_name`"


def test_a_displayed_formula_becomes_a_paragraph_of_its_own() -> None:
    text = "so\n$$ a\n   \\le b. $$\nThen\n1. item $$ c $$\n   more"
    assert markdown(text, {}.get) == ("so\n\n$$\na \\le b.\n$$\n\nThen\n1. item\n\n   $$\n   c\n   $$\n\n   more")


def test_a_bar_in_a_cell_does_not_end_the_cell() -> None:
    assert table(("a",), [["`x|y`"], [plain("x|y")]]) == "| a |\n| --- |\n| `x\\|y` |\n| x\\|y |"


def test_every_formula_can_be_rendered(pages: Pages) -> None:
    mathml = tool("docs", "mathml").mathml
    formulas = [
        found[1] or found[2]
        for name, text in {**written(), **pages}.items()
        if name.startswith(("statements/", "errata/", "tutorial/")) and name.endswith(".md")
        for found in re.finditer(r"\$\$(.+?)\$\$|(?<![\\$])\$([^$]+)\$", BLOCK.sub("", text), re.DOTALL)
    ]
    assert len(formulas) > 500
    for formula in formulas:
        assert mathml(formula, display=False).startswith("<math")


@pytest.mark.parametrize("formula", [r"\nothing", "", r"\Bigl\nothing 1"])
def test_a_formula_that_cannot_be_rendered_is_refused(formula: str) -> None:
    with pytest.raises(ValueError, match="cannot be rendered"):
        tool("docs", "mathml").mathml(formula, display=True)


class Resources(HTMLParser):
    """Collects what a page loads, and where it leads."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value for name, value in attrs if value is not None}
        if "src" in values or tag == "link":
            self.loaded.append(values.get("src") or values.get("href", ""))
        elif tag == "a" and "href" in values:
            self.links.append(values["href"])


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # of the libraries that build the pages
def test_the_built_site_needs_no_network_and_has_no_dead_link(pages: Pages, tmp_path: Path) -> None:
    build = tool("tools", "build_docs")
    build.write_sources(tmp_path / "source", pages)
    assert build.render(tmp_path / "source", tmp_path / "html") == 0
    for page in (tmp_path / "html").rglob("*.html"):
        parser = Resources()
        parser.feed(page.read_text(encoding="utf-8"))
        for target in (*parser.loaded, *(link for link in parser.links if "://" not in link)):
            path = target.partition("#")[0].partition("?")[0]
            assert "//" not in target, f"{page.name} loads {target}"
            assert not path or (page.parent / path).resolve().is_file(), f"{page.name} leads to {target}"
    sys.modules.pop("mathml", None)
