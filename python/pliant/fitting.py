"""Inverse problems: which parameters make a simulation do what was observed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Dict, List, Mapping, Tuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .errors import Diverged, InputError

Range = Tuple[float, float, float]


@dataclass
class Fit:
    """What fit() found."""

    parameters: Dict[str, float]
    deviations: Dict[str, float]
    """Standard deviation of each, from what is left of the observations; NaN where these do not
    tell."""
    residual: float
    """Root mean square of what is left, in the units of the observations."""
    evaluations: int
    """How often it was simulated."""
    history: List[Dict[str, float]]
    """The parameters of each simulation, in order."""
    converged: bool

    def __repr__(self) -> str:
        found = ", ".join(
            f"{name} = {value:.6g} ± {self.deviations[name]:.2g}"
            for name, value in self.parameters.items()
        )
        how = "" if self.converged else ", NOT converged"
        return f"<pliant.Fit: {found}; {self.evaluations} simulations{how}>"


class _Scale:
    """Parameters as the solver sees them: logarithms where both bounds are above zero."""

    def __init__(self, parameters: Mapping[str, Range]) -> None:
        if not parameters:
            raise InputError("no parameters are to be found; name at least one")
        self.names = list(parameters)
        for name, (start, low, high) in parameters.items():
            if not (np.isfinite([start, low, high]).all() and low <= start <= high and low < high):
                raise InputError(
                    f"'{name}' starts at {start} in the range from {low} to {high}; give (start, "
                    "low, high), with the start between the others"
                )
        table = np.array([parameters[name] for name in self.names], dtype=float)
        self.logarithmic = (table[:, 1] > 0) & (table[:, 2] / np.maximum(table[:, 1], 1e-300) > 2)
        self.width = np.where(self.logarithmic, 1.0, table[:, 2] - table[:, 1])
        self.start, self.low, self.high = (self.inward(table[:, i]) for i in range(3))

    def inward(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        safe = np.where(self.logarithmic, values, 1.0)
        return np.where(self.logarithmic, np.log(safe), values / self.width)

    def growth(self, x: NDArray[np.float64]) -> NDArray[np.float64]:
        """How fast the parameters grow with x."""
        return np.where(self.logarithmic, np.exp(np.where(self.logarithmic, x, 0)), self.width)

    def outward(self, x: NDArray[np.float64]) -> Dict[str, float]:
        values = np.where(self.logarithmic, np.exp(np.where(self.logarithmic, x, 0)), x * self.width)
        return dict(zip(self.names, map(float, values)))


class _Simulated:
    """Runs the simulation, counts, and remembers what it has computed."""

    def __init__(
        self,
        simulate: Callable[..., Any],
        observed: NDArray[np.float64],
        scale: _Scale,
        most: int,
        gradients: bool,
    ) -> None:
        self.simulate, self.observed, self.scale, self.most = simulate, observed, scale, most
        self.gradients = gradients
        self.known: Dict[bytes, NDArray[np.float64]] = {}
        self.slopes: Dict[bytes, NDArray[np.float64]] = {}
        self.history: List[Dict[str, float]] = []
        self.unit = float(np.sqrt(np.mean(observed**2))) or 1.0

    def __call__(self, x: NDArray[np.float64]) -> NDArray[np.float64]:
        key = np.ascontiguousarray(x).tobytes()
        if key not in self.known:
            if len(self.history) >= self.most:
                raise _Enough()
            parameters = self.scale.outward(x)
            self.history.append(parameters)
            far_off = 10 * self.unit
            slopes: Any = dict.fromkeys(self.scale.names, np.zeros(self.observed.shape))
            try:
                told = self.simulate(**parameters)
            except Diverged:
                told = np.full(self.observed.shape, far_off)
            else:
                if self.gradients:
                    told, slopes = _values_and_slopes(told, self.scale.names)
            given = self.checked(told, "simulate gave")
            if self.gradients:
                columns = [self.checked(slopes[n], f"the slopes by '{n}' are") for n in slopes]
                self.slopes[key] = (
                    np.stack([c.ravel() for c in columns], axis=1) * self.scale.growth(x) / self.unit
                )
            self.known[key] = (given - self.observed).ravel() / self.unit
        return self.known[key]

    def checked(self, given: Any, what: str) -> NDArray[np.float64]:
        array = np.asarray(given, dtype=float)
        if array.shape != self.observed.shape:
            raise InputError(
                f"{what} an array of shape {array.shape}; what was observed has "
                f"{self.observed.shape}"
            )
        if not np.isfinite(array).all():
            raise InputError(f"{what} numbers that are not finite; return finite ones")
        return array

    def jacobian(self, x: NDArray[np.float64]) -> NDArray[np.float64]:
        self(x)
        return self.slopes[np.ascontiguousarray(x).tobytes()]


def _values_and_slopes(told: Any, names: List[str]) -> Tuple[Any, Dict[str, Any]]:
    """Slopes in the order of the names."""
    try:
        values, slopes = told
        return values, {name: slopes[name] for name in names}
    except (TypeError, ValueError, KeyError, IndexError):
        raise InputError(
            "with gradients simulate returns a pair: the values, and a dictionary of their slopes "
            f"by {', '.join(names)}"
        ) from None


class _Enough(Exception):
    """No more simulations are allowed."""


def fit(
    simulate: Callable[..., Any],
    observed: ArrayLike,
    parameters: Mapping[str, Range],
    *,
    gradients: bool = False,
    evaluations: int = 100,
    tolerance: float = 1e-4,
    difference: float = 1e-3,
) -> Fit:
    """The parameters that make a simulation do what was observed, in the sense of least squares.

    simulate(**parameters) returns an array of the shape of `observed`, such as where some vertices
    are at some times, in SI units. parameters: for each name (start, lowest, highest); where both
    bounds are above zero and far apart its logarithm is searched. Stops when no parameter changes
    by more than `tolerance` of itself (or of its range), or after so many simulations. Needs SciPy.

    With `gradients` simulate returns a pair: the array, and for each parameter its derivatives by
    that (an array of the same shape), as Sensitivities find them. Otherwise derivatives are
    differences of a relative size of `difference`, of one more simulation for each parameter. Where
    a simulation jumps, as where contact begins or ends, neither is to be trusted, nor are the
    deviations; a larger `difference` may do.
    """
    from scipy.optimize import least_squares  # type: ignore

    target = np.asarray(observed, dtype=float)
    if target.size == 0 or not np.isfinite(target).all():
        raise InputError("what was observed is empty or not finite; give finite numbers")
    scale = _Scale(parameters)
    simulated = _Simulated(simulate, target, scale, evaluations, gradients)

    def slopes(x: NDArray[np.float64]) -> NDArray[np.float64]:
        here = simulated(x)
        columns = []
        for i in range(x.size):
            step = difference if x[i] + difference <= scale.high[i] else -difference
            moved = x.copy()
            moved[i] += step
            columns.append((simulated(moved) - here) / step)
        return np.stack(columns, axis=1)

    inside = np.clip(scale.start, scale.low, scale.high)
    jacobian = None
    try:
        found = least_squares(
            simulated,
            inside,
            jac=simulated.jacobian if gradients else slopes,
            bounds=(scale.low, scale.high),
            xtol=tolerance,
            ftol=1e-10,
            gtol=1e-12,
            x_scale="jac",
        )
        best, residual, jacobian = found.x, found.fun, found.jac
        converged = bool(found.success)
    except _Enough:
        key = min(simulated.known, key=lambda k: float(np.sum(simulated.known[k] ** 2)))
        best, residual = np.frombuffer(key), simulated.known[key]
        converged = False
    values = scale.outward(best)
    return Fit(
        parameters=values,
        deviations=_deviations(jacobian, residual, scale, values),
        residual=float(np.sqrt(np.mean(residual**2))) * simulated.unit,
        evaluations=len(simulated.history),
        history=simulated.history,
        converged=converged,
    )


def _deviations(
    jacobian: Any, residual: NDArray[np.float64], scale: _Scale, values: Dict[str, float]
) -> Dict[str, float]:
    freedom = residual.size - len(scale.names)
    if jacobian is None or freedom <= 0:
        return dict.fromkeys(scale.names, float("nan"))
    covariance = np.linalg.pinv(jacobian.T @ jacobian) * float(residual @ residual) / freedom
    inward = np.sqrt(np.maximum(np.diag(covariance), 0))
    factors = np.where(scale.logarithmic, [values[n] for n in scale.names], scale.width)
    return dict(zip(scale.names, map(float, inward * factors)))
