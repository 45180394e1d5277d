"""What README.md and docs/python.md print does what it says, with the results of Lua and C++."""

import os
import re
import subprocess

import numpy as np
import pytest

import pliant


def blocks(file, language):
    """Those of a language; with fewer tetrahedra, as the example in C++ that is built."""
    text = file.read_text(encoding="utf-8").replace("20000", "2000").replace("5000", "1000")
    return re.findall(rf"^```{language}\n(.*?)^```", text, flags=re.M | re.S)


@pytest.fixture
def with_scan(tmp_path, monkeypatch):
    """A folder with the file that the examples fill."""
    monkeypatch.chdir(tmp_path)
    ball = pliant.shape("sphere", radius=0.15)
    pliant.Mesh(ball.vertices, triangles=ball.surface).write("scan.obj")
    return tmp_path


def test_the_example_in_cpp_gives_the_same_in_python(source, with_scan):
    program = os.environ["PLIANT_README_PROGRAM"]
    subprocess.run([program], check=True)
    in_cpp = pliant.read_mesh("fallen.vtu")
    (with_scan / "fallen.vtu").unlink()
    exec(blocks(source / "docs" / "python.md", "python")[0], {})
    in_python = pliant.read_mesh("fallen.vtu")
    assert len(in_cpp.vertices) > 300
    assert -0.201 < in_python.vertices[:, 1].min() < -0.05
    assert (in_cpp.vertices == in_python.vertices).all()


def test_the_scene_in_lua_gives_the_same_in_python(source, with_scan):
    (with_scan / "scene.lua").write_text(blocks(source / "README.md", "lua")[0])
    in_lua = pliant.scene("scene.lua").run()
    namespace = {}
    exec(blocks(source / "docs" / "python.md", "python")[1].rsplit("sim.run", 1)[0], namespace)
    in_python = namespace["sim"].run()
    assert in_python.world.hash() == in_lua.world.hash()
    assert in_python.step == in_lua.step > 100


def test_the_example_of_the_readme(source, with_scan, capsys):
    exec(blocks(source / "README.md", "python")[0], {})
    assert -0.201 < float(capsys.readouterr().out) < -0.05


def test_the_page_names_what_there_is(source):
    """Every pliant.NAME of the page exists, and every block is Python."""
    text = (source / "docs" / "python.md").read_text(encoding="utf-8")
    for name in set(re.findall(r"\bpliant\.([A-Za-z_]+)", text)) - {"whl"}:
        assert hasattr(pliant, name), name
    for method in set(re.findall(r"\bstate\.([a-z_]+)", text)):
        assert hasattr(pliant.State, method), method
    for method in set(re.findall(r"\bbatch\.([a-z_]+)", text)):
        assert hasattr(pliant.Batch, method), method
    for block in blocks(source / "docs" / "python.md", "python"):
        compile(block, "docs/python.md", "exec")


def test_the_action_of_the_page_runs(source):
    (block,) = (b for b in blocks(source / "docs" / "python.md", "python") if "class Wind" in b)
    namespace = {"pliant": pliant}
    exec(block, namespace)
    sim = pliant.Simulation(steps=30)
    sim.add_body("cube", material="jelly", name="body")
    sim.add_group("top", "above:0,0.999,0,0,1,0")
    sim.add(pliant.ElasticForces(), namespace["Wind"]())
    run = sim.run()
    assert run.bodies[0].velocities[:, 0].max() > 0
    assert np.isfinite(run.measure("height")).all()
