#include "render/picture.h"

#include <fmt/format.h>

#include "command.h"
#include "progress_bar.h"

namespace pliant::app {

namespace {

struct Picture {
  std::string file, out;
  render::PictureOptions options;
  bool no_edges = false;

  void declare(Options& app) {
    app.add_option("FILE", file, "Mesh to draw")->required();
    app.add_option("-o,--output", out, "Picture to write (.png)")->required();
    app.add_option("--width", options.width, "Pixels across")
        ->capture_default_str()
        ->check(in_range(16, 8192));
    app.add_option("--height", options.height, "Pixels down")
        ->capture_default_str()
        ->check(in_range(16, 8192));
    app.add_option("--yaw", options.yaw, "Where the eye stands around the object, degrees")
        ->capture_default_str()
        ->check(finite_number());
    app.add_option("--pitch", options.pitch, "How high the eye stands, degrees")
        ->capture_default_str()
        ->check(finite_number())
        ->check(in_range(-90.0, 90.0));
    app.add_option("--cut", options.cut,
                   "Cut this fraction of the depth away to look inside (0.5 when not given)")
        ->expected(0, 1)
        ->default_str("0.5")
        ->check(finite_number())
        ->check(in_range(0.0, 1.0));
    app.add_flag("--no-edges", no_edges, "Do not draw the edges of the faces");
  }

  int run() {
    need_output(out, {".png"});
    options.edges = !no_edges;
    const Mesh mesh = load(file);
    progress().stage("drawing " + file);
    render::write_png(out, render::draw(mesh, options));
    return 0;
  }
};

}  // namespace

void add_picture(Commands& commands) {
  commands.add<Picture>("picture", "Draw a mesh into a PNG file",
                        "  pliant picture bunny.node -o bunny.png\n"
                        "  pliant picture bunny.node -o inside.png --cut --yaw 90");
}

}  // namespace pliant::app
