"""The stubs are those of the module, and mypy finds in them what is right and what is wrong."""

import os
import pathlib
import shutil
import subprocess
import sys

import pytest

PACKAGE = pathlib.Path(os.environ["PLIANT_PYTHON_PACKAGE"])
pytestmark = pytest.mark.skipif(shutil.which("mypy") is None, reason="mypy is not installed")

GOOD = """
import numpy as np
import pliant

mesh: pliant.Mesh = pliant.mesh("cube", tets=100)
state = pliant.State(pliant.Model(pliant.solid(mesh, "rubber")), gravity=(0, -9.81, 0))
state.step(10)
state.positions = 2 * state.positions
state.drive([0, 1], lambda t: (0, t, 0), axes="y")
height: float = float(state.positions[:, 1].max())
batch = pliant.Batch(pliant.Model(pliant.solid(mesh)), 4)
sim = pliant.Simulation(seconds=1)
sim.add(pliant.Gravity(strength=3), pliant.Ground(level=lambda t: 0.1 * t))


class Push(pliant.Action):
    def at(self, run: pliant.Run, step: int) -> None:
        run.stop("enough")


sim.add(Push())
run = sim.run(callback=lambda r: r.time)
frames = [frame.positions for frame in pliant.Recording("out")]
found = pliant.fit(lambda a: np.array([a]), [1.0], {"a": (0.5, 0.1, 2.0)})
young: float = found.parameters["a"]
"""

BAD = [
    "pliant.mesh(3)",
    "pliant.Gravity(strength='strong')",
    "pliant.Gravity(strenght=3)",
    "pliant.State(pliant.mesh('cube'))",
    "pliant.State(pliant.Model(pliant.solid(pliant.mesh('cube')))).stpe(3)",
    "pliant.Simulation(seconds='long')",
    "pliant.Simulation().add(3)",
]


def mypy(file, *options):
    command = [shutil.which("mypy"), "--strict", "--cache-dir", str(file.parent / "cache"), *options]
    environment = {**os.environ, "MYPYPATH": str(PACKAGE.parent)}
    return subprocess.run(
        [*command, "--python-executable", sys.executable, str(file)],
        capture_output=True,
        text=True,
        env=environment,
    )


def test_good_code_is_found_good(tmp_path):
    file = tmp_path / "good.py"
    file.write_text(GOOD)
    done = mypy(file)
    assert done.returncode == 0, done.stdout + done.stderr


def test_wrong_code_is_found_wrong(tmp_path):
    file = tmp_path / "bad.py"
    file.write_text("import pliant\n\n" + "\n".join(BAD) + "\n")
    done = mypy(file)
    lines = {int(line.split(":")[1]) for line in done.stdout.splitlines() if ": error:" in line}
    assert lines == set(range(3, 3 + len(BAD))), done.stdout


def test_the_package_itself_is_checked():
    done = subprocess.run(
        [shutil.which("mypy"), "--strict", "--cache-dir", os.devnull, "-p", "pliant"],
        capture_output=True,
        text=True,
        cwd=PACKAGE.parent,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_name_of_the_module_is_in_the_stubs():
    import pliant._pliant
    from pliant import actions

    text = (PACKAGE / "_pliant.pyi").read_text(encoding="utf-8")
    for name, member in vars(pliant._pliant).items():
        if not name.startswith("__"):
            assert f"class {name}" in text or f"def {name}(" in text, name
        if isinstance(member, type):
            for inner in vars(member):
                if not inner.startswith("_"):
                    assert f"def {inner}(" in text, f"{name}.{inner}"
    text = (PACKAGE / "actions.pyi").read_text(encoding="utf-8")
    for cls in actions._all:
        assert f"class {cls.__name__}(" in text
