"""What classes made from declarations share: actions, bodies and groups of scenes."""

from __future__ import annotations

import keyword
from inspect import Parameter, Signature
from typing import Any, Dict, List

from . import _pliant
from .errors import InputError
from .places import calling_place

Declaration = Dict[str, Any]


def python_name(name: str) -> str:
    """The name of a parameter, with an underscore where Python has the word for itself."""
    return name + "_" if keyword.iskeyword(name) else name


def described(parameter: Dict[str, Any]) -> str:
    """A line of help: name, unit, what it is, which values it may have, and its default."""
    facts = []
    if parameter["allowed"]:
        facts.append(parameter["allowed"])
    if parameter["required"]:
        facts.append("must be given")
    elif parameter["default"] is not None:
        facts.append(f"default {parameter['default']!r}")
    unit = f" [{parameter['unit']}]" if parameter["unit"] else ""
    return f"    {python_name(parameter['name'])}{unit}: {parameter['help']}" + (
        f" ({'; '.join(facts)})" if facts else ""
    )


def docstring(declaration: Declaration) -> str:
    lines = [declaration["help"]]
    if declaration["parameters"]:
        lines += ["", "Parameters:", *map(described, declaration["parameters"])]
    return "\n".join(lines)


def signature(declaration: Declaration) -> Signature:
    return Signature(
        [
            Parameter(
                python_name(p["name"]), Parameter.POSITIONAL_OR_KEYWORD, default=p["default"]
            )
            for p in declaration["parameters"]
        ]
    )


def with_place(error: InputError) -> InputError:
    """The same error with the line of the user's code, where it names none."""
    if error.file:
        return error
    file, line = calling_place()
    located = InputError(f"{file}:{line}: {error}")
    located.file, located.line = file, line
    located.problem, located.cure = error.problem, error.cure
    return located


def set_arguments(
    declared: Any, declaration: Declaration, values: Any, by_name: Dict[str, Any]
) -> None:
    """Sets parameters in the order of the declaration and by name, as scenes in Lua do."""
    parameters: List[Dict[str, Any]] = declaration["parameters"]
    name = declaration["name"]
    if len(values) > len(parameters):
        raise TypeError(f"{name}() takes {len(parameters)} values at most, {len(values)} were given")
    names = {python_name(p["name"]): p["name"] for p in parameters}
    given = dict(zip(names, values))
    for key in by_name:
        if key in given:
            raise TypeError(f"{name}() gets two values for '{key}'")
    given.update(by_name)
    file, line = calling_place()
    declared.place(file, line)
    try:
        for key, value in given.items():
            declared.set(names.get(key, key), value)
        for p in parameters:
            if p["required"] and python_name(p["name"]) not in given:
                error = InputError(f"{name} needs '{p['name']}'; {p['help']}")
                error.problem, error.cure = f"{name} needs '{p['name']}'", p["help"]
                raise error
    except InputError as error:
        raise with_place(error) from None


class Declared:
    """Something of a scene whose parameters are attributes."""

    _declaration: Declaration = {}

    def __init__(self, /, *values: Any, **by_name: Any) -> None:
        self._declared = self._make()
        set_arguments(self._declared, self._declaration, values, by_name)

    @classmethod
    def _make(cls) -> Any:
        return _pliant._new_action(cls._declaration["name"])

    def __repr__(self) -> str:
        shown = (
            f"{python_name(p['name'])}={self._declared.get(p['name'])!r}"
            for p in self._declaration["parameters"]
            if self._declared.get(p["name"]) != p["default"]
        )
        return f"{self._declaration['name']}({', '.join(shown)})"


def _property(parameter: Dict[str, Any]) -> property:
    name = parameter["name"]

    def read(self: Declared) -> Any:
        return self._declared.get(name)

    def write(self: Declared, value: Any) -> None:
        try:
            self._declared.set(name, value)
        except InputError as error:
            raise with_place(error) from None

    return property(read, write, doc=described(parameter).strip())


def class_of(declaration: Declaration, base: type, module: str) -> type:
    """The class that a declaration describes."""
    members: Dict[str, Any] = {
        python_name(p["name"]): _property(p) for p in declaration["parameters"]
    }
    members.update(
        __slots__=(),
        __doc__=docstring(declaration),
        __module__=module,
        __signature__=signature(declaration),
        _declaration=declaration,
    )
    return type(declaration["name"], (base,), members)
