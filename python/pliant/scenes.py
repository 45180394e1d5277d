"""Scenes: a Simulation is described as in Lua, and run with the same bits."""

from __future__ import annotations

import os
from typing import Any, Callable, Dict, List, Mapping, Optional, TypeVar, Union

from . import _pliant
from ._pliant import Mesh, Run
from .actions import Action, BuiltIn
from .declared import Declared, set_arguments, with_place
from .errors import InputError
from .places import calling_folder, calling_place

Path = Union[str, "os.PathLike[str]"]
AnyAction = TypeVar("AnyAction", bound=Action)


class Structure(Declared):
    """A body of a scene."""

    _declaration = _pliant._body_declaration()

    @classmethod
    def _make(cls) -> Any:
        return _pliant._new_body()


_group = _pliant._group_declaration()
_settings = _pliant._settings_declaration()


def _setting(parameter: Dict[str, Any]) -> property:
    name = parameter["name"]

    def read(self: "Simulation") -> Any:
        return self._simulation.get(name)

    def write(self: "Simulation", value: Any) -> None:
        self._set(name, value)

    return property(read, write, doc=f"{parameter['help']} [{parameter['unit']}]")


class Simulation:
    """An experiment: bodies, and what happens to them.

    sim = Simulation(seconds=1)
    sim.add_body(mesh="cube", material="rubber")
    sim.add(ElasticForces(), Gravity(), Ground(-0.2))
    run = sim.run("out")

    seconds or steps say how long it runs, time_step (s) in which steps (a safe one where none is
    given), save_every how many steps lie between two frames. Names of files count from `folder`,
    that of the calling script.
    """

    def __init__(
        self,
        seconds: Optional[float] = None,
        steps: Optional[int] = None,
        time_step: Optional[float] = None,
        save_every: Optional[int] = None,
        *,
        folder: Optional[Path] = None,
    ) -> None:
        self._simulation = _pliant._Simulation(calling_folder() if folder is None else folder)
        self._text = ""
        given = dict(seconds=seconds, steps=steps, time_step=time_step, save_every=save_every)
        for name, value in given.items():
            if value is not None:
                self._set(name, value)

    def _set(self, name: str, value: Any) -> None:
        try:
            self._simulation.place(*calling_place())
            self._simulation.set(name, value)
        except InputError as error:
            raise with_place(error) from None

    seconds = _setting(_settings["parameters"][0])
    steps = _setting(_settings["parameters"][1])
    time_step = _setting(_settings["parameters"][2])
    save_every = _setting(_settings["parameters"][3])

    def add(self, *actions: Action) -> None:
        """Adds actions, in their order: Pliant's own, or subclasses of Action."""
        for action in actions:
            if isinstance(action, BuiltIn):
                self._simulation.add_action(action._declared)
            elif isinstance(action, Action):
                name = type(action).__name__
                self._simulation.add_python_action(action, name, *calling_place())
            else:
                raise TypeError(f"{action!r} is no action: Gravity(9.81) is one, with brackets")

    def add_body(
        self, mesh: Union[Path, Mesh], *values: Any, forces: Optional[BuiltIn] = None, **by_name: Any
    ) -> None:
        """Adds a body: a file, a built-in shape or a Mesh, and what a body has besides.

        forces: an action for this body alone. All others: help(pliant.scenes.Structure).
        """
        body = _pliant._new_body()
        if isinstance(mesh, Mesh):
            body.set_mesh(mesh)
            set_arguments(body, _without_mesh, values, by_name)
        else:
            set_arguments(body, Structure._declaration, (mesh, *values), by_name)
        try:
            self._simulation.add_body(body, None if forces is None else forces._declared)
        except InputError as error:
            raise with_place(error) from None

    def add_group(self, *values: Any, **by_name: Any) -> None:
        """Gives vertices a name: add_group("top", "above:0,1,0,0,1,0"), or by low and high, the
        corners of a box, or by point and normal of a plane."""
        group = _pliant._new_group()
        set_arguments(group, _group, values, by_name)
        self._simulation.add_group(group)

    @property
    def actions(self) -> List[str]:
        """The names of the actions, in their order."""
        return self._simulation.actions

    @property
    def bodies(self) -> List[str]:
        """The names of the bodies."""
        return self._simulation.bodies

    @property
    def definitions(self) -> Dict[str, Any]:
        """The values that define() gave in a Lua script."""
        return self._simulation.definitions

    def begin(
        self,
        output: Optional[Path] = None,
        *,
        precision: str = "auto",
        backend: str = "cpu",
        record: bool = True,
        resume: bool = False,
    ) -> Run:
        """Builds everything; the run has taken no step yet.

        output: a folder for the recording and the probes. precision: "auto" is single where that is
        enough. resume: goes on from the checkpoint in `output`.
        """
        return self._simulation.begin(output, precision, backend, record, resume, self._text)

    def run(
        self,
        output: Optional[Path] = None,
        *,
        callback: Optional[Callable[[Run], object]] = None,
        every: int = 1,
        precision: str = "auto",
        backend: str = "cpu",
        record: bool = True,
        resume: bool = False,
    ) -> Run:
        """Computes it to its end; calls callback(run) after every so many steps. What was recorded
        up to an exception or Ctrl-C is kept."""
        if every < 1:
            raise ValueError(f"every is {every}; give 1 or more")
        run = self.begin(
            output, precision=precision, backend=backend, record=record, resume=resume
        )
        try:
            while not run.finished:
                if callback is None:
                    run.advance()
                else:
                    run.advance(every - run.step % every)
                    callback(run)
        finally:
            run.finish()
        return run

    # The names that scenes in Lua have.
    addAction = add
    addBody = add_body
    addGroup = add_group

    def setStructure(self, structure: Structure) -> None:
        """Instead of all bodies: Structure("beam.str", 1200)."""
        self._simulation.set_body(structure._declared)

    def setSaveSkip(self, steps: int) -> None:
        self.save_every = steps

    def setNumTimesteps(self, steps: int) -> None:
        self.steps = steps

    def setStepSize(self, seconds: float) -> None:
        self.time_step = seconds

    def __repr__(self) -> str:
        return f"<pliant.Simulation: bodies {self.bodies}, actions {self.actions}>"


_without_mesh = dict(
    Structure._declaration,
    parameters=[p for p in Structure._declaration["parameters"] if p["name"] != "mesh"],
)


def scene(
    file: Path, defines: Optional[Mapping[str, Any]] = None, *, allow_io: bool = False
) -> Simulation:
    """The simulation that a Lua script describes, to be run or to be added to.

    defines: what define("name", ...) gives in it.
    """
    words = {
        key: str(value).lower() if isinstance(value, bool) else str(value)
        for key, value in (defines or {}).items()
    }
    made = Simulation(folder="")
    made._simulation = _pliant._lua_scene(file, words, allow_io)
    with open(file, encoding="utf-8", errors="replace") as text:
        made._text = text.read()
    return made
