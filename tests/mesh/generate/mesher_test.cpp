#include <gmock/gmock.h>
#include <pliant/error.h>
#include <pliant/mesher.h>

#include "support/odd_surfaces.h"

namespace pliant {
namespace {

using testing::HasSubstr;

TEST(FillSurface, TakesTheMesherThatIsAskedFor) {
  const Mesh ball = test::octasphere(1, 3);
  EXPECT_FALSE(fill_surface(ball, Mesher::fitted, {.tetrahedra = 1000}).cage);
  EXPECT_TRUE(fill_surface(ball, Mesher::embedding, {.tetrahedra = 1000}).cage);
  for (const Mesher one : {Mesher::fitted, Mesher::embedding, Mesher::automatic})
    EXPECT_EQ(mesher(name(one)), one);
  EXPECT_THROW(mesher("cage"), InputError);
}

// A cage only where fitted tetrahedra would lose something, or be far too many.
TEST(FillSurface, TakesACageWhereFittedTetrahedraDoNotHold) {
  struct Case {
    const char* name;
    Mesh surface;
    bool caged;
  };
  Mesh legs = test::box_surface({0, 0, 0}, {1, 0.5, 0.5});
  for (const double x : {0.1, 0.9})
    test::put(legs, test::box_surface({x - 0.01, -0.8, 0.2}, {x + 0.01, 0.1, 0.22}));
  const Case cases[] = {{"ball", test::octasphere(1, 3), false},
                        {"box", test::box_surface({0, 0, 0}, {1, 0.7, 0.4}), false},
                        {"on legs", legs, true},
                        {"hollow", test::shell(0.005), true},
                        {"paper", test::box_surface({0, 0, 0}, {0.3, 0.0005, 0.2}), true},
                        {"needle", test::box_surface({0, 0, 0}, {1, 0.002, 0.002}), true}};
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    Notes notes;
    const FilledSurface filled =
        fill_surface(c.surface, Mesher::automatic, {.tetrahedra = 1500}, &notes);
    EXPECT_EQ(filled.cage.has_value(), c.caged);
    EXPECT_LT(filled.mesh.tetrahedra.size(), 3000u);
    EXPECT_EQ(!notes.empty() && notes.back().find("hangs in a cage") != std::string::npos, c.caged);
  }
}

TEST(FillSurface, RefusesWhatNoMesherTakes) {
  Mesh broken = test::octasphere(1, 1);
  broken.triangles.cells[0][0] = 1000;
  Mesh sheet;
  sheet.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  sheet.triangles.cells = {{0, 1, 2}, {0, 2, 3}};
  for (const Mesh& mesh : {broken, sheet, Mesh{}})
    EXPECT_THROW(fill_surface(mesh, Mesher::automatic, {.tetrahedra = 500}), InputError);
}

TEST(Tetrahedralise, NamesTheNumberThatASheetNeeds) {
  const Mesh paper = test::box_surface({0, 0, 0}, {0.1, 0.0005, 0.1});
  try {
    tetrahedralise(paper, {.tetrahedra = 1500});
    ADD_FAILURE() << "it was filled";
  } catch (const InputError& e) {
    EXPECT_THAT(e.problem(), HasSubstr("m thick: 1500 tetrahedra"));
    EXPECT_THAT(e.cure(), HasSubstr("embedding"));
  }
}

}  // namespace
}  // namespace pliant
