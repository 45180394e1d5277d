#include <pliant/pliant.h>

int main(int, char** argv) {
  pliant::Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  mesh.tetrahedra.cells = {{0, 1, 2, 3}};
  pliant::write_mesh(argv[1], mesh);
  const pliant::TetMesh tets(pliant::read_mesh(argv[1]));
  const pliant::Model model(pliant::mass_spring_solid(tets, pliant::material("rubber")));
  pliant::State state(model);
  pliant::step(model, state, 10);
  const bool falls = state.positions()[3].y < 0 && state.time() > 0;
  return tets.edges().size() == 6 && tets.mesh() == mesh && falls ? 0 : 1;
}
