import numpy as np
import pytest

import pliant


def test_copies_are_one_array(model):
    batch = pliant.Batch(model, 5, gravity=(0, -9.81, 0), time_step=1e-3)
    places = batch.positions
    assert places.shape == (5, model.vertex_count, 3) and len(batch) == 5
    moved = places + np.arange(5)[:, None, None]
    batch.positions = moved
    assert batch.positions == pytest.approx(moved, abs=1e-6)
    batch.velocities = np.ones((model.vertex_count, 3))
    assert (batch.velocities == 1).all()
    with pytest.raises(ValueError):
        batch.positions[0, 0, 0] = 1
    with pytest.raises(pliant.InputError, match="shape"):
        batch.positions = moved[:4]
    with pytest.raises(pliant.InputError):
        batch.positions = np.full(moved.shape, np.nan)


def test_a_copy_moves_as_a_state_does(model):
    batch = pliant.Batch(model, 3, time_step=5e-4)
    state = pliant.State(model, time_step=5e-4)
    batch.step(200)
    state.step(200)
    assert batch.steps == 200 and batch.time == pytest.approx(0.1)
    for copy in range(3):
        assert (batch.positions[copy] == state.positions).all()


def test_copies_have_parameters_and_gravity_of_their_own(model):
    batch = pliant.Batch(model, 2, gravity=(0, -9.81, 0), time_step=5e-4)
    batch.set_dynamics(1, gravity=(0, 9.81, 0))
    batch.step(100)
    heights = batch.positions[:, :, 1].mean(axis=1) - 0.5
    assert heights[0] == pytest.approx(-heights[1], rel=1e-3) and heights[0] < 0

    fields = [name for name, unit, _ in pliant.laws()[model.law(0)]["parameters"] if unit == "Pa"]
    stretched = pliant.Batch(model, 2, gravity=(0, 0, 0), time_step=1e-4)
    for field in fields:
        stretched.scale_parameter(0, field, [1.0, 0.25])
    stretched.positions = 1.02 * stretched.positions[0]
    stretched.step(5)
    speeds = np.abs(stretched.velocities).max(axis=(1, 2))
    assert speeds[1] < 0.5 * speeds[0]
    assert not stretched.diverged.any()
    with pytest.raises(pliant.InputError, match="factors"):
        stretched.scale_parameter(0, fields[0], [1.0, 2.0, 3.0])


def test_memory_is_shared_with_other_libraries(model):
    batch = pliant.Batch(model, 3, time_step=5e-4)
    places, speeds = batch.share_positions(), batch.share_velocities()
    assert places.shape == (3, model.vertex_count, 3) and places.dtype == np.float32
    assert places.device == "cpu" and places.__dlpack_device__() == (1, 0)
    assert not hasattr(places, "__cuda_array_interface__")
    views = [np.from_dlpack(places), np.asarray(places)]
    address = places.__array_interface__["data"][0]
    assert all(view.__array_interface__["data"][0] == address for view in views)
    assert not views[1].flags.writeable
    batch.step(40)
    assert (views[0] != batch.positions).any()
    batch.refresh(places)
    batch.refresh(speeds)
    for view in views:
        assert (view == batch.positions.astype(np.float32)).all()
    assert (np.asarray(speeds) == batch.velocities.astype(np.float32)).all()
    last = views[0].copy()
    del batch, places
    assert (views[0] == last).all()  # it keeps its memory


def test_memory_of_double_precision_is_shared(cube):
    model = pliant.Model(pliant.solid(cube, "rubber"), precision="double")
    batch = pliant.Batch(model, 2, time_step=5e-4)
    batch.step(10)
    assert (np.from_dlpack(batch.share_positions()) == batch.positions).all()


def test_memory_is_not_shared_wrongly(model):
    batch, other = (pliant.Batch(model, 2, time_step=5e-4) for _ in range(2))
    shared = batch.share_positions()
    with pytest.raises(pliant.InputError, match="another batch"):
        other.refresh(shared)
    with pytest.raises(BufferError):
        shared.__dlpack__(copy=True)
    for _ in range(100):
        shared.__dlpack__()  # that nobody takes
    capsule = shared.__dlpack__(stream=None, max_version=(1, 0))
    assert "dltensor" in repr(capsule)
    with pytest.raises(TypeError):
        pliant.SharedVectors()


def test_arrays_of_the_callers_are_written_to(model):
    batch = pliant.Batch(model, 3, time_step=5e-4)
    state = pliant.State(model, time_step=5e-4)
    for kind in (np.float32, np.float64):
        batch.step(10)
        state.step(10)
        all_places = np.empty((3, model.vertex_count, 3), kind)
        places, speeds = (np.empty((model.vertex_count, 3), kind) for _ in range(2))
        batch.read_positions(all_places)
        state.read_positions(places)
        state.read_velocities(speeds)
        assert (all_places == batch.positions.astype(kind)).all()
        assert (places == state.positions.astype(kind)).all()
        assert (speeds == state.velocities.astype(kind)).all()
    fixed = np.empty((model.vertex_count, 3))
    fixed.setflags(write=False)
    for bad in (
        fixed,
        np.empty((3, model.vertex_count)).T,
        np.empty((model.vertex_count, 4))[:, :3],
        np.empty((model.vertex_count + 1, 3)),
        np.empty((model.vertex_count, 3), int),
        [[0.0, 0.0, 0.0]],
    ):
        with pytest.raises(pliant.InputError, match="written"):
            state.read_positions(bad)
