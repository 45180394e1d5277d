"""What a call of step() from Python costs beside the step: ./run python benchmarks/python_call.py"""

import time

import pliant


def shortest(work, times=30):
    """The shortest of some runs, s."""
    taken = []
    for _ in range(times):
        begin = time.perf_counter()
        work()
        taken.append(time.perf_counter() - begin)
    return min(taken)


def measure(name, body, steps=1000):
    state = pliant.State(pliant.Model(body))
    state.step(steps)

    def one_by_one():
        for _ in range(steps):
            state.step()

    single, together = shortest(one_by_one), shortest(lambda: state.step(steps))
    microseconds = 1e6 / steps
    print(
        f"{name}: step() {single * microseconds:.2f} µs, step({steps}) {together * microseconds:.2f} "
        f"µs a step, a call {(single - together) * microseconds:.2f} µs"
    )


measure("two vertices", pliant.chain([[0, 0, 0], [1, 0, 0]]))
measure("162 tetrahedra", pliant.solid(pliant.shape("cube", cells=3)))
