"""What scenes are made of: a class for each action, made from its one declaration."""

from __future__ import annotations

from typing import List

from . import _pliant
from .declared import Declared, class_of


class Action:
    """What a user adds to a simulation. A subclass in Python has some of these:

    at(run, step)      called at every `every`-th step, before the next one is taken
    next_event(step)   instead of `every`: the first step after `step` at which at() is called, a
                       function of the step alone; None: never again
    prepare(stage)     before bodies are made ready: groups, probes
    start(run), end(run)
    memory() -> numbers, remember(run, numbers)    what goes into checkpoints
    """

    every: int = 1
    """Steps from one call of at() to the next."""
    changes_energy: bool = True
    """Whether at() gives bodies energy or takes it away; what only looks says no."""


class BuiltIn(Declared, Action):
    """An action of Pliant's own, or of C++."""


_all = [
    class_of(declaration, BuiltIn, __name__) for declaration in _pliant._declarations()
]
globals().update((each.__name__, each) for each in _all)

__all__: List[str] = [each.__name__ for each in _all]
