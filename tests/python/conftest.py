import os
import pathlib

import pytest

import pliant

SOURCE = pathlib.Path(os.environ["PLIANT_SOURCE"])


@pytest.fixture
def source():
    """The folder of the repository."""
    return SOURCE


@pytest.fixture
def cube():
    """A cube of 1 m of a few tetrahedra."""
    return pliant.shape("cube", cells=3)


@pytest.fixture
def model(cube):
    return pliant.Model(pliant.solid(cube, "rubber"))


@pytest.fixture
def top(cube):
    """The vertices of the cube's upper side."""
    return cube.select("above:0,0.999,0,0,1,0")
