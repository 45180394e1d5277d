import pathlib

import numpy as np
import pytest

import pliant

LUA = """
sim = Simulation{seconds = 0.05, time_step = 0.0005}
sim:addBody{name = "block", mesh = "cube", settings = {cells = 3}, material = "rubber",
            position = {0, 0.1, 0}}
sim:addGroup{name = "top", point = {0, 1.1, 0}, normal = {0, 1, 0}}
sim:addAction(ElasticForces())
sim:addAction(Gravity(9.81))
sim:addAction(Ground{level = 0.05, bounce = 0.2})
sim:addAction(Drive{group = "top", path = function(t) return 0.1 * t, 0, 0 end, axes = "x"})
sim:addAction(LeapFrog())
"""


def described():
    sim = pliant.Simulation(seconds=0.05, time_step=0.0005)
    sim.add_body(
        name="block",
        mesh="cube",
        settings={"cells": 3},
        material="rubber",
        position=(0, 0.1, 0),
    )
    sim.add_group(name="top", point=(0, 1.1, 0), normal=(0, 1, 0))
    sim.add(pliant.ElasticForces(), pliant.Gravity(9.81))
    sim.add(pliant.Ground(level=0.05, bounce=0.2))
    return sim


def last_actions(sim):
    sim.add(pliant.Drive(group="top", path=lambda t: (0.1 * t, 0, 0), axes="x"))
    sim.add(pliant.LeapFrog())


def test_python_lua_and_both_give_the_same_bits(tmp_path):
    sim = described()
    last_actions(sim)
    in_python = sim.run().world.hash()

    file = tmp_path / "scene.lua"
    file.write_text(LUA)
    assert pliant.scene(file).run().world.hash() == in_python

    file.write_text("\n".join(LUA.splitlines()[:-2]))
    mixed = pliant.scene(file)
    assert mixed.bodies == ["block"]
    last_actions(mixed)
    assert mixed.run().world.hash() == in_python


def test_names_of_lua_do_the_same():
    sim = pliant.Simulation()
    sim.setNumTimesteps(100)
    sim.setStepSize(0.0005)
    sim.setSaveSkip(4)
    sim.addBody(name="block", mesh="cube", settings={"cells": 3}, material="rubber", position=(0, 0.1, 0))
    sim.addGroup(name="top", point=(0, 1.1, 0), normal=(0, 1, 0))
    for action in (
        pliant.ElasticForces(),
        pliant.Gravity(9.81),
        pliant.Ground(level=0.05, bounce=0.2),
    ):
        sim.addAction(action)
    last_actions(sim)
    other = described()
    last_actions(other)
    assert (sim.steps, sim.time_step, sim.save_every) == (100, 0.0005, 4)
    assert sim.run().world.hash() == other.run().world.hash()


def test_callbacks_between_steps_do_not_disturb():
    plain = described()
    last_actions(plain)
    expected = plain.run().world.hash()
    seen = []
    sim = described()
    last_actions(sim)
    run = sim.run(callback=lambda run: seen.append((run.step, run["block"].positions.mean())), every=7)
    assert run.world.hash() == expected
    assert [step for step, _ in seen] == [*range(7, 100, 7), 100]


def test_what_a_scene_needs_is_told_with_the_line_of_the_script():
    here = pathlib.Path(__file__).name
    with pytest.raises(pliant.InputError) as caught:
        pliant.Gravity(strength="strong")
    assert caught.value.file.endswith(here) and caught.value.line > 0
    assert "strength" in caught.value.problem and "number" in caught.value.cure

    with pytest.raises(pliant.InputError, match="strength"):
        pliant.Gravity(strenght=3)
    with pytest.raises(pliant.InputError, match="mesh"):
        pliant.scenes.Structure()
    with pytest.raises(TypeError, match="two values"):
        pliant.Gravity(9.81, strength=1)
    with pytest.raises(TypeError):
        pliant.Gravity(*range(20))
    with pytest.raises(TypeError, match="brackets"):
        pliant.Simulation().add(pliant.Gravity)

    sim = described()
    sim.add(pliant.Pin(group="topp"))
    with pytest.raises(pliant.InputError, match="top") as caught:
        sim.begin()
    assert caught.value.file.endswith(here)
    assert "Pin" in caught.value.problem


def test_ranges_are_those_of_the_declarations():
    with pytest.raises(pliant.InputError, match="0 to 1"):
        pliant.Ground(bounce=2)
    ground = pliant.Ground()
    with pytest.raises(pliant.InputError):
        ground.bounce = -1
    ground.bounce = 0.5
    assert ground.bounce == 0.5
    assert pliant.Gravity(direction=np.array([1, 0, 0])).direction == (1, 0, 0)
    assert pliant.Gravity(np.float32(2)).strength == 2
    assert pliant.Capsule(from_=(0, 1, 0), to=(1, 1, 0)).from_ == (0, 1, 0)
    drive = pliant.Drive(group="top", path=lambda t: (t, 0, 2 * t))
    assert drive.path(3).tolist() == [3, 0, 6]


def test_every_declared_action_is_a_class_with_help():
    declared = pliant._pliant._declarations()
    assert len(declared) > 60
    for about in declared:
        cls = getattr(pliant, about["name"])
        assert about["help"] in cls.__doc__
        for parameter in about["parameters"]:
            assert parameter["help"] in cls.__doc__
        if not any(p["required"] for p in about["parameters"]):
            made = cls()
            assert repr(made) == about["name"] + "()"


class Push(pliant.Action):
    """A blow at one moment, as Load would give it."""

    every = 20

    def __init__(self, speed):
        self.speed = speed
        self.steps = []
        self.ended = 0

    def prepare(self, stage):
        assert stage.bodies == ["block"]
        ((self.body, self.vertices),) = stage.select("top")
        self.probe = stage.add_probe("height", lambda run: run.world.positions[:, 1].max())

    def at(self, run, step):
        assert run.step == step
        self.steps.append(step)
        state = run.bodies[self.body].state
        velocities = state.velocities.copy()
        velocities[self.vertices] += self.speed
        state.velocities = velocities
        run.sample(self.probe)

    def end(self, run):
        self.ended += 1


def test_an_action_of_python_works_like_one_of_pliants_own(tmp_path):
    push = Push([0, 0.5, 0])
    sim = described()
    sim.add(push)
    run = sim.run(tmp_path / "out")
    assert push.steps == [0, 20, 40, 60, 80, 100]
    assert push.ended == 1
    still = described().run()
    assert run.world.positions[:, 1].max() > still.world.positions[:, 1].max() + 0.01
    probes = pliant.Recording(tmp_path / "out").probes
    assert probes["step"].tolist() == push.steps
    assert probes["height"][0] == pytest.approx(1.1, abs=1e-6)


def test_an_action_may_tell_when_it_is_due_and_stop_the_run():
    class Once(pliant.Action):
        def next_event(self, step):
            return 30 if step < 30 else None

        def at(self, run, step):
            run.stop("it is enough")

    sim = described()
    sim.add(Once())
    run = sim.run()
    assert run.step == 30 and run.finished and run.stop_reason == "it is enough"


def test_a_run_is_resumed_with_the_memory_of_actions(tmp_path):
    class Counting(pliant.Action):
        every = 10
        changes_energy = False

        def __init__(self):
            self.count = 0

        def at(self, run, step):
            self.count += 1

        def memory(self):
            return [self.count]

        def remember(self, run, memory):
            self.count = int(memory[0])

    def made():
        sim = described()
        last_actions(sim)
        counting = Counting()
        sim.add(counting)
        return sim, counting

    sim, counting = made()
    whole = sim.run().world.hash()
    total = counting.count

    sim, counting = made()
    run = sim.begin(tmp_path / "out")
    run.advance(45)
    run.halt()
    sim, counting = made()
    run = sim.begin(tmp_path / "out", resume=True)
    assert run.step == 45 and counting.count == 5
    run.advance()
    run.finish()
    assert run.world.hash() == whole and counting.count == total


def test_bodies_may_be_meshes_in_memory(cube):
    sim = pliant.Simulation(steps=5)
    sim.add_body(cube, material="jelly", name="mine", position=(0, 3, 0))
    sim.add_body("cube", material="jelly", name="other", forces=pliant.MassSpringForces())
    sim.add(pliant.ElasticForces(body="mine"))
    run = sim.run()
    assert run.bodies[0].mesh.vertices[:, 1].min() == pytest.approx(3)
    assert [body.name for body in run.bodies] == ["mine", "other"]
    assert run["mine"].state.steps == 5
    with pytest.raises(KeyError):
        run["nobody"]
    with pytest.raises(pliant.InputError, match="run"):
        run.world.step()


def test_definitions_of_a_script_are_given_and_told(tmp_path):
    file = tmp_path / "scene.lua"
    file.write_text('k = define("cells", 2)\n' + LUA.replace("cells = 3", "cells = k"))
    sim = pliant.scene(file, {"cells": 4})
    assert sim.definitions == {"cells": 4}
    assert len(sim.begin().bodies[0].mesh.vertices) > len(
        pliant.scene(file).begin().bodies[0].mesh.vertices
    )
    with pytest.raises(pliant.InputError) as caught:
        pliant.scene(file, {"cell": 4})
    assert caught.value.file == str(file)
    file.write_text("sim = Simulation{seconds = 1}\nsim:addAction(Gravty())")
    with pytest.raises(pliant.InputError) as caught:
        pliant.scene(file)
    assert caught.value.line == 2 and "Gravity" in str(caught.value)


@pytest.mark.parametrize("name", ["kinds.lua", "hanging_beam.lua"])
def test_scenes_of_the_repository_begin(source, name):
    run = pliant.scene(source / "scenes" / name).begin()
    run.advance(5)
    assert run.step == 5
