#include <pliant/pliant.h>

int main(int, char** argv) {
  pliant::Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  mesh.tetrahedra.cells = {{0, 1, 2, 3}};
  pliant::write_mesh(argv[1], mesh);
  const pliant::TetMesh tets(pliant::read_mesh(argv[1]));
  return tets.edges().size() == 6 && tets.mesh() == mesh ? 0 : 1;
}
