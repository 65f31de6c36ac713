"""The kernel in a browser: the names of `litslab.kernel`, implemented by the kernel compiled to
WebAssembly.

The compiled module lists its names and their signatures (``kernel/src/interface/interface.hpp``).
``kernel/src/wasm/interface.cpp`` describes the encoding of values. Results have no classes of their
own. Counting finished positions is not included.
"""

from __future__ import annotations

import enum
import json
import weakref
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, Protocol

_ERRORS = {"ValueError": ValueError, "MemoryError": MemoryError}
_enumeration: Any = enum.Enum  # mypy accepts only literal enumerations


class Host(Protocol):
    """The owner of the compiled module: in a browser ``app/web/browser/kernel.js``."""

    onProgress: Callable[[str], None]  # noqa: N815 - as JavaScript names it
    """A callback that receives a list of arguments during a call."""

    def call(self, text: str) -> str:
        """Pass on a call and return the answer."""


class _Object:
    """An object in the compiled module, which is released with its last reference here."""

    def __init__(self, handle: int) -> None:
        self.handle = handle


class _Module:
    """The compiled module."""

    def __init__(self, host: Host) -> None:
        self.names: dict[str, Any] = {}
        self._classes: dict[str, type[_Object]] = {}
        self._host = host
        self._progress: Callable[..., None] | None = None
        host.onProgress = self._tell
        for kind, name, signature in self.call("description"):
            owner, _, member = name.partition(".")
            match kind:
                case "object":
                    self._classes[owner] = type(owner, (_Object,), {})
                case "choice":
                    self.names[name] = _enumeration(name, signature, start=0)
                case "record":
                    self.names[name] = self._read(f"lambda {signature}: [*locals().values()]")
                case "function":
                    self.names[name] = self._read(
                        f"lambda {signature}: call({name!r}, *locals().values())"
                    )
                case "method":
                    method = self._read(
                        f"lambda self, {signature}: call({name!r}, *locals().values())"
                    )
                    setattr(self._classes[owner], member, method)
                case "property":
                    setattr(
                        self._classes[owner],
                        member,
                        property(self._read(f"lambda self: call({name!r}, self)")),
                    )

    def _read(self, function: str) -> Any:
        """Return a function from its text; its locals are its arguments in their order."""
        return eval(function, {"call": self.call, **self.names})

    def call(self, name: str, *arguments: object) -> Any:
        """Call a function of the compiled module."""
        answer = self._host.call(
            json.dumps([name, *arguments], default=self._handed_over, ensure_ascii=False)
        )
        found, *error = json.loads(answer, object_hook=self._made)
        if error:
            raise _ERRORS[error[0]](error[1])
        return found

    def _handed_over(self, argument: Any) -> Any:
        if isinstance(argument, _Object):
            return argument.handle
        if callable(argument):
            self._progress = argument
            return True
        return list(argument)

    def _made(self, found: dict[str, Any]) -> Any:
        match found:
            case {"object": name, "handle": handle}:
                made = self._classes[name](handle)
                weakref.finalize(made, self.call, f"{name}.release", handle)
                return made
            case {"choice": name, "number": number}:
                return self.names[name](number)
        return SimpleNamespace(**found)

    def _tell(self, arguments: str) -> None:
        if self._progress is not None:
            self._progress(*json.loads(arguments))


def names(host: Host) -> dict[str, Any]:
    """Return the functions and classes of the compiled module by name."""
    return _Module(host).names
