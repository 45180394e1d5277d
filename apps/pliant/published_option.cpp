#include "published_option.h"

#include <fmt/format.h>
#include <pliant/actions.h>
#include <pliant/quality.h>

namespace pliant::app {

namespace {

std::vector<std::string> body_names() {
  std::vector<std::string> names;
  for (const PublishedBody& body : published_bodies()) names.emplace_back(body.name);
  return names;
}

}  // namespace

Option* PublishedOption::declare(Options& app) {
  auto* body = app.add_option("--as-published", name,
                              fmt::format("Forces, masses and time step of one of the bodies of "
                                          "L13 (mass-spring solids) instead of a "
                                          "material and a law: {}",
                                          fmt::join(body_names(), ", ")));
  body->check(one_of(body_names()));
  const auto number = [&](const char* option, std::optional<double>& value, const char* help) {
    app.add_option(option, value, help)->check(finite_number())->check(not_negative())->needs(body);
  };
  app.add_option("--mass", mass_, "kg, instead of the published one")
      ->check(positive_number())
      ->needs(body);
  number("--k-distance", distance_, "k_D of the published springs, N/m");
  number("--distance-damping", distance_damping_, "of the published springs, N s/m");
  number("--k-volume", volume_, "k_V of the published volumes, N/m5");
  number("--volume-damping", volume_damping_, "of the published volumes, N s/m5");
  app.add_flag("--normal-damping", normal_damping_,
               "Volumes push and are damped along unit normals, which L13 offers as well")
      ->needs(body);
  number("--largest-inverse-mass", inverse_, "1/kg, to which inverse masses are cut; 0: none is");
  app.add_option("--median-edge", median_edge_,
                 fmt::format("Half of the edges are longer than this after scaling, m ({} when not "
                             "given)",
                             published_median_edge))
      ->check(positive_number())
      ->needs(body);
  return body;
}

PublishedSolid PublishedOption::solid() const {
  PublishedSolid solid = published_body(name).solid;
  solid.mass = mass_.value_or(solid.mass);
  solid.distance = distance_.value_or(solid.distance);
  solid.distance_damping = distance_damping_.value_or(solid.distance_damping);
  solid.volume = volume_.value_or(solid.volume);
  solid.volume_damping = volume_damping_.value_or(solid.volume_damping);
  solid.largest_inverse_mass = inverse_.value_or(solid.largest_inverse_mass);
  solid.normal_damping = normal_damping_;
  return solid;
}

TetMesh PublishedOption::scaled(const TetMesh& mesh) const {
  const double wanted = median_edge_ > 0 ? median_edge_ : published_median_edge;
  const double factor = wanted / median_edge(mesh.vertices(), mesh.tetrahedra());
  if (!(median_edge_ > 0))
    tell(
        {fmt::format("made {:.4g} times as large, so that half of the edges are longer than {} m: "
                     "L13 does not say how large its bodies are (--median-edge)",
                     factor, wanted)});
  Mesh larger = mesh.mesh();
  for (Vec3d& p : larger.vertices) p *= factor;
  larger.voronoi.reset();
  return TetMesh(std::move(larger));
}

std::shared_ptr<const Action> PublishedOption::forces() const {
  const PublishedSolid s = solid();
  return std::make_shared<ActionOf<action::MassSpringAsPublished>>(
      action_type<action::MassSpringAsPublished>(),
      action::MassSpringAsPublished{.k_distance = s.distance,
                                    .k_volume = s.volume,
                                    .distance_damping = s.distance_damping,
                                    .volume_damping = s.volume_damping,
                                    .normal_damping = s.normal_damping,
                                    .largest_inverse_mass = s.largest_inverse_mass});
}

Json PublishedOption::describe() const {
  const PublishedSolid s = solid();
  return {{"name", name},
          {"mass", s.mass},
          {"largest_inverse_mass", s.largest_inverse_mass},
          {"k_distance", s.distance},
          {"distance_damping", s.distance_damping},
          {"k_volume", s.volume},
          {"volume_damping", s.volume_damping},
          {"normal_damping", s.normal_damping}};
}

std::string PublishedOption::in_words(const Json& d) {
  return fmt::format("L13's {}: {:g} kg, k_D {:g} damped by {:g}, k_V {:g} damped by {:g}{}",
                     d["name"].get<std::string>(), d["mass"].get<double>(),
                     d["k_distance"].get<double>(), d["distance_damping"].get<double>(),
                     d["k_volume"].get<double>(), d["volume_damping"].get<double>(),
                     d["normal_damping"].get<bool>() ? " along normals" : "");
}

}  // namespace pliant::app
