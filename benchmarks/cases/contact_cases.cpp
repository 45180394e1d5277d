#include "cases/contact_cases.h"

#include <pliant/bodies.h>
#include <pliant/box.h>
#include <pliant/io.h>
#include <pliant/shapes.h>
#include <pliant/solids.h>

#include <array>
#include <cmath>

namespace pliant::bench {

namespace {

constexpr std::size_t critters = 100, cubes_along = 10;

void put(Body& body, const Vec3d& by) {
  for (Vec3d& x : body.vertices) x += by;
}

/// Turned about the vertical, then about x, by so many quarters.
Body turned(Body body, int about_y, int about_x) {
  for (Vec3d& x : body.vertices) {
    for (int i = 0; i < about_y; ++i) x = {x.z, x.y, -x.x};
    for (int i = 0; i < about_x; ++i) x = {x.x, -x.z, x.y};
  }
  return body;
}

double lowest(const Body& body) {
  Box box;
  for (const Vec3d& x : body.vertices) box.add(x);
  return box.low.y;
}

void count_parts(const TetMesh& mesh, Case& out) {
  out.tetrahedra = mesh.tetrahedra().size();
  out.edges = mesh.edges().size();
}

}  // namespace

std::span<const ContactRecipe> contact_recipes() {
  static const std::array<ContactRecipe, 3> all{
      {{{"armadillo_contact",
         "the armadillo, soft, touches itself and the floor: it falls, and it lies", false, false},
        ContactRecipe::armadillo,
        0.3},
       {{"critters_contact", "a hundred critters of 500 tetrahedra: they fall, and lie in a box",
         false, false},
        ContactRecipe::critters,
        1.5},
       {{"cubes_contact",
         "1000 cubes of 1080 tetrahedra in a pile, as in `world`: they fall, and lie", false,
         false},
        ContactRecipe::cubes,
        0.25}}};
  return all;
}

Case make_pile(std::size_t count, double lying_at) {
  Case out;
  out.mesh = "critter size=0.1 tets=500";
  const TetMesh tets(make_shape("critter", {{"size", 0.1}, {"tets", 500}}));
  count_parts(tets, out);
  const Body critter = make_solid(tets, SolidLaw::elastic, make_material(2e4, 0.4, 1000, 5e-4));
  constexpr std::size_t row = 3, layer = row * row;
  constexpr double pitch = 0.125, wall = 0.03, deep = 0.35, half = row * pitch / 2 + 0.02;
  for (std::size_t i = 0; i < count; ++i) {
    Body body = turned(critter, static_cast<int>(i % 4), static_cast<int>(i % 3));
    const std::size_t place = i % layer;
    put(body, {(static_cast<double>(place % row) - 1) * pitch,
               0.02 + 0.15 * static_cast<double>(i / layer) - lowest(body),
               (static_cast<double>(place / row) - 1) * pitch});
    out.bodies.push_back(std::move(body));
  }
  out.body = out.bodies.front();
  out.copies = count;
  out.dynamics.obstacles = {{Floor{}, 0.3}};
  for (const double side : {-1.0, 1.0})
    for (const bool along_x : {true, false}) {
      const double away = side * (half + wall / 2), length = 2 * (half + wall);
      out.dynamics.obstacles.push_back(
          {Cuboid{{along_x ? away : 0, deep / 2, along_x ? 0 : away},
                  {along_x ? wall : length, deep, along_x ? length : wall}},
           0.3});
    }
  out.lying_at = lying_at;
  return out;
}

// The bodies of `world`, each a little aside of the one below.
Case make_stack(std::size_t along, double lying_at) {
  Case out;
  out.mesh = "cube cells=6 size=0.5 tets_per_cell=5";
  const TetMesh tets(make_shape("cube", {{"cells", 6}, {"size", 0.5}, {"tets_per_cell", 5}}));
  count_parts(tets, out);
  SolidOptions options;
  options.most_damping = 0.3;
  const Body cube = mass_spring_solid(tets, make_material(3e5, 0.3, 1000, 2e-3), options);
  constexpr double pitch = 0.56, height = 0.515, aside = 0.05;
  for (std::size_t i = 0; i < along * along * along; ++i) {
    const auto x = static_cast<double>(i % along), z = static_cast<double>(i / along % along);
    const std::size_t layer = i / (along * along);
    Body body = turned(cube, static_cast<int>(i % 4), 0);
    const double shift = layer % 2 == 0 ? 0 : aside;
    put(body, {x * pitch + shift, 0.01 + static_cast<double>(layer) * height - lowest(body),
               z * pitch + shift});
    out.bodies.push_back(std::move(body));
  }
  out.body = out.bodies.front();
  out.copies = out.bodies.size();
  out.dynamics.obstacles = {{Floor{}}};
  out.lying_at = lying_at;
  return out;
}

// As soft as in the tests of the field (E 1e5, nu 0.2): limbs fold onto each other under its
// weight. Springs, whose steps are the shortest.
Case make_contact_case(const ContactRecipe& recipe, const std::filesystem::path& file,
                       Notes* notes) {
  if (recipe.of != ContactRecipe::armadillo) {
    Case out = recipe.of == ContactRecipe::critters ? make_pile(critters, recipe.lying_at)
                                                    : make_stack(cubes_along, recipe.lying_at);
    out.name = recipe.info.name;
    return out;
  }
  Case out;
  out.name = recipe.info.name;
  out.stands_in = file.empty();
  out.mesh = out.stands_in ? "critter tets=147163" : file.string();
  const TetMesh tets(
      out.stands_in ? make_shape("critter", {{"tets", 147163}}) : read_mesh(file, notes), notes);
  count_parts(tets, out);
  SolidOptions options;
  options.most_damping = 0.3;
  out.body =
      turned(mass_spring_solid(tets, make_material(1e5, 0.2, 1000, 1e-3), options, notes), 0, 1);
  put(out.body, {0, 0.02 - lowest(out.body), 0});
  out.bodies = {out.body};
  out.dynamics.obstacles = {{Floor{}, 0.5}};
  out.lying_at = recipe.lying_at;
  return out;
}

}  // namespace pliant::bench
