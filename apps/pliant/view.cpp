#include <fmt/format.h>
#include <pliant/material.h>

#include <cmath>
#include <filesystem>

#include "command.h"
#include "interrupt.h"
#include "law_option.h"
#include "pose_option.h"
#include "quality_option.h"
#include "scene_options.h"
#include "source.h"
#include "window/viewer.h"

namespace pliant::app {

namespace {

struct View {
  SceneOptions scene;
  std::string theme, material = "silicone";
  LawOption law;
  PoseOption pose;
  QualityOption quality{Fineness::real_time};
  double tetrahedra = 0, edge = 0;
  viewer::ViewerOptions options;
  bool paused = false;

  void declare(Options& app) {
    scene.file = "critter";
    app.add_option(
           "SOURCE", scene.file,
           "A scene (.lua), a recording, a mesh, a surface or the name of a built-in shape; "
           "what is no scene falls on a floor")
        ->capture_default_str();
    app.add_option("-o,--output", options.open.output,
                   "Folder for the recording; the user's cache when not given");
    app.add_option("--material", material, "What a mesh without a scene is made of")
        ->capture_default_str();
    law.declare(app);
    pose.declare(app);
    app.add_option("--tets", tetrahedra, "About how many tetrahedra a surface is filled with")
        ->check(positive_number());
    app.add_option("--edge", edge, "Longest edge inside of a surface that is filled, in metres")
        ->check(positive_number())
        ->excludes("--tets");
    quality.declare(app);
    MeshSource::declare_mesher(app, options.open.mesher);
    app.add_option("--theme", theme, "light or dark")->check(one_of({"light", "dark"}));
    app.add_option_function(
        "--window", [this](const std::string& words) { take_window(words); },
        "Size of the window, such as 1280x800");
    app.add_option("--ui-scale", options.scale,
                   "Size of words and lines; as the screen says when not given")
        ->check(in_range(0.5, 8.0));
    app.add_flag("--paused", paused, "Wait for the space bar");
    scene.declare(app);
  }

  void take_window(const std::string& words) {
    int width = 0, height = 0, read = 0;
    const bool fine = std::sscanf(words.c_str(), "%dx%d%n", &width, &height, &read) == 2 &&
                      static_cast<std::size_t>(read) == words.size();
    if (!fine || std::min(width, height) < 200 || std::max(width, height) > 16384)
      wrong_usage("--window",
                  fmt::format("'{}' is not a size such as 1280x800, from 200 to 16384", words));
    options.width = width;
    options.height = height;
  }

  int run() {
    try {
      (void)pliant::material(material);
    } catch (const InputError& e) {
      wrong_usage(e.what());
    }
    const bool falls = is_mesh();
    if (!falls && (pose.given() || law.name != LawOption{}.name))
      wrong_usage(
          "--law, --unit, --scale, --size, --up and --rotate are for a mesh that falls; "
          "scenes say it themselves");
    if (!theme.empty())
      options.theme = theme == "dark" ? render::gl::Theme::dark : render::gl::Theme::light;
    options.play = !paused;
    options.open.script = scene.script_options();
    options.open.model = scene.run_options().model;
    options.open.material = material;
    options.open.law = law.name;
    options.open.pose = pose.pose;
    options.open.filling = quality.filling(tetrahedra, edge);
    const Interrupt interrupt;
    options.stop = [] { return Interrupt::signal() != 0; };
    viewer::Viewer::need_display();
    const std::filesystem::path recording = watch();
    if (!recording.empty()) fmt::print("recorded in {}\n", recording.string());
    return Interrupt::signal() == 0 ? 0 : 128 + Interrupt::signal();
  }

  bool is_mesh() const {
    std::error_code error;
    return !has_extension(scene.file, ".lua") && !has_extension(scene.file, ".h5") &&
           !has_extension(scene.file, ".xdmf") && !std::filesystem::is_directory(scene.file, error);
  }

  // Until the window is closed; the recording is complete then.
  std::filesystem::path watch() const {
    viewer::Viewer window(viewer::open(scene.file, options.open), options);
    window.run();
    viewer::Live* const live = window.show().live();
    return live ? live->recording() : std::filesystem::path();
  }
};

}  // namespace

void add_view(Commands& commands) {
  commands.add<View>("view", "Open a window: watch it, grab it, cut it, change it while it runs",
                     "  pliant view                                 a built-in shape falls\n"
                     "  pliant view bunny.node --material liver     so does any mesh or surface\n"
                     "  pliant view part.stl --unit mm --up z\n"
                     "  pliant view scenes/hanging_beam.lua -D young=1e6\n"
                     "  pliant view OUT                             a recording\n"
                     "In the window, ? lists the keys. Files can be dropped on it.");
}

}  // namespace pliant::app
