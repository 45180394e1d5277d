import gc

import numpy as np
import pytest

import pliant

TETRAHEDRON = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=float)


def address(array):
    return array.__array_interface__["data"][0]


def test_arrays_of_a_mesh_are_views_of_it(cube):
    assert address(cube.vertices) == address(cube.vertices)
    assert address(cube.tetrahedra) == address(cube.tetrahedra)
    assert cube.vertices.dtype == np.float64 and cube.tetrahedra.dtype == np.uint32
    assert cube.vertices.shape[1] == 3 and cube.tetrahedra.shape[1] == 4


def test_views_are_read_only_and_keep_their_owner(cube):
    view = cube.vertices
    with pytest.raises(ValueError):
        view[0, 0] = 3
    with pytest.raises(ValueError):
        view.setflags(write=True)
    expected = view.copy()
    mesh = pliant.Mesh(expected, tetrahedra=cube.tetrahedra)
    view = mesh.vertices
    del mesh
    gc.collect()
    assert (view == expected).all()


def test_a_change_leaves_arrays_given_out_as_they_are(cube):
    before = cube.vertices
    copy = before.copy()
    cube.vertices = 2 * before
    assert (before == copy).all() and (cube.vertices == 2 * copy).all()
    assert address(cube.vertices) != address(before)


def test_a_mesh_of_arrays():
    mesh = pliant.Mesh(
        TETRAHEDRON,
        tetrahedra=[[0, 1, 2, 3]],
        groups={"tip": [3, 3, 1]},
        regions={"tetrahedra": [7]},
    )
    assert mesh.volume == pytest.approx(1 / 6, rel=1e-14)
    assert mesh.groups["tip"].tolist() == [1, 3]
    assert mesh.regions().tolist() == [7]
    assert len(mesh.surface) == 4 and len(mesh.edges) == 6
    assert mesh.select("region:7").tolist() == [0, 1, 2, 3]
    low, high = mesh.box
    assert low.tolist() == [0, 0, 0] and high.tolist() == [1, 1, 1]


def test_layouts_of_every_kind_are_read_alike():
    expected = pliant.Mesh(TETRAHEDRON, tetrahedra=[[0, 1, 2, 3]])
    padded = np.zeros((4, 6))
    padded[:, ::2] = TETRAHEDRON
    for vertices in (
        np.asfortranarray(TETRAHEDRON),
        TETRAHEDRON.astype(np.float32),
        TETRAHEDRON.astype(">f8"),
        padded[:, ::2],
        TETRAHEDRON.tolist(),
    ):
        assert pliant.Mesh(vertices, tetrahedra=np.array([[0, 1, 2, 3]], np.int8)) == expected
    fixed = TETRAHEDRON.copy()
    fixed.setflags(write=False)
    assert pliant.Mesh(fixed, tetrahedra=np.array([[0, 1, 2, 3]], np.uint64)) == expected


@pytest.mark.parametrize(
    "vertices, cells, words",
    [
        (TETRAHEDRON[:, :2], [[0, 1, 2, 3]], "the shape (4, 2)"),
        (TETRAHEDRON.ravel(), [[0, 1, 2, 3]], "the shape (12,)"),
        (TETRAHEDRON.astype(complex), [[0, 1, 2, 3]], "complex128"),
        (TETRAHEDRON * np.nan, [[0, 1, 2, 3]], "not finite"),
        ("abc", [[0, 1, 2, 3]], "'abc'"),
        (np.array([["a", "b", "c"]]), [[0, 1, 2, 3]], "<U1"),
        (TETRAHEDRON, [[0, 1, 2, 4]], "vertex 4"),
        (TETRAHEDRON, [[0, 1, 2, -1]], "number -1"),
        (TETRAHEDRON, [[0, 1, 2]], "the shape (1, 3)"),
        (TETRAHEDRON, np.array([[0.0, 1, 2, 3]]), "float64"),
        (TETRAHEDRON, np.array([[True] * 4]), "bool"),
        (TETRAHEDRON, [[0, 1, 2, 2**40]], str(2**40)),
        ([[0, 1], [2]], [[0, 1, 2, 3]], ""),
    ],
)
def test_arrays_that_make_no_mesh_are_refused(vertices, cells, words):
    with pytest.raises((pliant.InputError, ValueError)) as caught:
        pliant.Mesh(vertices, tetrahedra=cells)
    assert words in str(caught.value)


def test_files_give_back_what_was_written(cube, tmp_path):
    file = tmp_path / "cube.vtu"
    cube.write(file)
    again = pliant.read_mesh(file)
    assert (again.vertices == cube.vertices).all()
    assert (again.tetrahedra == cube.tetrahedra).all()


def test_an_error_in_a_file_names_file_line_problem_and_cure(tmp_path):
    file = tmp_path / "bad.obj"
    file.write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n")
    with pytest.raises(pliant.InputError) as caught:
        pliant.read_mesh(file)
    error = caught.value
    assert isinstance(error, ValueError)
    assert error.file.endswith("bad.obj") and error.line == 4
    assert error.problem and error.cure and error.problem in str(error)


def test_shapes_and_their_settings():
    assert "cube" in pliant.shapes()
    fine = pliant.shape("cube", cells=4)
    assert len(fine.vertices) > len(pliant.shape("cube", cells=2).vertices)
    with pytest.raises(pliant.InputError, match="cells"):
        pliant.shape("cube", cell=4)
    with pytest.raises(pliant.InputError, match="cube"):
        pliant.shape("cub")


def test_a_surface_is_checked_repaired_and_filled(source):
    surface = pliant.read_mesh(source / "scenes" / "jaws.obj")
    report = pliant.check(surface)
    assert bool(report) == report.sound
    assert report["open edges"].count == 0
    mended, done, left = pliant.repair(surface)
    assert pliant.check(mended).sound
    solid = pliant.mesh(mended, tets=2000)
    assert 1000 < len(solid.tetrahedra) < 4000
    assert pliant.volumes(solid).min() > 0
    assert pliant.surface_distance(mended, solid)["greatest"] < 0.1


def test_a_hole_is_found_and_mended():
    ball = pliant.shape("sphere")
    surface = pliant.Mesh(ball.vertices, triangles=ball.surface[1:])
    assert pliant.check(surface)["open edges"].count == 3
    mended, done, left = pliant.repair(surface)
    assert pliant.check(mended)["open edges"].count == 0 and done and not left


def test_a_function_is_filled():
    def ball(x, y, z):
        return (x * x + y * y + z * z) ** 0.5 - 0.5

    mesh = pliant.tetrahedralise_function(ball, [-0.6] * 3, [0.6] * 3, tets=3000)
    assert mesh.volume == pytest.approx(4 / 3 * np.pi / 8, rel=0.02)

    class Unwilling(Exception):
        pass

    def thrower(x, y, z):
        raise Unwilling()

    with pytest.raises(Unwilling):
        pliant.tetrahedralise_function(thrower, [-0.6] * 3, [0.6] * 3, tets=300)


def test_a_mesh_is_scaled_turned_and_moved():
    mesh = pliant.mesh("cube", unit="mm", up="z", position=(1, 2, 3))
    low, high = mesh.box
    assert high - low == pytest.approx([1e-3] * 3)
    assert low[1] == pytest.approx(2, abs=1e-3)


def test_points_hang_in_a_mesh(cube):
    inside = np.array([[0.1, 0.5, 0.2], [0.0, 0.25, -0.1]])
    carried = pliant.Embedding(inside, cube)
    matrix = np.array([[1, 0.2, 0], [0, 2, 0.1], [0.3, 0, 1]])
    assert carried.apply(cube.vertices @ matrix.T) == pytest.approx(inside @ matrix.T, abs=1e-12)
    assert len(carried) == 2 and carried.outside == 0
