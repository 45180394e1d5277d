#include <fmt/format.h>
#include <pliant/io.h>

#include <algorithm>
#include <cmath>
#include <csignal>

#include "base/file.h"
#include "command.h"
#include "interrupt.h"
#include "json.h"
#include "movie.h"
#include "picture_names.h"
#include "progress_bar.h"

namespace pliant::app {

namespace {

namespace fs = std::filesystem;

bool names_mesh(const std::string& source) {
  std::error_code error;
  if (fs::is_directory(source, error)) return false;
  for (const FormatInfo& format : mesh_formats())
    for (const std::string& extension : format.extensions)
      if (has_extension(source, extension)) return true;
  return false;
}

struct Render {
  std::string source, out;
  std::int64_t frame = -1, every = 1;
  double time = -1;
  MovieOptions options;
  bool json = false;
  Option *frame_option = nullptr, *time_option = nullptr;
  RenderLook look;

  void declare(Options& app) {
    app.add_option("RECORDING", source, "Folder that a run wrote, or a mesh")->required();
    app.add_option("-o,--output", out,
                   "movie.mp4, picture.png, or a sequence: frames_####.png, frames_%04d.png or "
                   "frames_0000.png")
        ->required();
    frame_option =
        app.add_option("--frame", frame, "Number of the frame to draw; the last one when not given")
            ->check(in_range(std::int64_t{0}, std::int64_t{1} << 40));
    time_option = app.add_option("--time", time, "Draw the frame nearest to this time, s")
                      ->check(finite_number())
                      ->excludes(frame_option);
    app.add_option("--every", every, "Of a sequence, draw every n-th frame")
        ->capture_default_str()
        ->check(in_range(std::int64_t{1}, std::int64_t{1} << 40));
    app.add_option("--fps", options.rate,
                   "Pictures a second of a movie; as recorded, or 30, when not given")
        ->check(positive_number())
        ->check(in_range(0.01, 240.0));
    app.add_option("--speed", options.speed, "Of a movie: 1 is real time, 0.1 slow motion")
        ->capture_default_str()
        ->check(positive_number());
    look.declare(app);
    app.add_flag("--json", json, "Print a report for programs");
  }

  int run() {
    need_output(out, {".mp4", ".png"});
    const bool movie = has_extension(out, ".mp4");
    if (movie && (*frame_option || *time_option))
      wrong_usage("--frame and --time are for a single picture (.png)");
    if (movie && (look.width % 2 != 0 || look.height % 2 != 0))
      wrong_usage(fmt::format("a movie's width and height must be even, not {}x{}", look.width,
                              look.height));
    if (has_extension(source, ".lua"))
      throw InputError(source, 0, "is a scene, not a recording",
                       fmt::format("compute it first: pliant run {}", source));
    if (names_mesh(source)) return draw_mesh(movie);
    progress().stage("reading " + source);
    const Recording recording(source);
    if (!look.floor) look.floor = recording.info().floor;
    return movie ? draw_movie(recording) : draw_pictures(recording);
  }

  int draw_mesh(bool movie) {
    if (movie) wrong_usage("a movie needs a recording; of a mesh there can be a picture (.png)");
    std::vector<RecordedBody> bodies{{"body", load(source)}};
    const RecordedFrame still{0, 0, {{bodies[0].mesh.vertices, {}}}};
    if (still.bodies[0].positions.empty())
      throw InputError(source, 0, "the mesh is empty", "draw another");
    return named(source, [&] {
      FrameDrawer drawer(bodies, look);
      drawer.look_over(still);
      drawer.fit_camera(still);
      render::write_png(out, drawer.draw(still, drawer.grid_caption()));
      return report(1, drawer);
    });
  }

  int draw_pictures(const Recording& recording) {
    const auto names = PictureNames::of(out);
    const bool one = *frame_option || *time_option || !names;
    std::vector<std::int64_t> frames;
    if (one)
      frames.push_back(chosen_frame(recording));
    else
      for (std::int64_t i = 0; i < recording.frames(); i += every) frames.push_back(i);
    return named(source, [&] {
      FrameDrawer drawer(recording.bodies(), look);
      look_over(recording, drawer);
      const double seconds = recorded_seconds(recording, frames);
      if (!one) follow(recording, frames, seconds, drawer);
      const Interrupt interrupt;
      std::size_t done = 0;
      for (const std::int64_t i : frames) {
        if (Interrupt::signal() != 0) return interrupted();
        progress()(static_cast<double>(done) / static_cast<double>(frames.size()), "drawing:");
        const RecordedFrame now = recording.read(i);
        one ? drawer.fit_camera(now) : drawer.aim(static_cast<double>(done));
        render::write_png(one ? out : names->name(done), drawer.draw(now, caption(drawer, now)));
        ++done;
      }
      return report(done, drawer);
    });
  }

  /// From one of these frames to the next, on average.
  static double recorded_seconds(const Recording& recording,
                                 const std::vector<std::int64_t>& frames) {
    const auto times = recording.times();
    if (frames.size() < 2) return 1;
    const auto time = [&](std::int64_t i) { return times[static_cast<std::size_t>(i)]; };
    return (time(frames.back()) - time(frames.front())) / static_cast<double>(frames.size() - 1);
  }

  std::int64_t chosen_frame(const Recording& recording) const {
    if (*time_option) return frame_near(recording.times(), time);
    if (!*frame_option) return recording.frames() - 1;
    if (frame >= recording.frames())
      throw InputError(source, 0, fmt::format("there is no frame {}", frame),
                       fmt::format("choose one from 0 to {}", recording.frames() - 1));
    return frame;
  }

  int draw_movie(const Recording& recording) {
    look.dither = true;
    return named(source, [&] {
      FrameDrawer drawer(recording.bodies(), look);
      const Interrupt interrupt;
      const Drawn drawn = make_movie(recording, out, drawer, options);
      return drawn.interrupted_by != 0 ? interrupted() : report(drawn.pictures, drawer);
    });
  }

  static int interrupted() {
    progress().clear();
    fmt::print(stderr, "pliant: stopped\n");
    return 128 + Interrupt::signal();
  }

  int report(std::size_t pictures, const FrameDrawer& drawer) const {
    progress().clear();
    if (json) {
      Json facts{{"source", source}, {"out", out}, {"pictures", pictures}};
      if (drawer.colours())
        facts["colours"] = {{"title", drawer.colours()->title},
                            {"low", drawer.colours()->low},
                            {"high", drawer.colours()->high}};
      print_json(facts);
    } else {
      fmt::print("{} picture{}: {}\n", pictures, pictures == 1 ? "" : "s", out);
    }
    return 0;
  }
};

}  // namespace

void add_render(Commands& commands) {
  commands.add<Render>("render", "Draw a recording as a movie or as pictures",
                       "  pliant render OUT -o film.mp4 --field von_mises --smooth\n"
                       "  pliant render OUT -o frames_####.png --every 10 --theme dark\n"
                       "  pliant render OUT -o end.png --camera 40,20 --cut\n"
                       "  pliant render bunny.node -o bunny.png --shrink");
}

}  // namespace pliant::app
