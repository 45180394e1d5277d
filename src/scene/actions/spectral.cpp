#include <pliant/error.h>
#include <pliant/spectral.h>

#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "scene/actions/list.h"
#include "scene/actions/materials.h"

namespace pliant::action {

namespace {

// "region:2" is the tetrahedra with that label; any other group is those it holds all vertices of.
std::vector<Index> tetrahedra_of(const Stage& stage, const std::string& group, std::size_t body) {
  const StagedBody& staged = stage.bodies[body];
  const auto& cells = staged.mesh->mesh().tetrahedra;
  std::vector<Index> out;
  constexpr std::string_view label = "region:";
  if (group.starts_with(label)) {
    std::int32_t number = 0;
    const char* const end = group.data() + group.size();
    const auto [read, error] = std::from_chars(group.data() + label.size(), end, number);
    if (error != std::errc() || read != end)
      throw InputError("", 0, text("'", group.substr(0, 64), "' names no region"),
                       "write \"region:\" and a number");
    for (std::size_t t = 0; t < cells.size(); ++t)
      if (cells.region(t) == number) out.push_back(static_cast<Index>(t));
  } else {
    GroupName name;
    name += group;
    std::vector<bool> inside(staged.mesh->vertices().size(), false);
    for (const Selection& part : stage.select(name, BodyName(staged.name.c_str())))
      for (const Index v : part.vertices) inside[v] = true;
    for (std::size_t t = 0; t < cells.size(); ++t)
      if (std::ranges::all_of(cells[t], [&](Index v) { return inside[v]; }))
        out.push_back(static_cast<Index>(t));
  }
  if (out.empty())
    throw InputError("", 0,
                     text("the rigid region '", group.substr(0, 64), "' of body '", staged.name,
                          "' holds no tetrahedron"),
                     "a region needs at least the four vertices of one; take a larger group");
  return out;
}

}  // namespace

Declaration SpectralSolid::declare() {
  using S = SpectralSolid;
  return Declare<S>("SpectralSolid", "forces",
                    "An elastic solid by its slowest vibrations, some of its regions rigid (Y10). "
                    "Steps by itself, stable with any time step; it needs no integrator.",
                    "sim:addAction(SpectralSolid{modes = 50, rigid = {\"bone1\", \"bone2\"}})")
      .parameter("modes", &S::modes, "", "of each deformable region, with its six rigid motions",
                 {.low = 1, .high = 10000})
      .parameter("rigid", &S::rigid, "",
                 "groups whose tetrahedra are rigid; \"region:2\": those with that label")
      .parameter("fixed", &S::fixed, "", "vertices that never move; empty: it is free")
      .parameter("young", &S::young, "Pa", "Young's modulus; 0: the material's", not_negative)
      .parameter("shear", &S::shear, "Pa", "shear modulus; 0: from Poisson's ratio", not_negative)
      .parameter("material", &S::material, "", "by name; empty: the body's")
      .parameter("poisson", &S::poisson, "", "Poisson's ratio; 0: the material's",
                 {.low = 0, .high = 0.499})
      .parameter("damping_time", &S::damping_time, "s",
                 "damping over stiffness; below 0: the material's, or none")
      .parameter("mass_damping", &S::mass_damping, "1/s", "damping over mass", not_negative)
      .parameter("boundary_nodes", &S::boundary_nodes, "",
                 "that hold a deformable and a rigid region together; 0: as many as leave the "
                 "deformable one three quarters of its modes",
                 not_negative)
      .parameter("boundary", &S::boundary, "",
                 "what is equal on both sides: linear displacement and rotation, Y10 (11), or "
                 "warped displacement, (10), which shakes",
                 {.choices = {"linear", "warped"}})
      .parameter("warped", &S::warped, "", "false: linear, grows as it turns")
      .parameter("mass", &S::mass, "", "mass matrix", {.choices = {"lumped", "consistent"}})
      .parameter("body", &S::body, "", body_help);
}

void SpectralSolid::prepare(Stage& stage) const {
  for (const std::size_t b : stage.chosen(body)) {
    StagedBody& staged = stage.bodies[b];
    if (staged.body.spectral)
      throw InputError("", 0, text("body '", staged.name, "' is a spectral solid already"),
                       "add one SpectralSolid");
    Material own = material_of(*this, staged);
    if (shear > 0) own.poisson = std::clamp(own.young / (2 * shear) - 1, -0.99, 0.45);
    SpectralOptions options;
    options.modes = static_cast<std::size_t>(modes);
    for (const std::string& group : rigid) options.rigid.push_back(tetrahedra_of(stage, group, b));
    if (!fixed.empty())
      for (const Selection& part : stage.select(fixed, BodyName(staged.name.c_str())))
        options.fixed = part.vertices;
    options.boundary_nodes = static_cast<std::size_t>(boundary_nodes);
    options.boundary = boundary == "warped" ? BoundaryForm::warped : BoundaryForm::linear;
    options.warped = warped;
    options.mass_damping = mass_damping;
    options.mass = mass == "consistent" ? MassMatrix::consistent : MassMatrix::lumped;
    Body solid = spectral_body(*staged.mesh, std::span(&own, 1), options);
    staged.body.masses = std::move(solid.masses);
    staged.body.spectral = std::move(solid.spectral);
  }
}

Declaration Ball::declare() {
  return Declare<Ball>("Ball", "surroundings", "A ball that spectral solids cannot enter.",
                       "sim:addAction(Ball{centre = {0, 0.5, 0}, radius = 0.5})")
      .parameter("centre", &Ball::centre, "m", "its middle")
      .parameter("radius", &Ball::radius, "m", "its radius", positive)
      .parameter("body", &Ball::body, "", body_help);
}

void Ball::prepare(Stage& stage) const {
  for (const std::size_t b : stage.chosen(body))
    stage.bodies[b].dynamics.balls.push_back({centre, radius});
}

Declaration Friction::declare() {
  return Declare<Friction>("Friction", "surroundings",
                           "Friction of spectral solids on the ground, tabletops and balls.",
                           "sim:addAction(Friction(0.5))")
      .parameter("coefficient", &Friction::coefficient, "",
                 "force along the surface over that across it, at most", not_negative)
      .parameter("body", &Friction::body, "", body_help);
}

void Friction::prepare(Stage& stage) const {
  for (const std::size_t b : stage.chosen(body)) stage.bodies[b].dynamics.friction = coefficient;
}

}  // namespace pliant::action
