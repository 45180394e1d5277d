import numpy as np
import pytest

import pliant

AT = {"young": 2e5, "poisson": 0.3, "density": 1000.0}


@pytest.fixture(scope="module")
def block():
    return pliant.shape("cube", size=0.2, cells=3)


def swinging(mesh, young, poisson, density, **dynamics):
    """A block that is held at three vertices and was thrown."""
    body = pliant.solid(mesh, pliant.Material(young=young, poisson=poisson, density=density))
    body.pinned = [0, 1, 2]
    given = {"time_step": 2e-4, "damping": 3, **dynamics}
    thrown = np.full((len(mesh.vertices), 3), 0.5)
    return pliant.Start(body, velocities=thrown, **given)


def run(mesh, steps, young, poisson, density):
    """The same by a State."""
    body = pliant.solid(mesh, pliant.Material(young=young, poisson=poisson, density=density))
    body.pinned = [0, 1, 2]
    state = pliant.State(pliant.Model(body, precision="double"), time_step=2e-4, damping=3)
    state.velocities = np.full((len(mesh.vertices), 3), 0.5)
    state.step(steps)
    return state.positions, state.velocities


def test_slopes_equal_central_differences(block):
    slopes = pliant.Sensitivities(lambda **p: swinging(block, **p), AT)
    slopes.step(300)
    positions, velocities = run(block, 300, **AT)
    assert slopes.positions == pytest.approx(positions, abs=1e-12)
    assert slopes.velocities == pytest.approx(velocities, abs=1e-10)
    assert slopes.steps == 300 and slopes.time == pytest.approx(0.06)
    assert slopes.parameters == list(AT) and not slopes.met_obstacles
    for name, value in AT.items():
        half = 3e-5 * value
        above = run(block, 300, **{**AT, name: value + half})
        below = run(block, 300, **{**AT, name: value - half})
        for found, a, b in zip(
            (slopes.position_slopes[name], slopes.velocity_slopes[name]), above, below
        ):
            wanted = (a - b) / (2 * half)
            assert np.abs(found - wanted).max() < 1e-6 * np.abs(wanted).max()


def test_a_body_alone_will_do(block):
    slopes = pliant.Sensitivities(
        lambda density: pliant.solid(block, pliant.Material(1e5, 0.3, density)), {"density": 900}
    )
    slopes.advance(0.01)
    assert slopes.time == pytest.approx(0.01)
    # It falls: what it weighs does not matter.
    assert slopes.positions[:, 1].mean() == pytest.approx(0.1 - 0.5 * 9.81 * 0.01**2, abs=1e-4)
    assert np.abs(slopes.position_slopes["density"].mean(axis=0)).max() < 1e-12


def test_obstacles_are_told(block):
    def dropped(young):
        material = pliant.Material(young, 0.3, 1000)
        return pliant.Start(
            pliant.solid(block, material), obstacles=[pliant.floor((0, -0.001, 0))], time_step=2e-4
        )

    slopes = pliant.Sensitivities(dropped, {"young": 1e5})
    with pytest.warns(pliant.Note, match="obstacles"):
        slopes.step(200)
    assert slopes.met_obstacles


def test_what_slopes_do_not_go_through_is_refused(block):
    def make(**given):
        return lambda young: swinging(block, young, 0.3, 1000, **given)

    with pytest.raises(pliant.InputError, match="selection"):
        pliant.Sensitivities(make(selection=True), {"young": 1e5})
    with pytest.raises(pliant.InputError, match="strain limit"):
        pliant.Sensitivities(make(strain_limit=1.1), {"young": 1e5})
    with pytest.raises(pliant.InputError, match="Body"):
        pliant.Sensitivities(lambda young: 3, {"young": 1e5})
    with pytest.raises(pliant.InputError, match="parameters"):
        pliant.Sensitivities(make(), {})
    with pytest.raises(TypeError):
        pliant.Sensitivities(make(), {"old": 1e5})
    with pytest.raises(pliant.InputError, match="other vertices"):
        pliant.Sensitivities(
            lambda young: pliant.solid(
                pliant.shape("cube", cells=2 if young > 1e5 else 3), pliant.Material(young, 0.3, 1e3)
            ),
            {"young": 1e5},
        )
    with pytest.raises(ZeroDivisionError):
        pliant.Sensitivities(lambda young: 1 / 0, {"young": 1e5})
    slopes = pliant.Sensitivities(make(time_step=0.02), {"young": 1e6})
    with pytest.raises(pliant.Diverged):
        slopes.step(5000)


def test_three_parameters_are_fitted_by_gradients(block):
    def observe(young, poisson, damping):
        slopes = pliant.Sensitivities(
            lambda young, poisson, damping: swinging(block, young, poisson, 1000, damping=damping),
            {"young": young, "poisson": poisson, "damping": damping},
        )
        slopes.step(300)
        return slopes.positions, slopes.position_slopes

    true = {"young": 2e5, "poisson": 0.3, "damping": 3.0}
    observed, _ = observe(**true)
    found = pliant.fit(
        observe,
        observed,
        {"young": (1.6e5, 1e4, 1e7), "poisson": (0.25, 0.0, 0.45), "damping": (2.0, 0.1, 50.0)},
        gradients=True,
        evaluations=20,
    )
    assert found.converged and found.evaluations <= 20
    for name, value in true.items():
        assert found.parameters[name] == pytest.approx(value, rel=1e-3)


def test_gradients_that_are_none_are_refused():
    with pytest.raises(pliant.InputError, match="pair"):
        pliant.fit(lambda a: [a], [1.0], {"a": (0.5, 0, 1)}, gradients=True)
    with pytest.raises(pliant.InputError, match="pair"):
        pliant.fit(lambda a: ([a], {"b": [1]}), [1.0], {"a": (0.5, 0, 1)}, gradients=True)
    with pytest.raises(pliant.InputError, match="slopes by 'a' are an array of shape"):
        pliant.fit(lambda a: ([a], {"a": [1, 2]}), [1.0], {"a": (0.5, 0, 1)}, gradients=True)
    found = pliant.fit(
        lambda a: ([a * a], {"a": [2 * a]}), [4.0], {"a": (1.0, 0.5, 9)}, gradients=True
    )
    assert found.parameters["a"] == pytest.approx(2)
