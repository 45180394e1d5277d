"""A wheel is packed without anything that is fetched, and works in a fresh environment."""

import os
import pathlib
import shutil
import subprocess
import sys
import zipfile

import pytest

pytest.importorskip("venv")
PACKAGE = pathlib.Path(os.environ["PLIANT_PYTHON_PACKAGE"])


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    sys.path.insert(0, str(pathlib.Path(os.environ["PLIANT_SOURCE"]) / "python"))
    before = os.environ.get("PLIANT_BUILD")
    os.environ["PLIANT_BUILD"] = str(PACKAGE.parent.parent)
    try:
        import packing

        folder = tmp_path_factory.mktemp("wheel")
        return folder / packing.build_wheel(folder)
    finally:
        sys.path.pop(0)
        os.environ.pop("PLIANT_BUILD")
        if before is not None:
            os.environ["PLIANT_BUILD"] = before


def test_it_has_the_package_the_stubs_and_the_libraries(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        assert archive.testzip() is None
        record = archive.read(next(n for n in names if n.endswith("RECORD"))).decode()
    for name in ("pliant/__init__.py", "pliant/_pliant.pyi", "pliant/actions.pyi", "pliant/py.typed"):
        assert name in names
    assert any(n.startswith("pliant/_pliant.") and n.endswith(".so") for n in names)
    assert any(n.startswith("pliant/libraries/libhdf5") for n in names)
    assert not any(n.startswith("pliant/libraries/libc.") for n in names)
    if shutil.which("dpkg"):
        assert any(n.startswith("pliant/libraries/licences/libhdf5") for n in names)
    assert {line.split(",")[0] for line in record.splitlines()} == set(names)


def test_it_works_in_a_fresh_environment(wheel, tmp_path):
    subprocess.run(
        [sys.executable, "-m", "venv", "--system-site-packages", tmp_path / "env"], check=True
    )
    python = tmp_path / "env" / "bin" / "python"
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "PLIANT"))}
    run = dict(check=True, env=environment, cwd=tmp_path, capture_output=True, text=True)
    subprocess.run(
        [python, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", wheel], **run
    )
    script = """
import pliant
state = pliant.State(pliant.Model(pliant.solid(pliant.mesh("cube"), "rubber")))
state.step(10)
print(pliant.__file__, state.steps, pliant.__version__)
libraries = [line.split()[-1] for line in open("/proc/self/maps") if "hdf5" in line]
print(*set(libraries))
"""
    said = subprocess.run([python, "-c", script], **run).stdout.splitlines()
    file, steps, version = said[0].split()
    assert file.startswith(str(tmp_path)) and steps == "10" and version in wheel.name
    assert str(tmp_path / "env") in said[1]  # its own libraries, not the system's
