import numpy as np
import pytest

import pliant

pytest.importorskip("scipy")


@pytest.fixture(scope="module")
def bar():
    mesh = pliant.shape("beam")
    low, high = mesh.box
    long = int(np.argmax(high - low))
    held = np.flatnonzero(mesh.vertices[:, long] < low[long] + 1e-6)
    return mesh, long, held


def hanging(bar, young):
    """How far each vertex of the bar hangs down at rest, m."""
    mesh, long, held = bar
    material = pliant.Material(young=young, poisson=0.3, density=1000)
    gravity = np.zeros(3)
    gravity[long] = 9.81
    body = pliant.solid(mesh, material, law="cpm3")
    state = pliant.State(
        pliant.Model(body, precision="double"), gravity=gravity, integrator="euler_cromer"
    )
    state.pin(held)
    length = mesh.box[1][long] - mesh.box[0][long]
    state.set_dynamics(damping=np.pi / length * np.sqrt(young / 1000))  # critical
    state.advance(8 * length * np.sqrt(1000 / young))
    return (state.positions - mesh.vertices)[:, long]


@pytest.mark.parametrize("noise", [0.0, 0.05])
def test_youngs_modulus_of_a_hanging_bar_is_found(bar, noise):
    mesh, long, held = bar
    true = 2.0e5
    length = mesh.box[1][long] - mesh.box[0][long]
    x = mesh.vertices[:, long] - mesh.box[0][long]
    # A bar under its own weight, in closed form, tells whether what is observed is right at all.
    closed = 1000 * 9.81 / true * (length * x - x * x / 2)
    observed = hanging(bar, true)
    assert observed.max() == pytest.approx(closed.max(), rel=0.08)
    random = np.random.default_rng(7)
    observed = observed + noise * observed.max() * random.standard_normal(observed.shape)
    found = pliant.fit(
        lambda E: hanging(bar, E), observed, {"E": (5e4, 1e4, 1e7)}, evaluations=20
    )
    assert found.evaluations <= 20 and found.converged
    assert found.parameters["E"] == pytest.approx(true, rel=0.01)
    if noise:
        assert abs(found.parameters["E"] - true) < 4 * found.deviations["E"]
        assert found.residual == pytest.approx(noise * hanging(bar, true).max(), rel=0.2)


def hanging_with_slopes(bar, E):
    """The same, and how it changes with E."""
    mesh, long, held = bar
    length = mesh.box[1][long] - mesh.box[0][long]
    gravity = np.zeros(3)
    gravity[long] = 9.81

    def start(young):
        body = pliant.solid(mesh, pliant.Material(young, 0.3, 1000), law="cpm3")
        body.pinned = held
        damping = np.pi / length * np.sqrt(E / 1000)  # of no parameter
        return pliant.Start(body, gravity=gravity, damping=damping, integrator="euler_cromer")

    slopes = pliant.Sensitivities(start, {"young": E})
    slopes.advance(8 * length * np.sqrt(1000 / E))
    return (slopes.positions - mesh.vertices)[:, long], {"E": slopes.position_slopes["young"][:, long]}


@pytest.mark.parametrize("noise", [0.0, 0.05])
def test_it_is_found_by_gradients(bar, noise):
    true = 2.0e5
    observed = hanging(bar, true)
    random = np.random.default_rng(7)
    noisy = observed + noise * observed.max() * random.standard_normal(observed.shape)
    found = pliant.fit(
        lambda E: hanging_with_slopes(bar, E), noisy, {"E": (5e4, 1e4, 1e7)}, evaluations=20,
        gradients=True,
    )
    assert found.evaluations <= 20 and found.converged
    assert found.parameters["E"] == pytest.approx(true, rel=0.01)


def test_several_parameters_of_a_formula():
    t = np.linspace(0, 3, 40)

    def swing(amplitude, rate, shift):
        return amplitude * np.exp(-rate * t) + shift

    found = pliant.fit(
        swing,
        swing(2.0, 0.7, -0.3),
        {"amplitude": (1.0, 0.1, 10.0), "rate": (0.2, 0.01, 10.0), "shift": (0.0, -1.0, 1.0)},
    )
    assert list(found.parameters.values()) == pytest.approx([2.0, 0.7, -0.3], rel=1e-3)
    assert len(found.history) == found.evaluations


def test_what_cannot_be_fitted_is_refused():
    with pytest.raises(pliant.InputError):
        pliant.fit(lambda a: [a], [1.0], {})
    with pytest.raises(pliant.InputError, match="range"):
        pliant.fit(lambda a: [a], [1.0], {"a": (3, 0, 1)})
    with pytest.raises(pliant.InputError, match="shape"):
        pliant.fit(lambda a: [a, a], [1.0], {"a": (0.5, 0, 1)})
    with pytest.raises(pliant.InputError, match="finite"):
        pliant.fit(lambda a: [np.nan], [1.0], {"a": (0.5, 0, 1)})
    with pytest.raises(pliant.InputError, match="observed"):
        pliant.fit(lambda a: [a], [np.inf], {"a": (0.5, 0, 1)})
    stopped = pliant.fit(
        lambda a, b: [a * b, a + b, a - b], [3.0, 1.0, 2.0], {"a": (1, -9, 9), "b": (1, -9, 9)},
        evaluations=3,
    )
    assert not stopped.converged and stopped.evaluations == 3
