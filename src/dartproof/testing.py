"""A pytest plugin that collects rooms: the evidence and negative controls of statements, and errata, become tests.

`pytest -p dartproof.testing FOLDER` runs the same functions as `dartproof verify`, so the two cannot disagree. Needs
pytest, which `pip install 'dartproof[testing]'` brings.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from dartproof.evidence import Room, derive_erratum_status, gather, load_room, reject, run_erratum
from dartproof.evidence.verify import RUNNABLE
from dartproof.statements import Erratum, Kind, Statement, load_errata, load_registry, load_statement


class RoomFile(pytest.File):
    """The `checks.py` of one room."""

    def collect(self) -> Iterator[pytest.Item]:
        """One item for each kind of evidence, and one for each control and kind."""
        statement = load_statement(self.path.parent)
        room = load_room(statement)
        for kind in statement.evidence:
            if kind in RUNNABLE:
                yield EvidenceItem.from_parent(self, name=kind, statement=statement, room=room, kind=kind)
                for control in room.controls:
                    name = f"{kind} rejects {control.name}"
                    yield ControlItem.from_parent(
                        self, name=name, statement=statement, room=room, kind=kind, control=control.name
                    )


class EvidenceItem(pytest.Item):
    """One kind of evidence of a statement."""

    def __init__(self, *, statement: Statement, room: Room, kind: Kind, **kwargs: object) -> None:
        super().__init__(**kwargs)  # type: ignore[arg-type]  # pytest's own keywords, which it does not type
        self._statement, self._room, self._kind = statement, room, kind

    def runtest(self) -> None:
        """Fail unless the evidence passes."""
        evidence = gather(self._statement, self._room, self._kind, "quick")
        if evidence.outcome != "passed":
            pytest.fail(f"{evidence.outcome}: {evidence.detail}", pytrace=False)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Where the evidence is declared, and what it is called."""
        return self.path, None, f"{self._statement.id}: {self.name}"


class ControlItem(EvidenceItem):
    """One negative control of a statement under one kind of evidence."""

    def __init__(self, *, statement: Statement, room: Room, kind: Kind, control: str, **kwargs: object) -> None:
        super().__init__(statement=statement, room=room, kind=kind, **kwargs)
        self._control = next(c for c in room.controls if c.name == control)

    def runtest(self) -> None:
        """Fail unless the evidence rejects the control."""
        result = reject(self._statement, self._control, self._kind, "quick")
        if not result.rejected:
            pytest.fail(result.detail, pytrace=False)


class ErratumFile(pytest.File):
    """The `check.py` of one erratum."""

    def collect(self) -> Iterator[pytest.Item]:
        """One item."""
        registry = load_registry(self.path.parents[2])
        erratum = load_errata(registry)[self.path.parent.name]
        yield ErratumItem.from_parent(self, name="the text is refuted and what is said instead holds", erratum=erratum)


class ErratumItem(pytest.Item):
    """One erratum."""

    def __init__(self, *, erratum: Erratum, **kwargs: object) -> None:
        super().__init__(**kwargs)  # type: ignore[arg-type]  # pytest's own keywords, which it does not type
        self._erratum = erratum

    def runtest(self) -> None:
        """Fail unless what the text says is refuted and what is said instead is not."""
        evidence, controls = run_erratum(self._erratum)
        if derive_erratum_status([evidence], controls) != "refuted":
            problems = [evidence.detail, *(control.detail for control in controls if not control.rejected)]
            pytest.fail("; ".join(problems), pytrace=False)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Where the check is, and what it is called."""
        return self.path, None, f"{self._erratum.id}: {self.name}"


def pytest_collect_file(parent: pytest.Collector, file_path: Path) -> RoomFile | ErratumFile | None:
    """Collect `checks.py` of each folder that has a statement, and `check.py` of each that has an erratum."""
    if file_path.name == "check.py" and (file_path.parent / "erratum.toml").is_file():
        return ErratumFile.from_parent(parent, path=file_path)
    if file_path.name == "checks.py" and (file_path.parent / "statement.toml").is_file():
        return RoomFile.from_parent(parent, path=file_path)
    return None
