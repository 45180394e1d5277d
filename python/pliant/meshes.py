"""From a file, a shape or arrays to a mesh that is ready."""

from __future__ import annotations

import os
from typing import Sequence, Union

from . import _pliant
from ._pliant import Mesh

Source = Union[str, "os.PathLike[str]", Mesh]


def load(source: Source) -> Mesh:
    """A file, the name of a built-in shape, or a mesh as it is."""
    if isinstance(source, Mesh):
        return source
    name = os.fspath(source)
    return _pliant.shape(name) if name in _pliant.shapes() else _pliant.read_mesh(name)


def mesh(
    source: Source,
    tets: int = 0,
    *,
    edge: float = 0.0,
    mesher: str = "fitted",
    repair: bool = False,
    unit: str = "",
    scale: float = 1.0,
    size: float = 0.0,
    up: str = "y",
    rotation: Sequence[float] = (0.0, 0.0, 0.0),
    position: Sequence[float] = (0.0, 0.0, 0.0),
) -> Mesh:
    """A mesh of tetrahedra from a file, a shape or a surface: mesh("scan.obj", tets=20000).

    A surface is filled with about `tets` tetrahedra, or with cubes of a lattice of length `edge`
    (m); where neither is given, as finely as its volume needs. What has cells of a body already is
    taken as it is. `unit` ("mm"), `scale` or `size` (m, of the longest side) say how large it is,
    `up` and `rotation` (degrees about x, then y, then z) how it stands, `position` (m) where.
    """
    out = load(source)
    out = _pliant.posed(out, unit=unit, scale=scale, size=size, up=up, rotation=rotation)
    if repair:
        out = _pliant.repair(out)[0]
    if not len(out.tetrahedra) and not len(out.hexahedra) and len(out.triangles):
        out = _pliant.tetrahedralise(out, tets=tets, edge=edge, mesher=mesher)
    return _pliant.posed(out, position=position) if any(position) else out
