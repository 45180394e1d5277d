"""Recordings: frames that are read when they are asked for, probes, pages, pictures, the window."""

from __future__ import annotations

import html
import os
import shutil
import subprocess
import tempfile
from typing import Any, Dict, Iterator, List, Optional, Union, overload

import numpy as np
from numpy.typing import NDArray

from . import _pliant
from ._pliant import BodyFrame, Mesh
from .errors import InputError

Path = Union[str, "os.PathLike[str]"]


def program() -> str:
    """Where the program `pliant` is, which draws: $PLIANT_PROGRAM, beside the package, or in PATH."""
    here = os.path.dirname(os.path.abspath(__file__))
    for place in (
        os.environ.get("PLIANT_PROGRAM", ""),
        os.path.join(here, "bin", "pliant"),
        os.path.join(here, "..", "..", "bin", "pliant"),
    ):
        if place and os.access(place, os.X_OK) and os.path.isfile(place):
            return os.path.abspath(place)
    found = shutil.which("pliant")
    if found is None:
        raise _input_error("the program 'pliant' is not there", "install it, or set PLIANT_PROGRAM")
    return found


def _input_error(problem: str, cure: str) -> InputError:
    error = InputError(f"{problem}; {cure}")
    error.problem, error.cure = problem, cure
    return error


def _options(options: Dict[str, Any]) -> List[str]:
    out = []
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        if value is True:
            out.append(option)
        elif value is not False and value is not None:
            text = ",".join(map(str, value)) if isinstance(value, (tuple, list)) else str(value)
            out += [option, text]
    return out


class Frame:
    """All bodies of a recording at one time."""

    def __init__(self, frame: _pliant._Frame, bodies: List[str]) -> None:
        self._frame = frame
        self._bodies = bodies

    @property
    def step(self) -> int:
        return self._frame.step

    @property
    def time(self) -> float:
        """s"""
        return self._frame.time

    def __getitem__(self, body: Union[str, int]) -> BodyFrame:
        """A body by its name or number."""
        if isinstance(body, str):
            if body not in self._bodies:
                raise KeyError(body)
            body = self._bodies.index(body)
        return self._frame.body(body)

    @property
    def positions(self) -> NDArray[np.float64]:
        """Of the first body, m."""
        return self[0].positions

    @property
    def velocities(self) -> NDArray[np.float64]:
        """Of the first body, m/s."""
        return self[0].velocities

    @property
    def fields(self) -> Dict[str, NDArray[np.float32]]:
        """Of the first body."""
        return self[0].fields

    def __repr__(self) -> str:
        return f"<pliant.Frame: step {self.step}, {self.time:g} s>"


class Recording:
    """What a run wrote into a folder. recording[i] reads a frame; recording[-1] is the last one."""

    def __init__(self, folder: Path) -> None:
        self._recording = _pliant._Recording(folder)

    @property
    def folder(self) -> str:
        return os.fspath(self._recording.folder)

    @property
    def info(self) -> Dict[str, Any]:
        """scene, time_step (s), program, and the height of a level floor (m)."""
        return self._recording.info

    @property
    def bodies(self) -> List[str]:
        """Their names."""
        return self._recording.bodies

    def mesh(self, body: Union[str, int] = 0) -> Mesh:
        """A body as it was at the start."""
        number = self.bodies.index(body) if isinstance(body, str) else body
        return self._recording.mesh(number)

    @property
    def steps(self) -> NDArray[np.int64]:
        """Of each frame."""
        return self._recording.steps

    @property
    def times(self) -> NDArray[np.float64]:
        """Of each frame, s."""
        return self._recording.times

    def __len__(self) -> int:
        return self._recording.frames

    @overload
    def __getitem__(self, which: int) -> Frame: ...
    @overload
    def __getitem__(self, which: slice) -> List[Frame]: ...
    def __getitem__(self, which: Union[int, slice]) -> Union[Frame, List[Frame]]:
        if isinstance(which, slice):
            return [self[i] for i in range(*which.indices(len(self)))]
        return Frame(self._recording.read(which), self.bodies)

    def __iter__(self) -> Iterator[Frame]:
        for i in range(len(self)):
            yield self[i]

    @property
    def probes(self) -> Dict[str, NDArray[Any]]:
        """What was measured: step, "time [s]" and the columns with their units."""
        return _pliant._read_probes(os.path.join(self.folder, "probes.csv"))

    def dataframe(self) -> Any:
        """The probes as a pandas DataFrame, which needs pandas."""
        import pandas  # type: ignore

        return pandas.DataFrame(self.probes).set_index("time [s]")

    def export(
        self,
        target: Path,
        *,
        every: int = 1,
        most_frames: int = 0,
        most_megabytes: float = 0.0,
        title: str = "",
        field: str = "",
    ) -> int:
        """Writes it for other programs, and returns how many frames were taken; the extension tells
        the format: .html (a page for any browser), .pvd, .vtu, .obj, .ply, .glb, .csv or .npz."""
        return self._recording.export(target, every, most_frames, most_megabytes, title, field)

    def render(self, target: Path, **options: Any) -> None:
        """Draws a movie (.mp4) or pictures (.png); options as those of `pliant render`: frame=3,
        field="von_mises", camera=(40, 20), fps=30, cut=True."""
        command = [program(), "render", self.folder, "-o", os.fspath(target), *_options(options)]
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            raise _input_error(done.stderr.strip() or "it could not be drawn", "see above")

    def page(self) -> str:
        """The page of .html as text."""
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "recording.html")
            self.export(file)
            with open(file, encoding="utf-8") as text:
                return text.read()

    def _repr_html_(self) -> str:
        return (
            f'<iframe srcdoc="{html.escape(self.page())}" width="100%" height="540" '
            'style="border:0"></iframe>'
        )

    def __repr__(self) -> str:
        return f"<pliant.Recording '{self.folder}': {len(self)} frames of {self.bodies}>"


def show(
    what: Union[Recording, Path], *, wait: bool = False, **options: Any
) -> Optional["subprocess.Popen[bytes]"]:
    """Opens the window with a recording, a scene or a mesh: `pliant view` in a process of its own."""
    source = what.folder if isinstance(what, Recording) else os.fspath(what)
    window = subprocess.Popen([program(), "view", source, *_options(options)])
    if not wait:
        return window
    window.wait()
    return None
