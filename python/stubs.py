"""Makes _pliant.pyi and actions.pyi from the module itself: python3 stubs.py FOLDER_OF_PACKAGE."""

import inspect
import pathlib
import re
import sys
import types

HEAD = '''# Made from the module by python/stubs.py.
import os
from typing import (
    Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, Union, overload,
)

import numpy
from numpy.typing import ArrayLike, NDArray
'''
ARGUMENTS = {
    "Points": "ArrayLike",
    "Numbers": "ArrayLike",
    "Indices": "ArrayLike",
    "Vector": "ArrayLike",
    "AnyMaterial": "Union[Material, str]",
    "handle": "Any",
    "object": "Any",
    "numpy.ndarray": "ArrayLike",
    "function": "Callable[..., Any]",
    "os.PathLike": 'Union[str, "os.PathLike[str]"]',
    "bytes": "bytes",
    "List": "Sequence",
    "Dict": "Mapping",
    "dict": "Mapping[Any, Any]",
}
RESULTS = {
    **ARGUMENTS,
    "List": "List",
    "Dict": "Dict",
    "dict": "Dict[str, Any]",
    "list": "List[Any]",
    "tuple": "Tuple[Any, ...]",
    "Vector": "NDArray[numpy.float64]",
    "numpy.ndarray": "NDArray[Any]",
    "dtype": "numpy.dtype[Any]",
    "os.PathLike": '"os.PathLike[str]"',
}


def typed(text, words):
    text = text.replace("pliant._pliant.", "").replace("std::monostate", "None")
    text = re.sub(r"Annotated\[(.*?), FixedSize\(\d+\)\]", r"\1", text)
    pattern = "|".join(sorted(map(re.escape, words), key=len, reverse=True))
    return re.sub(rf"(?<![\w.])({pattern})(?![\w.])", lambda m: words[m[1]], text)


def split(arguments):
    """At the commas outside brackets."""
    out, depth, part = [], 0, ""
    for letter in arguments:
        depth += (letter in "[(<{") - (letter in "])>}")
        if letter == "," and depth == 0:
            out.append(part.strip())
            part = ""
        else:
            part += letter
    return out + [part.strip()] if part.strip() else out


def argument(text, is_method, position):
    if text.startswith("*"):
        return text if ":" in text else text + ": Any" if len(text) > 1 else text
    name, _, rest = text.partition(":")
    if is_method and position == 0:
        return "self"
    kind, _, default = rest.partition(" = ")
    kind = typed(kind.strip(), ARGUMENTS)
    if default == "None" and not kind.startswith(("Optional", "Any")):
        kind = f"Optional[{kind}]"
    return f"{name}: {kind}" + (" = ..." if default else "")


def signatures(name, doc):
    """The parts of pybind11's docstring: signature lines, and the rest of each."""
    lines = (doc or "").strip().split("\n")
    numbered = re.compile(rf"^(?:\d+\. )?{re.escape(name)}\((.*)\) -> (.*)$")
    found, current = [], None
    for line in lines:
        match = numbered.match(line)
        if match:
            current = (match[1], match[2], [])
            found.append(current)
        elif current is not None and line.strip() and line != "Overloaded function.":
            current[2].append(line.strip())
    return found


def function(name, doc, indent, is_method, is_static=False):
    found = signatures(name, doc)
    out = []
    for arguments, result, words in found:
        parts = [argument(a, is_method, i) for i, a in enumerate(split(arguments))]
        if name == "__eq__":
            parts = ["self", "other: object"]
        result = "None" if name == "__init__" else typed(result, RESULTS)
        if len(found) > 1:
            out.append(f"{indent}@overload")
        if is_static:
            out.append(f"{indent}@staticmethod")
        out.append(f"{indent}def {name}({', '.join(parts)}) -> {result}:")
        if words and len(found) == 1:
            out.append(f'{indent}    """{" ".join(words)}"""')
        out.append(f"{indent}    ...")
    return out


def property_of(name, member, indent):
    match = re.search(r"-> (.*)$", (member.fget.__doc__ or "").split("\n")[0])
    result = typed(match[1], RESULTS) if match else "Any"
    if name in ("positions", "velocities", "vertices"):
        result = "NDArray[numpy.float64]"
    out = [f"{indent}@property", f"{indent}def {name}(self) -> {result}:"]
    if member.__doc__:
        out.append(f'{indent}    """{" ".join(member.__doc__.split())}"""')
    out.append(f"{indent}    ...")
    if member.fset is not None:
        first = (member.fset.__doc__ or "").split("\n")[0]
        inner = re.match(r"^\w*\((.*)\) -> ", first)
        kind = "Any"
        if inner:
            kind = argument(split(inner[1])[-1], False, 1).partition(": ")[2]
        out += [f"{indent}@{name}.setter", f"{indent}def {name}(self, value: {kind}) -> None: ..."]
    return out


def class_of(cls):
    out = [f"class {cls.__name__}:"]
    doc = cls.__doc__ or ""
    if doc.strip():
        out.append(f'    """{" ".join(doc.split())}"""')
    for name, member in sorted(vars(cls).items()):
        if isinstance(member, property):
            out += property_of(name, member, "    ")
        elif isinstance(member, staticmethod):
            out += function(name, member.__func__.__doc__, "    ", False, True)
        elif callable(member) and (name == "__init__" or not name.startswith("__pybind")):
            if name in ("__new__", "__class__", "__hash__", "__repr__"):
                continue
            out += function(name, member.__doc__, "    ", True)
    return out + ["    ..."]


def module_stub(module):
    out = [HEAD]
    for name, member in sorted(vars(module).items()):
        if inspect.isclass(member):
            out += class_of(member) + [""]
    for name, member in sorted(vars(module).items()):
        if isinstance(member, types.BuiltinFunctionType):
            out += function(name, member.__doc__, "", False)
    return "\n".join(out) + "\n"


PARAMETERS = {
    "number": "float",
    "integer": "int",
    "boolean": "bool",
    "text": "str",
    "choice": "str",
    "vector": "ArrayLike",
    "texts": "Sequence[str]",
    "settings": "Mapping[str, float]",
    "events": "Sequence[Mapping[str, Any]]",
    "number_of_time": "Union[float, Callable[[float], float]]",
    "vector_of_time": "Union[ArrayLike, Callable[[float], ArrayLike]]",
    "group": "str",
    "body": "str",
}


def action_stub(cls, declared):
    out = [f"class {cls.__name__}(BuiltIn):"]
    lines = cls.__doc__.split("\n")
    out += ['    """' + lines[0], *["    " + line if line else "" for line in lines[1:]], '    """']
    arguments = []
    for p in cls._declaration["parameters"]:
        name, kind = declared.python_name(p["name"]), PARAMETERS[p["kind"]]
        if p["default"] is None:
            kind = f"Optional[{kind}]"
        arguments.append(f"{name}: {kind} = ...")
    out.append(f"    def __init__({', '.join(['__self', *arguments])}) -> None: ...")
    for p in cls._declaration["parameters"]:
        name = declared.python_name(p["name"])
        out += [
            "    @property",
            f"    def {name}(self) -> Any: ...",
            f"    @{name}.setter",
            f"    def {name}(self, value: Any) -> None: ...",
        ]
    return out + [""]


def actions_stub(actions, declared):
    out = [HEAD, "from .declared import Declared", ""]
    out += [
        "class Action:",
        f'    """{actions.Action.__doc__}"""',
        "    every: int",
        "    changes_energy: bool",
        "",
        "class BuiltIn(Declared, Action): ...",
        "",
    ]
    for cls in actions._all:
        out += action_stub(cls, declared)
    names = ", ".join(f'"{cls.__name__}"' for cls in actions._all)
    return "\n".join(out) + f"\n__all__ = [{names}]\n"


def main(folder):
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(folder.parent))
    import pliant._pliant
    from pliant import actions, declared

    (folder / "actions.pyi").write_text(actions_stub(actions, declared), encoding="utf-8")
    (folder / "_pliant.pyi").write_text(module_stub(pliant._pliant), encoding="utf-8")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve())
