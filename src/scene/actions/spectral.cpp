#include <pliant/error.h>
#include <pliant/spectral.h>

#include <algorithm>
#include <charconv>
#include <cmath>

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

// "hinge:thigh,shin,0,0.5,0,1,0,0"; groups of painted boxes have commas in their names, so that the
// numbers are read from the end.
SpectralJoint joint_of(const std::string& words, const std::vector<std::string>& rigid) {
  const auto wrong = [&](const std::string& problem) {
    return InputError("", 0, text("the joint '", words.substr(0, 80), "' ", problem),
                      "write \"ball:GROUP,GROUP,X,Y,Z\", or \"hinge:GROUP,GROUP,X,Y,Z,AX,AY,AZ\"");
  };
  const bool hinge = words.starts_with("hinge:");
  if (!hinge && !words.starts_with("ball:")) throw wrong("is neither a ball nor a hinge");
  std::string left = words.substr(words.find(':') + 1);
  double numbers[6] = {};
  for (std::size_t i = hinge ? 6 : 3; i-- > 0;) {
    const std::size_t comma = left.rfind(',');
    if (comma == std::string::npos) throw wrong("has too few numbers");
    const char* const begin = left.data() + comma + 1;
    const char* const end = left.data() + left.size();
    const auto [read, error] = std::from_chars(begin, end, numbers[i]);
    if (error != std::errc() || read != end || !std::isfinite(numbers[i]))
      throw wrong(text("has '", left.substr(comma + 1), "' for a number"));
    left.resize(comma);
  }
  SpectralJoint out{.point = {numbers[0], numbers[1], numbers[2]},
                    .axis = {numbers[3], numbers[4], numbers[5]}};
  if (hinge && squared_length(out.axis) == 0) throw wrong("has an axis without length");
  for (out.first = 0; out.first < rigid.size(); ++out.first)
    for (out.second = 0; out.second < rigid.size(); ++out.second)
      if (out.first != out.second && rigid[out.first] + "," + rigid[out.second] == left) return out;
  throw wrong("is not between two groups of 'rigid'");
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
      .parameter("poisson", &S::poisson, "", poisson_help, poisson_limits)
      .parameter("damping_time", &S::damping_time, "s",
                 "damping over stiffness; below 0: the material's, or none")
      .parameter("mass_damping", &S::mass_damping, "1/s", "damping over mass", not_negative)
      .parameter("boundary_nodes", &S::boundary_nodes, "",
                 "that hold a deformable and a rigid region together; 0: as many as leave the "
                 "deformable one three quarters of its modes",
                 not_negative)
      .parameter("boundary", &S::boundary, "",
                 "what is equal on both sides: linear displacement and rotation, Y10, (11), or "
                 "warped displacement, (10), which shakes",
                 {.choices = {"linear", "warped"}})
      .parameter("lines", &S::lines, "",
                 "groups of vertices that keep their distances, as along a bone, within what "
                 "deforms")
      .parameter("joints", &S::joints, "",
                 "between two groups of 'rigid': \"ball:thigh,shin,X,Y,Z\" about a point, "
                 "\"hinge:thigh,shin,X,Y,Z,AX,AY,AZ\" about an axis through it")
      .parameter("p1", &S::p1, "1/s",
                 "damping of what handles and joints are off, Y10, (16); 0 with p2: a step takes "
                 "back 0.4 of it",
                 not_negative)
      .parameter("p2", &S::p2, "1/s", "rate of the same", not_negative)
      .parameter("warped", &S::warped, "", "false: linear, grows as it turns")
      .parameter("mass", &S::mass, "", "mass matrix", {.choices = {"lumped", "consistent"}})
      .parameter("body", &S::body, "", body_help);
}

void SpectralSolid::prepare(Stage& stage) const {
  for (const std::size_t b : stage.chosen(body, solids_alone)) {
    StagedBody& staged = stage.bodies[b];
    if (staged.body.spectral)
      throw InputError("", 0, text("body '", staged.name, "' is a spectral solid already"),
                       "add one SpectralSolid");
    Material own = material_of(*this, staged);
    if (shear > 0) own.shear = shear;
    staged.made_of({&own, 1});
    SpectralOptions options;
    options.modes = static_cast<std::size_t>(modes);
    for (const std::string& group : rigid) options.rigid.push_back(tetrahedra_of(stage, group, b));
    if (!fixed.empty())
      for (const Selection& part : stage.select(fixed, BodyName(staged.name.c_str())))
        options.fixed = part.vertices;
    for (const std::string& group : lines) {
      GroupName name;
      name += group;
      for (const Selection& part : stage.select(name, BodyName(staged.name.c_str())))
        options.lines.push_back(part.vertices);
    }
    for (const std::string& words : joints) options.joints.push_back(joint_of(words, rigid));
    options.p1 = p1;
    options.p2 = p2;
    options.boundary_nodes = static_cast<std::size_t>(boundary_nodes);
    options.boundary = boundary == "warped" ? BoundaryForm::warped : BoundaryForm::linear;
    options.warped = warped;
    options.mass_damping = mass_damping;
    options.mass = mass == "consistent" ? MassMatrix::consistent : MassMatrix::lumped;
    std::vector<Material> materials(std::max<std::size_t>(1, staged.fill.size()), own);
    const std::vector<double> shares = stiffness_shares(*staged.mesh, staged.fill);
    for (std::size_t t = 0; t < shares.size(); ++t) {
      materials[t].density *= std::max(staged.fill[t], least_fill);
      for (double* part : {&materials[t].young, &materials[t].shear}) *part *= shares[t];
    }
    Body solid = spectral_body(*staged.mesh, materials, options, &stage.notes);
    staged.body.masses = std::move(solid.masses);
    staged.body.spectral = std::move(solid.spectral);
  }
}

}  // namespace pliant::action
