"""What Pliant raises."""

from __future__ import annotations

from typing import Optional


class InputError(ValueError):
    """What was given is at fault. The message names file, line, problem and cure."""

    file: str = ""
    line: int = 0
    problem: str = ""
    cure: str = ""


class Diverged(RuntimeError):
    """A state stopped being finite, or ran away; it is back at a moment from before that."""

    vertex: int = 0
    """The vertex that went wrong first."""
    law: str = ""
    """The law of the relation that pulled most at it."""
    relation: Optional[int] = None
    """That relation, by its number in the set of its law."""
    time: float = 0.0
    """When, in s."""
    body: int = 0
    """Which body of a world."""


class Note(UserWarning):
    """Something to know that is no error: a mesh with holes, a step that is chosen smaller."""
