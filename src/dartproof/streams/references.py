"""References to streams: a path or a bundled name, with a replaced round if need be."""

import difflib
import re
from pathlib import Path

from dartproof.errors import InputError
from dartproof.streams.bundled import bundled_names, open_bundled
from dartproof.streams.model import LossStream
from dartproof.streams.neighbours import replace_round
from dartproof.streams.readers import read_stream
from dartproof.streams.validation import label, one_line

_REPLACEMENT = re.compile(r"(?P<base>.+)~(?P<round>[^=~]*)=(?P<row>[^~]*)", re.DOTALL)
_MAX_ROUND_DIGITS = 18
_FORM = "write ~ROUND=ROW, as in ~3=0,1/2,1, with rounds counted from 1"


def open_stream(reference: str) -> LossStream:
    """The stream that `reference` names.

    In this order: an existing path, also one with `~` in its name; the name of a bundled stream; either of the two with
    the suffix `~ROUND=ROW`, which replaces the whole loss vector of one round (`trump-approval-2~500=1,1,0,1,1`: round
    500, one loss for each expert). Neighbours differ in one round, so there is at most one suffix.

    Returns:
        The stream; its `source` is the reference.

    Raises:
        InputError: if nothing has that name (listing the bundled names and the nearest of them), if the suffix does not
            fit the stream, and for an unreadable file as `read_stream` says.

    Example:
        >>> stream = open_stream("trump-approval-2~500=1,1/2,0,1,1")
        >>> stream.exact[499]
        (Fraction(1, 1), Fraction(1, 2), Fraction(0, 1), Fraction(1, 1), Fraction(1, 1))
    """
    if not reference:
        raise InputError(f"the name of a stream is empty; give a path or one of {_names()}")
    stream = _open_plain(reference)
    if stream is not None:
        return stream
    match = _REPLACEMENT.fullmatch(reference)
    if match is None:
        base, _, suffix = reference.partition("~")
        if suffix and _open_plain(base) is not None:
            raise InputError(f"{label(reference)}: '~{one_line(suffix)}' is no replaced round; {_FORM}")
        raise _unknown(reference)
    base = match["base"]
    stream = _open_plain(base)
    if stream is None:
        if _REPLACEMENT.fullmatch(base):
            raise InputError(
                f"{label(reference)}: replaces two rounds; neighbouring streams differ in one, so give ~ROUND=ROW once"
            )
        raise _unknown(base)
    return replace_round(stream, _round(match["round"], reference), match["row"].split(","), source=reference)


def _open_plain(reference: str) -> LossStream | None:
    if _exists(reference):
        return read_stream(reference)
    return open_bundled(reference) if reference in bundled_names() else None


def _exists(path: str) -> bool:
    try:
        return path != "" and Path(path).exists()  # Path("") is the current directory
    except (OSError, ValueError):  # a name that is too long, for one
        return False


def _round(text: str, reference: str) -> int:
    number = text.strip()
    if not (number.isascii() and number.isdigit() and len(number) <= _MAX_ROUND_DIGITS):
        raise InputError(f"{label(reference)}: '{one_line(text)}' is no round; {_FORM}")
    return int(number)


def _names() -> str:
    return ", ".join(bundled_names())


def _unknown(reference: str) -> InputError:
    nearest = difflib.get_close_matches(reference, bundled_names(), n=1, cutoff=0.5)
    hint = f"; did you mean {nearest[0]}?" if nearest else ""
    return InputError(
        f"{label(reference)}: there is no such file and no bundled stream of that name "
        f"(bundled: {_names()}){hint or '; give the path of a stream file'}"
    )
