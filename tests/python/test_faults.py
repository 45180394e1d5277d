"""What is at fault gives a Python error, never a crash, and leaves things usable."""

import gc
import os
import resource
import signal
import threading
import time
import weakref

import numpy as np
import pytest

import pliant


def bad_arrays(n):
    good = np.zeros((n, 3))
    nan, infinite = good.copy(), good.copy()
    nan[n // 2, 1], infinite[0, 0] = np.nan, np.inf
    return [
        good[:-1],
        np.zeros((n, 2)),
        np.zeros(3 * n),
        np.zeros((n, 3, 1)),
        good.astype(complex),
        good.astype(bool),
        good.astype(str),
        good.astype(object),
        nan,
        infinite,
        np.array(3.0),
        np.zeros((0, 3)),
        None,
        "positions",
        object(),
        [[1, 2], [3]],
    ]


@pytest.mark.parametrize("i", range(16))
def test_arrays_that_do_not_fit_change_nothing(model, i):
    state = pliant.State(model)
    before = state.hash()
    bad = bad_arrays(model.vertex_count)[i]
    for name in ("positions", "velocities"):
        with pytest.raises((ValueError, TypeError)):
            setattr(state, name, bad)
    assert state.hash() == before


@pytest.mark.parametrize(
    "bad", [[-1], [10**6], [0.5], [True], [[0, 1]], ["a"], None, [2**33], np.array([0.0])]
)
def test_vertices_that_are_not_there(model, bad):
    state = pliant.State(model)
    for ask in (state.pin, state.release, lambda v: state.drive(v, lambda t: (0, 0, 0))):
        with pytest.raises((ValueError, TypeError)):
            ask(bad)
    assert not state.pinned.any()


def test_arrays_of_any_layout_are_taken(model, cube):
    state = pliant.State(model)
    wide = np.zeros((len(cube.vertices), 6))
    wide[:, ::2] = cube.vertices + 1
    fixed = (cube.vertices + 1).copy()
    fixed.setflags(write=False)
    hashes = []
    for array in (wide[:, ::2], np.asfortranarray(cube.vertices + 1), fixed, fixed.tolist()):
        state.positions = array
        hashes.append(state.hash())
    assert len(set(hashes)) == 1


def test_an_array_may_be_resized_after_it_was_given(model, cube):
    state = pliant.State(model)
    places, vertices = cube.vertices + 1, np.arange(4)
    state.positions = places
    state.drive(vertices, lambda t: (0, 0, 0), places=places[:4].copy())
    expected = state.hash()
    places.resize((1, 3), refcheck=False)
    vertices.resize(1, refcheck=False)
    gc.collect()
    assert state.hash() == expected
    state.step()


NOWHERE = 10**6


@pytest.mark.parametrize(
    "ask",
    [
        lambda s: s.body(5),
        lambda s: s.parameters(9, "shear"),
        lambda s: s.set_parameter(9, "shear", 1.0),
        lambda s: s.set_parameter(0, "shear", 1.0, relations=[NOWHERE]),
        lambda s: s.removed(7),
        lambda s: s.remove(0, [NOWHERE]),
        lambda s: s.remove(3, [0]),
        lambda s: s.put_back(3, [0]),
        lambda s: s.relation_forces(4),
        lambda s: s.model.law(8),
        lambda s: s.model.body(3),
        lambda s: s.model.relation_vertices(3),
        lambda s: s.model.relation_count(3),
        lambda s: s.attributes("activation"),
        lambda s: s.constrained_volume(2),
        lambda s: s.remove_drive(99),
        lambda s: s.orientation(0),
        lambda s: s.cut((0, 0, 0), (0, 0, 0)),
        lambda s: s.contact_force(0, 4),
        lambda s: s.set_contact(pairs=[pliant.ContactPair(0, 9)]),
        lambda s: s.wake([NOWHERE]),
        lambda s: s.set_pulls([pliant.Pull(NOWHERE, (0, 0, 0), 1)]),
        lambda s: s.stresses(pliant.mesh("beam")),
        lambda s: s.von_mises(pliant.shape("sphere")),
        lambda s: s.advance(-1),
        lambda s: s.advance(float("nan")),
        lambda s: s.step(-1),
        lambda s: s.set_time(float("nan"), 3),
        lambda s: s.restore(b""),
        lambda s: s.set_selection({"criterion": "x"}),
        lambda s: s.set_selection(3),
        lambda s: s.set_dynamics(gravity=(0, float("inf"), 0)),
        lambda s: s.set_dynamics(gravity=9.81),
        lambda s: s.set_dynamics(damping=-1),
        lambda s: pliant.Batch(s.model, 0),
        lambda s: pliant.Batch(s.model, 10**12),
        lambda s: pliant.Model(pliant.solid(pliant.shape("cube", cells=2)), precision="half"),
        lambda s: pliant.Model([]),
        lambda s: pliant.solid(pliant.mesh("cube"), {5: "rubber"}),
        lambda s: pliant.spectral_solid(pliant.mesh("cube"), rigid=[[NOWHERE]]),
        lambda s: pliant.cloth(pliant.mesh("cube")),
        lambda s: pliant.Embedding([[0, 0, 0]], pliant.Mesh([[0, 0, 0]])),
        lambda s: pliant.shape("cube", cells=[1, 2]),
        lambda s: pliant.shape("cube", cells="x"),
        lambda s: pliant.read_mesh("nowhere.obj"),
    ],
)
def test_what_is_not_there_or_makes_no_sense(model, ask):
    state = pliant.State(model)
    before = state.hash()
    with pytest.raises(pliant.InputError) as caught:
        ask(state)
    assert caught.value.problem and caught.value.cure
    assert state.hash() == before
    state.step()


class Unwilling(Exception):
    pass


def test_a_path_that_throws_ends_the_steps_with_its_exception(model):
    state = pliant.State(model)

    def path(t):
        if t > 0.01:
            raise Unwilling("no further")
        return (0, 0, 0)

    number = state.drive([0, 1], path)
    with pytest.raises(Unwilling, match="no further"):
        state.step(10_000)
    assert np.isfinite(state.positions).all()
    state.remove_drive(number)
    state.step(10)


@pytest.mark.parametrize(
    "result", [None, "x", (1, 2), (1, 2, float("nan")), np.zeros((4, 4, 4)), [[1, 2], [3]]]
)
def test_a_path_that_gives_no_place(model, result):
    state = pliant.State(model)
    with pytest.raises(ValueError):
        state.drive([0, 1], lambda t: result)
        state.step(5)


def test_a_path_that_looks_at_what_is_being_stepped_is_told_so(model):
    state = pliant.State(model)
    for ask in (
        lambda: state.positions,
        lambda: state.step(),
        lambda: state.pin([0]),
        lambda: state.copy(),
        lambda: setattr(state, "positions", None),
    ):

        def path(t):
            ask()
            return (0, 0, 0)

        number = state.drive([0], path)
        with pytest.raises((RuntimeError, ValueError)):
            state.step(300)
        state.remove_drive(number)
    state.step()


def test_a_callback_may_keep_what_it_is_given(model):
    kept = []
    sim = pliant.Simulation(steps=10)
    sim.add_body("cube", material="jelly")
    sim.add(pliant.ElasticForces())

    class Keeper(pliant.Action):
        def prepare(self, stage):
            kept.append(stage)

        def start(self, run):
            kept.append(run)

        def at(self, run, step):
            kept.append(run.bodies[0].state)

    sim.add(Keeper())
    sim.run()
    del sim
    gc.collect()
    with pytest.raises(RuntimeError, match="prepare"):
        kept[0].bodies
    assert kept[1].step == 10
    assert kept[2].positions.shape[1] == 3


def test_a_run_that_could_not_be_built_is_of_no_use():
    kept = []

    class Keeper(pliant.Action):
        def start(self, run):
            kept.extend([run, run.world])
            raise Unwilling()

    sim = pliant.Simulation(steps=10)
    sim.add_body("cube", material="jelly")
    sim.add(pliant.ElasticForces(), Keeper())
    with pytest.raises(Unwilling):
        sim.begin()
    for ask in (lambda: kept[0].step, lambda: kept[0].world, lambda: kept[1].positions):
        with pytest.raises(RuntimeError):
            ask()


def test_an_action_that_throws_ends_the_run_and_keeps_what_was_recorded(tmp_path):
    class Thrower(pliant.Action):
        every = 20

        def at(self, run, step):
            if step == 40:
                raise Unwilling()

    sim = pliant.Simulation(steps=100, time_step=1e-3)
    sim.add_body("cube", material="jelly")
    sim.add(pliant.ElasticForces(), pliant.Record(every=10), Thrower())
    with pytest.raises(Unwilling):
        sim.run(tmp_path / "out")
    assert pliant.Recording(tmp_path / "out").steps[-1] in (30, 40)


def test_a_run_cannot_be_stepped_within_a_step():
    class Nested(pliant.Action):
        def at(self, run, step):
            run.advance(1)

    sim = pliant.Simulation(steps=10)
    sim.add_body("cube", material="jelly")
    sim.add(pliant.ElasticForces(), Nested())
    with pytest.raises(RuntimeError, match="within"):
        sim.run()


def test_what_runs_away_names_vertex_relation_and_time(model, cube):
    state = pliant.State(model, time_step=0.2)
    with pytest.raises(pliant.Diverged) as caught:
        state.positions = 1.2 * cube.vertices
        state.step(5000)
    error = caught.value
    assert 0 <= error.vertex < model.vertex_count and error.time > 0
    assert error.law == model.law(0) and error.relation < model.relation_count(0)
    assert np.isfinite(state.positions).all()
    batch = pliant.Batch(model, 3, time_step=0.2)
    places = batch.positions.copy()
    places[1] *= 1.3
    batch.velocities = np.zeros_like(places)
    batch.positions = places
    batch.step(5000)
    assert batch.diverged[1]


def test_functions_of_time_of_actions_that_throw_or_give_nonsense():
    def run_with(path):
        sim = pliant.Simulation(steps=50, time_step=1e-3)
        sim.add_body("cube", material="jelly", name="block")
        sim.add(pliant.ElasticForces(), pliant.Drive(group="all", path=path))
        sim.run()

    def thrower(t):
        raise Unwilling()

    with pytest.raises(Unwilling):
        run_with(thrower)
    for result in ("x", (1, 2), None, (0, 0, float("inf"))):
        with pytest.raises(pliant.InputError, match="Drive"):
            run_with(lambda t: result)


def test_control_c_ends_long_steps(model):
    state = pliant.State(model)
    main = threading.main_thread().ident
    timer = threading.Timer(0.3, lambda: signal.pthread_kill(main, signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        state.step(10**9)
    assert 0 < state.steps < 10**9
    state.step()


def test_control_c_ends_a_run(tmp_path):
    sim = pliant.Simulation(seconds=10_000)
    sim.add_body("cube", material="jelly")
    sim.add(pliant.ElasticForces(), pliant.Gravity(), pliant.Record(every=1000))
    main = threading.main_thread().ident
    timer = threading.Timer(0.4, lambda: signal.pthread_kill(main, signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        sim.run(tmp_path / "out")
    assert len(pliant.Recording(tmp_path / "out")) >= 1


def test_one_state_is_not_stepped_by_two_threads(model):
    state = pliant.State(model)
    refused = []

    def watch():
        while not refused and state_is_stepping.wait(5):
            try:
                state.positions
            except RuntimeError as error:
                refused.append(str(error))
                break

    state_is_stepping = threading.Event()
    thread = threading.Thread(target=watch)

    def path(t):  # called by the steps, so they are under way
        if not state_is_stepping.is_set():
            state_is_stepping.set()
            thread.start()
        time.sleep(0.001)
        return (0, 0, 0)

    state.drive([0], path)
    state_is_stepping.clear()
    while not refused:
        state.step(20)
    thread.join()
    assert "being stepped" in refused[0]


def test_two_states_step_at_once_in_two_threads(model):
    reference = pliant.State(model)
    reference.step(2000)
    states = [pliant.State(model) for _ in range(4)]
    threads = [threading.Thread(target=state.step, args=(2000,)) for state in states]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {state.hash() for state in states} == {reference.hash()}


def test_steps_let_other_threads_of_python_run(model):
    state = pliant.State(model)
    ticks = []
    done = threading.Event()

    def count():
        while not done.is_set():
            ticks.append(0)
            time.sleep(1e-4)

    thread = threading.Thread(target=count)
    thread.start()
    begin = len(ticks)
    state.step(20_000)
    end = len(ticks)
    done.set()
    thread.join()
    assert end > begin + 5


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="no /proc")
@pytest.mark.skipif(
    "asan" in os.environ.get("LD_PRELOAD", ""), reason="the sanitizer keeps what was freed"
)
def test_ten_thousand_states_leave_nothing_behind(model, top):
    def make(count):
        for _ in range(count):
            state = pliant.State(model)
            state.pin(top)
            state.drive([0], lambda t: (0, 0, 0))
            state.positions
            state.step()
        gc.collect()

    make(1000)
    before = resident()
    make(10_000)
    state_bytes = 24 * model.vertex_count
    assert resident() - before < 10_000 * state_bytes / 20


def test_a_path_that_refers_to_its_state_is_collected_with_it(model):
    class Lifted:
        def __init__(self):
            self.state = pliant.State(model)
            self.state.drive([0], self.path)
            self.twin = self.state.copy()
            self.world = pliant.State.joined([self.state, self.twin])

        def path(self, t):
            return (0, 0.1 * t, 0)

    lifted = Lifted()
    for state in (lifted.state, lifted.twin, lifted.world):
        state.step(3)
    gone = weakref.ref(lifted)
    world = lifted.world
    del lifted, state
    gc.collect()
    assert gone() is not None  # the world goes on calling it
    world.step(3)
    del world
    gc.collect()
    assert gone() is None


def test_removed_paths_are_dropped_when_nobody_calls_them(model):
    class Path:
        def __call__(self, t):
            return (0, 0, 0)

    path = Path()
    gone = weakref.ref(path)
    state = pliant.State(model)
    number = state.drive([0], path)
    del path
    state.step(3)
    twin = state.copy()
    state.remove_drive(number)
    state.step(3)
    gc.collect()
    assert gone() is not None and twin.has_drives
    twin.step(3)
    del twin
    gc.collect()
    assert gone() is None
    state.step(3)


def test_a_dropped_state_drops_its_paths(model):
    class Path:
        def __call__(self, t):
            return (0, 0, 0)

    path = Path()
    gone = weakref.ref(path)
    state = pliant.State(model)
    state.drive([0], path)
    state.step(3)
    del path
    assert gone() is not None
    del state
    gc.collect()
    assert gone() is None
