"""Reading JSON objects with errors that name the key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dartproof.errors import InputError


@dataclass(frozen=True, slots=True)
class Fields:
    """A JSON object whose values are asked for with their types.

    Every method but `only` raises InputError, naming the key, if it is missing or its value is of another type.

    Attributes:
        data: the object.
        where: what messages call it.
    """

    data: Mapping[str, object]
    where: str

    def value(self, key: str) -> object:
        """The value of a key that must be there."""
        if key not in self.data:
            raise InputError(f"{self.where}: the key '{key}' is missing")
        return self.data[key]

    def only(self, *keys: str) -> None:
        """Refuse every key that is none of these: nobody should believe what nothing examines."""
        for key in self.data:
            if key not in keys:
                raise InputError(f"{self.where}: the key '{key}' is unknown; expected {', '.join(keys)}")

    def text(self, key: str) -> str:
        """A string."""
        value = self.value(key)
        if not isinstance(value, str):
            raise self._refused(key, "a text")
        return value

    def choice(self, key: str, allowed: tuple[str, ...]) -> str:
        """One of some strings."""
        text = self.text(key)
        if text not in allowed:
            raise self._refused(key, " or ".join(f"'{word}'" for word in allowed))
        return text

    def integer(self, key: str) -> int:
        """An integer (true and false are none)."""
        value = self.value(key)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self._refused(key, "an integer")
        return value

    def boolean(self, key: str) -> bool:
        """True or false."""
        value = self.value(key)
        if not isinstance(value, bool):
            raise self._refused(key, "true or false")
        return value

    def object(self, key: str) -> Fields:
        """An object within this one."""
        value = self.value(key)
        if not isinstance(value, Mapping):
            raise self._refused(key, "an object")
        return Fields(value, f"{self.where}, {key}")

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of strings."""
        value = self.value(key)
        if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
            raise self._refused(key, "a list of texts")
        return tuple(value)

    def integers(self, key: str) -> tuple[int, ...]:
        """A list of integers."""
        value = self.value(key)
        if not isinstance(value, list) or not all(_is_integer(entry) for entry in value):
            raise self._refused(key, "a list of integers")
        return tuple(value)

    def rows(self, key: str) -> tuple[tuple[int, ...], ...]:
        """A list of lists of integers."""
        value = self.value(key)
        if not isinstance(value, list):
            raise self._refused(key, "a list of rows")
        return tuple(
            Fields({f"{key}, row {number}": row}, self.where).integers(f"{key}, row {number}")
            for number, row in enumerate(value, start=1)
        )

    def _refused(self, key: str, expected: str) -> InputError:
        return InputError(f"{self.where}: '{key}' is {self.data[key]!r}; it must be {expected}")


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
