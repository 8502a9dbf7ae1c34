"""Build the documentation: `python tools/build_docs.py FOLDER` writes FOLDER/html, without a network.

The hand-written pages of docs/ and the pages that are generated from the registry are put together in FOLDER/source.
What is said of the evidence is what the record of the last runs of `dartproof verify` says.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from sphinx.cmd.build import main as sphinx

from dartproof.cli.main import commands
from dartproof.evidence import record_file, recorded_errata, recorded_findings
from dartproof.report.site import Content, site_pages
from dartproof.statements import load_errata, load_registry

DOCS = Path(__file__).resolve().parents[1] / "docs"


def recorded_content() -> Content:
    """The registry and errata of this checkout, with what the record says of them."""
    registry = load_registry()
    errata = load_errata(registry)
    findings = (*recorded_findings(registry, record_file()), *recorded_errata(errata, record_file()))
    return Content(registry, errata, {finding.id: finding for finding in findings})


def write_sources(source: Path, pages: dict[str, str]) -> None:
    """Put the hand-written and the generated pages into a folder, which is emptied first."""
    shutil.rmtree(source, ignore_errors=True)
    shutil.copytree(DOCS, source, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    for name, text in pages.items():
        path = source / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def render(source: Path, html: Path) -> int:
    """Let Sphinx make the pages; a warning is an error. Its exit code."""
    return sphinx(["-b", "html", "-W", "--keep-going", "-q", "-c", str(DOCS), str(source), str(html)])


def main(folder: Path) -> int:
    """Write FOLDER/source and FOLDER/html; the exit code of Sphinx."""
    source, html = folder / "source", folder / "html"
    write_sources(source, site_pages(recorded_content(), commands))
    shutil.rmtree(html, ignore_errors=True)
    code = render(source, html)
    if not code:
        print(f"documentation: {html / 'index.html'}")
    return code


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: build_docs.py FOLDER")
    sys.exit(main(Path(sys.argv[1])))
