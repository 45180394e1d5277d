#include "pose_option.h"

#include <fmt/format.h>
#include <pliant/quality.h>

#include <cmath>
#include <cstdio>

#include "command.h"

namespace pliant::app {

namespace {

std::vector<std::string> unit_names() {
  std::vector<std::string> names;
  for (const LengthUnit& unit : length_units()) names.emplace_back(unit.name);
  return names;
}

}  // namespace

void PoseOption::declare(Options& app) {
  const Option* unit =
      app.add_option("--unit", pose.unit,
                     fmt::format("What the numbers of the mesh count: {} (metres when not given)",
                                 fmt::join(unit_names(), ", ")))
          ->check(one_of(unit_names()));
  const Option* scale =
      app.add_option("--scale", pose.scale, "Make it so many times as large, beside the unit")
          ->check(positive_number());
  app.add_option("--size", pose.size,
                 "Make its longest side so many metres, whatever its numbers say")
      ->check(positive_number())
      ->excludes(unit)
      ->excludes(scale);
  app.add_option("--up", pose.up, "The axis of the mesh that points up: y or z")
      ->capture_default_str()
      ->check(one_of({"y", "z"}));
  app.add_option_function(
      "--rotate", [this](const std::string& words) { take_rotation(words); },
      "Turn it by X,Y,Z degrees: about x, then y, then z");
}

void PoseOption::take_rotation(const std::string& words) {
  Vec3d r;
  int read = 0;
  const bool fine = std::sscanf(words.c_str(), "%lf,%lf,%lf%n", &r.x, &r.y, &r.z, &read) == 3 &&
                    static_cast<std::size_t>(read) == words.size() && is_finite(r);
  if (!fine)
    wrong_usage("--rotate",
                fmt::format("'{}' is not three numbers of degrees such as 90,0,0", words));
  pose.rotation = r;
}

void PoseOption::resize(const std::string& name, bool from_file, Mesh& mesh) const {
  named(name, [&] { pliant::resize(mesh, scale_of(pose, bounding_box(mesh.vertices))); });
  if (!from_file) return;
  Box box;
  for (const Vec3d& p : mesh.vertices) box.add(turned(p, pose));
  if (const auto question = unit_question(name, pose, box)) tell({*question});
}

void PoseOption::apply(const std::string& file, Mesh& mesh) const {
  resize(file, true, mesh);
  turn(mesh);
}

}  // namespace pliant::app
