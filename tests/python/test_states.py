import copy

import numpy as np
import pytest

import pliant


def address(array):
    return array.__array_interface__["data"][0]


def test_a_fall_is_that_of_the_integrator(model):
    state = pliant.State(model, time_step=2e-4)
    before = state.positions[:, 1].mean()
    state.step(500)
    n, h, g = 500, 2e-4, 9.81
    assert before - state.positions[:, 1].mean() == pytest.approx(
        g * h * h * n * (n + 1) / 2, rel=1e-4
    )
    assert state.steps == 500 and state.time == pytest.approx(0.1)


def test_steps_taken_one_by_one_have_the_same_bits(model):
    obstacles = [pliant.floor(point=(0, -0.05, 0), bounce=0.3)]
    one, many, parts = (pliant.State(model, obstacles=obstacles) for _ in range(3))
    many.step(1000)
    for _ in range(1000):
        one.step()
    for count in (1, 16, 17, 466, 500):
        parts.step(count)
    assert one.hash() == many.hash() == parts.hash()


def test_positions_are_made_once_for_each_moment_and_stay(model):
    state = pliant.State(model)
    before = state.positions
    assert address(state.positions) == address(before)
    copied = before.copy()
    state.step(10)
    assert (before == copied).all()
    assert address(state.positions) != address(before)
    assert (state.positions != copied).any()
    with pytest.raises(ValueError):
        state.positions[0, 0] = 1
    state.positions = copied
    assert state.positions == pytest.approx(copied, abs=1e-6)


def test_a_change_from_outside_is_seen_at_once(model, cube):
    state = pliant.State(model, gravity=(0, 0, 0))
    assert not state.velocities.any()
    state.velocities = np.ones_like(cube.vertices)
    assert (state.velocities == 1).all()
    assert state.momentum() == pytest.approx(np.full(3, model.masses.sum()), rel=1e-6)


def test_energy_of_a_free_body_is_kept_but_for_damping(cube):
    steel_like = pliant.Material(young=1e5, poisson=0.3, density=1000)
    state = pliant.State(
        pliant.Model(pliant.solid(cube, steel_like), precision="double"), gravity=(0, 0, 0)
    )
    state.set_dynamics(integrator="leap_frog", time_step=0.02 * state.stable_step())
    state.positions = 1.05 * state.positions
    begin = state.energy()["total"]
    state.step(2500)
    assert state.energy()["kinetic"] > 0.01 * begin
    assert state.energy()["total"] == pytest.approx(begin, rel=0.02)


def test_pins_hold_and_support_forces_carry_the_weight(model, top):
    state = pliant.State(model, damping=20)
    state.pin(top)
    assert state.pinned.sum() == len(top)
    places = state.positions[top]
    state.advance(2)
    assert (state.positions[top] == places).all()
    weight = model.masses.sum() * 9.81
    assert state.support_forces().sum(axis=0)[1] == pytest.approx(weight, rel=0.01)
    state.release(top)
    state.step(100)
    assert (state.positions[top, 1] < places[:, 1]).all()


def test_a_drive_leads_vertices_along_a_python_function(model, top):
    state = pliant.State(model, gravity=(0, 0, 0))
    begin = state.positions[top]
    number = state.drive(top, lambda t: (0.1 * np.sin(t), 0, 0))
    state.step(50)
    expected = begin + [0.1 * np.sin(state.time), 0, 0]
    assert state.positions[top] == pytest.approx(expected, abs=1e-6)
    assert state.has_drives
    state.remove_drive(number)
    assert not state.has_drives


def test_a_drive_may_turn_vertices(model, top):
    state = pliant.State(model, gravity=(0, 0, 0))
    begin = state.positions[top]

    def turned(t):
        c, s = np.cos(t), np.sin(t)
        return np.array([[c, 0, s, 0], [0, 1, 0, 0.5 * t], [-s, 0, c, 0]])

    state.drive(top, turned)
    state.step(100)
    matrix = turned(state.time)
    assert state.positions[top] == pytest.approx(begin @ matrix[:, :3].T + matrix[:, 3], abs=1e-5)


def test_pulls_obstacles_and_dynamics_can_be_changed(model):
    state = pliant.State(model, gravity=(0, 0, 0))
    state.set_pulls([pliant.Pull(0, state.positions[0] + [0.1, 0, 0], stiffness=50)])
    state.step(20)
    assert state.velocities[0, 0] > 0
    state.set_pulls([])
    state.set_dynamics(gravity=(0, -1, 0), damping=0.5, integrator="leap_frog")
    assert state.dynamics["integrator"] == "leap_frog"
    assert state.dynamics["gravity"].tolist() == [0, -1, 0]
    with pytest.raises(pliant.InputError, match="verlet"):
        state.set_dynamics(integrator="verle")
    state.set_obstacles([pliant.ball((0, -2, 0), 0.5), pliant.capsule((0, -2, 0), (1, -2, 0), 0.1)])
    assert len(state.dynamics["obstacles"]) == 2


@pytest.mark.parametrize(
    "obstacle, level",
    [
        (pliant.floor((0, -0.1, 0)), -0.1),
        (pliant.cuboid((0, -0.6, 0), (4, 1, 4)), -0.1),
        (pliant.tabletop((0, -0.1, 0), 4, 4), -0.1),
    ],
)
def test_obstacles_keep_vertices_out(model, obstacle, level):
    state = pliant.State(model, obstacles=[obstacle], damping=2)
    state.advance(1)
    assert state.positions[:, 1].min() == pytest.approx(level, abs=2e-3)


def test_cutting_takes_relations_away(cube, model):
    state = pliant.State(model)
    before = len(state.surface())
    gone = state.cut((0, 0.5, 0), (0, 1, 0))
    assert gone > 0
    assert state.removed(0).sum() + state.removed_tetrahedra().sum() > 0
    assert len(state.surface()) != before
    state.put_back(0, np.flatnonzero(state.removed(0)))
    assert not state.removed(0).any()


def test_parameters_are_read_and_written(model):
    state = pliant.State(model)
    fields = [name for name, unit, help in pliant.laws()[model.law(0)]["parameters"]]
    field = fields[0]
    values = state.parameters(0, field)
    assert len(values) == model.relation_count(0)
    state.set_parameter(0, field, values * 2)
    assert state.parameters(0, field) == pytest.approx(2 * values, rel=1e-6)
    state.set_parameter(0, field, values[0], relations=[0, 1])
    assert state.parameters(0, field)[:2] == pytest.approx([values[0]] * 2, rel=1e-6)
    with pytest.raises(pliant.InputError):
        state.set_parameter(0, field, [1.0, 2.0])
    with pytest.raises(pliant.InputError, match=field):
        state.set_parameter(0, field + "x", 1.0)


def test_stress_of_a_stretched_cube_is_hookes(cube):
    material = pliant.Material(young=1e6, poisson=0.0, density=1000)
    state = pliant.State(
        pliant.Model(pliant.solid(cube, material, law="cpm3"), precision="double"), gravity=(0, 0, 0)
    )
    state.positions = state.positions * [1, 1.001, 1]
    stress = state.stresses(cube)
    assert stress[:, 1] == pytest.approx(np.full(len(stress), 1e3), rel=1e-2)
    assert stress[:, 0] == pytest.approx(np.zeros(len(stress)), abs=20)
    assert state.von_mises(cube) == pytest.approx(np.full(len(stress), 1e3), rel=2e-2)


def test_copies_and_saved_states_go_on_with_the_same_bits(model, top):
    state = pliant.State(model)
    state.pin(top)
    state.step(50)
    twin, saved = copy.copy(state), state.save()
    state.step(50)
    twin.step(50)
    assert twin.hash() == state.hash()
    other = pliant.State(model)
    other.restore(saved)
    other.step(50)
    assert other.hash() == state.hash()
    with pytest.raises(pliant.InputError):
        other.restore(saved[:-1])


def test_a_world_steps_its_bodies_together_and_they_touch(cube):
    low = pliant.solid(cube, "rubber")
    high = pliant.solid(pliant.mesh("cube", position=(0, 1.02, 0)), "rubber")
    world = pliant.State(
        pliant.Model([low, high]), obstacles=[pliant.floor((0, 0, 0))], damping=1
    )
    world.set_contact(friction=0.4)
    assert len(world.bodies) == 2 and world.model.body_count == 2
    world.advance(0.3)
    points = world.contact_points()
    assert len(points["gaps"]) == len(points["places"]) == len(points["bodies"])
    assert world.contact_counts()["touching"] == len(points["gaps"])
    low_top = world.body(0).positions[:, 1].max()
    high_low = world.body(1).positions[:, 1].min()
    assert high_low > low_top - 1e-3
    with pytest.raises(pliant.InputError, match="world"):
        world.body(0).step()
    alone = world.body(0).copy()
    alone.step()
    assert alone.steps == world.steps + 1


def test_the_body_of_a_dropped_world_lives_on(model):
    body = pliant.State.joined([pliant.State(model), pliant.State(model)]).body(1)
    assert body.positions.shape == (model.vertex_count, 3)


def test_what_rests_falls_asleep(model):
    state = pliant.State(model, gravity=(0, 0, 0), selection=True)
    state.advance(3)
    assert state.active_count == 0
    assert (state.node_states() == 0).all()
    state.wake([0])
    assert state.active_count > 0
    state.set_selection(False)
    assert state.active_count == model.vertex_count


def test_a_spectral_solid_swings(tmp_path, monkeypatch):
    monkeypatch.setenv("PLIANT_CACHE", str(tmp_path))
    beam = pliant.mesh("beam")
    low, high = beam.box
    fixed = beam.select(f"box:{low[0]},{low[1]},{low[2]},{low[0]},{high[1]},{high[2]}")
    model = pliant.Model(pliant.spectral_solid(beam, "rubber", modes=20, fixed=fixed))
    state = pliant.State(model)
    state.step(20)
    assert model.is_spectral and state.positions[:, 1].mean() < beam.vertices[:, 1].mean()
    frequencies, shapes = pliant.modes(beam, "rubber", count=4, fixed=fixed)
    assert (np.diff(frequencies) >= 0).all() and frequencies[0] > 0
    assert shapes.shape == (4, len(beam.vertices), 3)
    assert not shapes[:, fixed].any()


def test_a_body_of_relations_given_one_by_one():
    body = pliant.Body([[0, 0, 0], [1, 0, 0]], masses=1.0, pinned=[0])
    names = [p[0] for p in pliant.laws()["DistanceSpring"]["parameters"]]
    given = dict.fromkeys(names, 0.0)
    given["stiffness"] = 100.0
    body.add_relations("DistanceSpring", [[0, 1]], **given)
    state = pliant.State(
        pliant.Model(body, precision="double"), gravity=(0, 0, 0), time_step=1e-4
    )
    state.positions = [[0, 0, 0], [1.1, 0, 0]]
    period = 2 * np.pi / np.sqrt(100.0 / 1.0)
    state.step(round(period / 1e-4))
    assert state.positions[1] == pytest.approx([1.1, 0, 0], abs=1e-4)
    with pytest.raises(pliant.InputError, match="stiffness"):
        body.add_relations("DistanceSpring", [[0, 1]])
    with pytest.raises(pliant.InputError, match="shape"):
        body.add_relations("DistanceSpring", [[0, 1, 1]], **given)


@pytest.mark.parametrize("law", sorted(pliant.solid_laws()))
def test_every_law_of_solids_makes_a_state_that_steps(cube, law):
    state = pliant.State(pliant.Model(pliant.solid(cube, "jelly", law=law)))
    state.step(3)
    assert np.isfinite(state.positions).all()


def test_other_bodies():
    sheet, rope = pliant.shape("cloth"), pliant.shape("chain")
    for body in (
        pliant.cloth(sheet),
        pliant.rope(rope),
        pliant.chain([[0, 0, 0], [1, 0, 0]]),
        pliant.hexahedral_solid(pliant.shape("voxels")),
        pliant.voxel_lattice(pliant.shape("voxels")),
    ):
        state = pliant.State(pliant.Model(body))
        state.step(5)
        assert np.isfinite(state.positions).all()


def test_materials():
    rubber = pliant.material("rubber")
    assert rubber in pliant.materials() and rubber.young > 0
    assert rubber.changed(young=5e5).young == 5e5
    assert pliant.material_source("rubber")
    with pytest.raises(pliant.InputError, match="rubber"):
        pliant.material("ruber")
    with pytest.raises(pliant.InputError, match="Poisson"):
        pliant.Material(young=1, poisson=0.6, density=1)


def test_large_steps_and_equilibria(cube, top):
    body = pliant.solid(cube, pliant.Material(2e5, 0.3, 1000))
    body.pinned = top
    model = pliant.Model(body, precision="double")
    state = pliant.State(model, large_steps={"method": "newton", "integrator": "bdf2"})
    assert state.time_step == pytest.approx(1 / 60)
    assert state.dynamics["large_steps"]["integrator"] == "bdf2"
    state.step(3)
    assert state.large_step_counts["steps"] >= 3
    assert state.large_step_counts["residual"] <= state.dynamics["large_steps"]["tolerance"]

    still = pliant.State(model)
    told = still.settle()
    assert told["converged"] and told["iterations"] > 0
    # What holds it carries its weight, and nothing moves any more.
    assert still.support_forces()[:, 1].sum() == pytest.approx(model.masses.sum() * 9.81, rel=1e-6)
    hanging = still.positions
    still.step(10)
    assert still.positions == pytest.approx(hanging, abs=1e-9)

    with pytest.raises(pliant.InputError, match="large steps have no"):
        pliant.State(model, large_steps={"colour": 1})
    with pytest.raises(pliant.InputError):
        pliant.State(model, large_steps="simplex")
    with pytest.raises(pliant.InputError, match="large_steps is"):
        pliant.State(model, large_steps=3)
    with pytest.raises(pliant.InputError):
        pliant.State(pliant.Model(pliant.solid(cube))).settle()  # nothing holds it
