"""How Sphinx builds the documentation; `tools/build_docs.py` puts the sources together and calls it."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from sphinx.application import Sphinx

from dartproof import __version__

sys.path.insert(0, str(Path(__file__).parent))

project = "dartproof"
author = "The dartproof developers"
version = release = __version__
extensions = ["mathml", "myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode"]
myst_enable_extensions = ["dollarmath"]
myst_dmath_double_inline = True
myst_heading_anchors = 3
html_math_renderer = "mathml"
html_theme = "furo"
html_title = f"dartproof {__version__}"
html_show_sphinx = False
html_copy_source = False
default_role = "code"
smartquotes = False  # r' is a number
suppress_warnings = ["ref.python"]  # words of a docstring that are also names, of which there may be several
viewcode_follow_imported_members = False
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}
napoleon_use_ivar = True
maximum_signature_line_length = 100

_SPECIAL = re.compile(r"[|*]|_(?=\W|$)")
_UNTOUCHED = re.compile(r"(`+[^`]+`+|^\s*\* |^\s*>>> (?:.*\S.*\n?)*)", re.MULTILINE)


def literal(_app: Sphinx, what: str, _name: str, _object: object, _options: object, lines: list[str]) -> None:
    """Let docstrings stand for themselves: they are plain text with names in backticks, lists and examples."""
    if what in {"attribute", "data", "property"}:
        lines.insert(0, "")  # else the words before a colon are taken for a type
    parts = _UNTOUCHED.split("\n".join(lines))
    parts[::2] = [_SPECIAL.sub(r"\\\g<0>", part) for part in parts[::2]]
    for index, code in enumerate(parts[1::2]):
        if code.startswith("`") and parts[2 * index + 2][:1].isalnum():
            parts[2 * index + 1] = f"{code}\\ "  # a plural: markup has to end at the end of a word
    lines[:] = "".join(parts).split("\n")


def setup(app: Sphinx) -> None:
    """Escape docstrings before the Google style is parsed."""
    app.connect("autodoc-process-docstring", literal, priority=400)
