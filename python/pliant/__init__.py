"""Soft solids in real time.

Meshes, materials, bodies, models and states as in C++, with NumPy arrays; scenes as in Lua; recordings.
docs/python.md goes through all of it.
"""

from __future__ import annotations

from . import actions, errors
from ._pliant import (
    Batch,
    Body,
    BodyFrame,
    CheckReport,
    ContactGroup,
    ContactPair,
    Embedding,
    Finding,
    Material,
    Mesh,
    Model,
    Obstacle,
    Pull,
    Recorder,
    Run,
    RunBody,
    Sensitivities,
    SharedVectors,
    Stage,
    Start,
    State,
    actions_text,
    ball,
    balloon,
    capsule,
    card,
    chain,
    check,
    closed_surface,
    cloth,
    cuboid,
    dihedral_angles,
    floor,
    hexahedral_solid,
    instruction_sets,
    integrators,
    laws,
    material,
    material_source,
    materials,
    mesh_formats,
    modes,
    posed,
    read_mesh,
    repair,
    rope,
    set_thread_count,
    shape,
    shapes,
    solid,
    solid_laws,
    spectral_solid,
    stable_step,
    static_displacements,
    step,
    surface_distance,
    surface_solid,
    tabletop,
    tetrahedralise,
    tetrahedralise_function,
    thread_count,
    version,
    volumes,
    voxel_lattice,
    why_no_card,
)
from .actions import *
from .actions import Action
from .errors import Diverged, InputError, Note
from .fitting import Fit, fit
from .meshes import mesh
from .recordings import Frame, Recording, program, show
from .scenes import Simulation, scene

__version__ = version()

__all__ = [
    "Action", "Batch", "Body", "BodyFrame", "CheckReport", "ContactGroup", "ContactPair",
    "Diverged", "Embedding", "Finding", "Fit", "Frame", "InputError", "Material", "Mesh", "Model",
    "Note", "Obstacle", "Pull", "Recorder", "Recording", "Run", "RunBody", "Sensitivities",
    "SharedVectors", "Simulation", "Stage", "Start", "State", "actions", "actions_text", "ball", "balloon", "capsule", "card", "chain", "check",
    "closed_surface", "cloth", "cuboid", "dihedral_angles", "errors", "fit", "floor",
    "hexahedral_solid", "instruction_sets", "integrators", "laws", "material", "material_source",
    "materials", "mesh", "mesh_formats", "modes", "posed", "program", "read_mesh", "repair", "rope",
    "scene", "set_thread_count", "shape", "shapes", "show", "solid", "solid_laws", "spectral_solid",
    "stable_step", "static_displacements", "step", "surface_distance", "surface_solid", "tabletop",
    "tetrahedralise", "tetrahedralise_function", "thread_count", "volumes", "voxel_lattice",
    "why_no_card",
]
__all__ += actions.__all__
