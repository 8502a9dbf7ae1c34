"""A Sphinx extension that renders formulas as MathML, which browsers display without scripts, fonts or a network."""

from __future__ import annotations

import re

from docutils import nodes
from latex2mathml.converter import convert
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

_BRACKETS = {r"\lfloor": "⌊", r"\rfloor": "⌋", r"\lceil": "⌈", r"\rceil": "⌉", r"\langle": "⟨", r"\rangle": "⟩"}
_SIZED = re.compile(r"(\\[bB]igg?[lr]?)\s*(" + "|".join(map(re.escape, _BRACKETS)) + r")(?![a-zA-Z])")
_COMMAND = re.compile(r"\\[a-zA-Z]+")


def mathml(formula: str, *, display: bool) -> str:
    """A LaTeX formula as MathML.

    Raises:
        ValueError: when the converter does not understand the formula.
    """
    sized = _SIZED.sub(lambda match: match[1] + _BRACKETS[match[2]], formula)
    try:
        result: str = convert(sized, display="block" if display else "inline")
    except Exception as error:  # the converter has no common type of error
        raise ValueError(f"the formula {formula!r} cannot be rendered: {type(error).__name__}") from error
    unknown = _COMMAND.search(result)
    if unknown is not None:
        raise ValueError(f"the formula {formula!r} cannot be rendered: {unknown[0]} is not known")
    return result


def _visit_inline(translator: HTML5Translator, node: nodes.math) -> None:
    translator.body.append(mathml(node.astext(), display=False))
    raise nodes.SkipNode


def _visit_block(translator: HTML5Translator, node: nodes.math_block) -> None:
    translator.body.append(f'<div class="math">{mathml(node.astext(), display=True)}</div>')
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the renderer `mathml`."""
    app.add_html_math_renderer("mathml", (_visit_inline, None), (_visit_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
