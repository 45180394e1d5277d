#include "command.h"
#include "progress_bar.h"
#include "still_picture.h"

namespace pliant::app {

namespace {

struct Picture {
  std::string file, out;
  RenderLook look;
  BodyLook body;
  bool no_edges = false;

  void declare(Options& app) {
    look.width = 800;
    look.height = 600;
    look.pitch = 15;
    app.add_option("FILE", file, "Mesh to draw")->required();
    app.add_option("-o,--output", out, "Picture to write (.png)")->required();
    app.add_option("--width", look.width, "Pixels across")
        ->capture_default_str()
        ->check(in_range(16, 8192));
    app.add_option("--height", look.height, "Pixels down")
        ->capture_default_str()
        ->check(in_range(16, 8192));
    app.add_option("--yaw", look.yaw, "Where the eye stands around the object, degrees")
        ->capture_default_str()
        ->check(finite_number());
    app.add_option("--pitch", look.pitch, "How high the eye stands, degrees")
        ->capture_default_str()
        ->check(finite_number())
        ->check(in_range(-90.0, 90.0));
    app.add_option("--cut", look.cut,
                   "Cut this fraction of the depth away to look inside (0.5 when not given)")
        ->expected(0, 1)
        ->default_str("0.5")
        ->check(finite_number())
        ->check(in_range(0.0, 1.0));
    app.add_flag("--no-edges", no_edges, "Do not draw the edges of the faces");
    app.add_option("--material", body.material, "That it looks like, such as jelly");
    app.add_option_function(
        "--colour",
        [this](const std::string& words) {
          try {
            body.colour = parse_colour(words);
          } catch (const InputError& e) {
            wrong_usage("--colour", e.problem());
          }
        },
        "Of the body, such as #aa3322");
  }

  int run() {
    need_output(out, {".png"});
    look.edges = !no_edges;
    const Mesh mesh = load(file);
    progress().stage("drawing " + file);
    named(file, [&] { write_still(out, mesh, look, body); });
    return 0;
  }
};

}  // namespace

void add_picture(Commands& commands) {
  commands.add<Picture>("picture", "Draw a mesh into a PNG file",
                        "  pliant picture bunny.node -o bunny.png\n"
                        "  pliant picture bunny.node -o inside.png --cut --yaw 90\n"
                        "  pliant picture bunny.obj -o jelly.png --material jelly --no-edges");
}

}  // namespace pliant::app
