"""Thousands of copies of a body on a card, whose vertices PyTorch looks at without a copy.

    python3 benchmarks/python_card.py [copies]

A reward is computed of where the vertices of each copy are, as one does to learn how to move: the
numbers stay in the card's memory. Prints how many steps of copies a second that makes, with what
is seen by PyTorch (or CuPy) and with what is copied to the processor.
"""

import sys
import time

import pliant


def shared_array(vectors):
    """The same memory as an array of PyTorch or of CuPy."""
    try:
        import torch

        seen = torch.from_dlpack(vectors)
        return "PyTorch", seen, seen.data_ptr(), torch.cuda.synchronize
    except ImportError:
        import cupy

        seen = cupy.from_dlpack(vectors)
        return "CuPy", seen, seen.data.ptr, cupy.cuda.Device().synchronize


def rate(batch, steps, rounds, look):
    look()
    begin = time.perf_counter()
    for _ in range(rounds):
        batch.step(steps)
        look()
    return len(batch) * steps * rounds / (time.perf_counter() - begin)


def main():
    copies = int(sys.argv[1]) if len(sys.argv) > 1 else 4096
    mesh = pliant.shape("cube", size=0.1, cells=4)
    body = pliant.solid(mesh, "rubber")
    batch = pliant.Batch(
        pliant.Model(body, backend="cuda"), copies, time_step=1e-4,
        obstacles=[pliant.floor((0, -0.05, 0), (0, 1, 0))],
    )
    heights = batch.share_positions()
    library, seen, address, wait = shared_array(heights)
    same = address == heights.__cuda_array_interface__["data"][0]
    print(f"{pliant.card()}: {copies} copies of {len(mesh.tetrahedra)} tetrahedra")
    print(f"{library} sees the card's memory, shape {tuple(seen.shape)}, at the same address: {same}")

    def observe():
        batch.refresh(heights)
        reward = seen[:, :, 1].mean(1)
        wait()
        return reward

    for steps in (1, 10, 100):
        shared = rate(batch, steps, 300 // steps + 3, observe)
        blind = rate(batch, steps, 300 // steps + 3, lambda: None)
        copied = rate(batch, steps, 3, lambda: batch.positions[:, :, 1].mean(axis=1))
        print(
            f"{steps:4} steps a look: {shared:.3g} steps a second seen by {library}, {blind:.3g} "
            f"not looked at, {copied:.3g} copied to the processor"
        )
    wanted = batch.positions
    batch.refresh(heights)
    told = (seen.cpu().numpy() if library == "PyTorch" else seen.get()) + heights.origins[:, None]
    print(f"largest difference from batch.positions: {abs(told - wanted).max():.2g} m")


if __name__ == "__main__":
    main()
