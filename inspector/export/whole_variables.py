"""Values for products that take a variable only as a whole value, never as a part of a text."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.export.reference_syntax import NEUTRAL
from inspector.export.secret_references import VariableNames
from inspector.export.warning_codes import ExportWarning


class WholeVariables:
    """Turns the values of one server into variables; `joined` collects what each new variable has to hold."""

    def __init__(self, server: str, names: VariableNames) -> None:
        self.joined: dict[str, str] = {}
        self._server = server
        self._names = names

    def name(self, value: str, word: str) -> str:
        """Return the variable that holds all of `value`, empty when `value` refers to none.

        A value that is more than one reference gets a variable of its own, called after the server and `word`.
        """
        found = NEUTRAL.fullmatch(value)
        if found and found["default"] is None:
            return found["name"]
        if not NEUTRAL.search(value):
            return ""
        variable = self._names.fresh(self._server, word)
        self.joined[variable] = value
        return variable

    def warnings(self) -> Iterator[ExportWarning]:
        """Yield which variables have to be set to more than one value each."""
        for variable, value in self.joined.items():
            message = f"{self._server}: set {variable} to {value}, filled in, since only whole values can be variables"
            yield ExportWarning("SECRET_INLINE", message, (self._server,))
