import gc
import os

import numpy as np
import pytest

import pliant


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    out = tmp_path_factory.mktemp("recordings") / "out"
    sim = pliant.Simulation(steps=60, time_step=1e-3)
    sim.add_body("cube", name="low", material="rubber", settings={"cells": 2})
    sim.add_body("sphere", name="high", material="jelly", position=(0, 2, 0))
    sim.add(pliant.ElasticForces(), pliant.Gravity(), pliant.Ground(level=-0.01))
    sim.add(pliant.Record(every=20, fields=["von_mises"]))
    sim.add(pliant.Probe(quantity="highest", body="low", name="low", every=10))
    sim.run(out)
    return out


def test_frames_are_read_when_they_are_asked_for(folder):
    recording = pliant.Recording(folder)
    assert len(recording) == 4 and recording.steps.tolist() == [0, 20, 40, 60]
    assert recording.times == pytest.approx([0, 0.02, 0.04, 0.06])
    assert recording.bodies == ["low", "high"]
    last = recording[-1]
    assert last.step == 60 and last.time == pytest.approx(0.06)
    assert (last["low"].positions == last[0].positions).all()
    assert last["high"].velocities.shape == last["high"].positions.shape
    mesh = recording.mesh("low")
    assert last["low"].fields["von_mises"].shape == (len(mesh.tetrahedra),)
    assert recording[0].positions == pytest.approx(mesh.vertices, abs=1e-6)
    assert [frame.step for frame in recording[1:3]] == [20, 40]
    assert [frame.step for frame in recording] == [0, 20, 40, 60]
    with pytest.raises(IndexError):
        recording[4]
    with pytest.raises(KeyError):
        last["nobody"]
    with pytest.raises(IndexError):
        last[2]


def test_arrays_of_a_frame_outlive_it(folder):
    positions = pliant.Recording(folder)[1].positions
    gc.collect()
    again = pliant.Recording(folder)[1].positions
    assert (positions == again).all()
    with pytest.raises(ValueError):
        positions[0, 0] = 1


def test_probes_are_arrays_by_name(folder):
    probes = pliant.Recording(folder).probes
    assert probes["step"].tolist() == [0, 10, 20, 30, 40, 50, 60]
    assert probes["time [s]"] == pytest.approx(np.arange(7) * 0.01)
    (column,) = [name for name in probes if name.startswith("low")]
    assert len(probes[column]) == 7


def test_probes_are_a_table_of_pandas(folder):
    pandas = pytest.importorskip("pandas")
    table = pliant.Recording(folder).dataframe()
    assert isinstance(table, pandas.DataFrame) and len(table) == 7


def test_a_recording_is_exported(folder, tmp_path):
    recording = pliant.Recording(folder)
    assert recording.export(tmp_path / "all.npz", every=2) == 2
    arrays = np.load(tmp_path / "all.npz")
    assert any("low" in name for name in arrays.files)
    assert recording.export(tmp_path / "all.csv") == 4
    with pytest.raises(pliant.InputError, match="xyz"):
        recording.export(tmp_path / "all.xyz")


def test_what_is_no_recording_is_refused(tmp_path):
    with pytest.raises(pliant.InputError):
        pliant.Recording(tmp_path)


def test_pictures_are_drawn_by_the_program(folder, tmp_path):
    if not os.path.exists(os.environ.get("PLIANT_PROGRAM", "")):
        pytest.skip("the program is not built")
    recording = pliant.Recording(folder)
    with pytest.raises(pliant.InputError, match="frame"):
        recording.render(tmp_path / "no.png", frame=99)
    recording.render(tmp_path / "last.png", frame=3, size="160x120")
    assert (tmp_path / "last.png").read_bytes().startswith(b"\x89PNG")


def test_the_page_of_a_notebook(folder):
    try:
        page = pliant.Recording(folder)._repr_html_()
    except pliant.InputError as error:
        pytest.skip(str(error))  # built without npm
    assert page.startswith("<iframe") and "low" in page


def test_frames_of_ones_own_are_recorded(cube, model, tmp_path):
    state = pliant.State(model)
    recorder = pliant.Recorder(tmp_path / "own", {"cube": cube}, time_step=state.time_step)
    for _ in range(3):
        recorder.add(state.steps, state.time, {"cube": state.positions})
        state.step(10)
    with pytest.raises(pliant.InputError, match="cube"):
        recorder.add(state.steps, state.time, {"cub": state.positions})
    with pytest.raises(pliant.InputError, match="vertices"):
        recorder.add(state.steps, state.time, {"cube": state.positions[1:]})
    recorder.finish()
    assert pliant.Recording(tmp_path / "own").steps.tolist() == [0, 10, 20]
