#include <fmt/format.h>
#include <pliant/io.h>

#include <algorithm>
#include <cmath>
#include <csignal>

#include "base/file.h"
#include "command.h"
#include "frame_drawer.h"
#include "interrupt.h"
#include "json.h"
#include "picture_names.h"
#include "progress_bar.h"
#include "video.h"

namespace pliant::app {

namespace {

namespace fs = std::filesystem;

/// The frames of a movie: at equal times, each the nearest that was recorded.
struct MoviePlan {
  double rate = 30;  ///< pictures a second
  std::vector<std::int64_t> frames;
};

// As many pictures a second as were recorded, where a movie can have that many. The last frame is
// the end of the run, which may come sooner than the others do.
double natural_rate(std::span<const double> times, double speed) {
  if (times.size() > 2) times = times.first(times.size() - 1);
  if (times.size() < 2 || !(times.back() > times.front())) return 30;
  const double rate =
      speed * static_cast<double>(times.size() - 1) / (times.back() - times.front());
  const double whole = std::round(rate);
  return whole >= 10 && whole <= 60 && std::abs(rate - whole) < 0.02 * rate ? whole : 30;
}

std::int64_t frame_near(std::span<const double> times, double time) {
  const auto after = std::ranges::lower_bound(times, time);
  if (after == times.begin()) return 0;
  if (after == times.end()) return static_cast<std::int64_t>(times.size()) - 1;
  const auto i = after - times.begin();
  return times[static_cast<std::size_t>(i)] - time < time - times[static_cast<std::size_t>(i) - 1]
             ? i
             : i - 1;
}

MoviePlan plan_movie(const Recording& recording, double rate, double speed) {
  const auto times = recording.times();
  MoviePlan plan{rate > 0 ? rate : natural_rate(times, speed), {}};
  const double pictures = (times.back() - times.front()) / speed * plan.rate;
  constexpr double most = 1'000'000;
  if (!(pictures < most))
    throw InputError(recording.folder().string(), 0,
                     fmt::format("the movie would have {:.0f} pictures", pictures),
                     "ask for a higher --speed or a lower --fps");
  // The last picture is the last frame, though it may come a little late.
  const auto count = static_cast<std::size_t>(std::ceil(pictures - 1e-6)) + 1;
  for (std::size_t i = 0; i < count; ++i)
    plan.frames.push_back(
        frame_near(times, times.front() + static_cast<double>(i) * speed / plan.rate));
  return plan;
}

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
  double time = -1, rate = 0, speed = 1;
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
    app.add_option("--fps", rate,
                   "Pictures a second of a movie; as recorded, or 30, when not given")
        ->check(positive_number())
        ->check(in_range(0.01, 240.0));
    app.add_option("--speed", speed, "Of a movie: 1 is real time, 0.1 slow motion")
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
    if (recording.frames() == 0)
      throw InputError(source, 0, "the recording has no frames yet", "let the run go on");
    return movie ? make_movie(recording) : draw_pictures(recording);
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
      drawer.fit_camera();
      render::write_png(out, drawer.draw(still, drawer.grid_caption()));
      return report(1, drawer);
    });
  }

  /// Floor, grid and colours are made for some frames of the whole recording.
  static void look_over(const Recording& recording, FrameDrawer& drawer) {
    constexpr std::int64_t most = 48;
    const std::int64_t frames = recording.frames(), count = std::min(frames, most);
    for (std::int64_t i = 0; i < count; ++i) {
      progress()(static_cast<double>(i) / static_cast<double>(count),
                 "looking the recording over:");
      drawer.look_over(recording.read(count == 1 ? 0 : i * (frames - 1) / (count - 1)));
    }
  }

  static std::string caption(const FrameDrawer& drawer, const RecordedFrame& frame) {
    const std::string grid = drawer.grid_caption();
    return fmt::format("{:.3f} s{}{}", frame.time, grid.empty() ? "" : "   ", grid);
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
      drawer.fit_camera();
      const Interrupt interrupt;
      std::size_t done = 0;
      for (const std::int64_t i : frames) {
        if (Interrupt::signal() != 0) return interrupted();
        progress()(static_cast<double>(done) / static_cast<double>(frames.size()), "drawing:");
        const RecordedFrame now = recording.read(i);
        if (one) drawer.fit_camera(now);
        render::write_png(one ? out : names->name(done), drawer.draw(now, caption(drawer, now)));
        ++done;
      }
      return report(done, drawer);
    });
  }

  std::int64_t chosen_frame(const Recording& recording) const {
    if (*time_option) return frame_near(recording.times(), time);
    if (!*frame_option) return recording.frames() - 1;
    if (frame >= recording.frames())
      throw InputError(source, 0, fmt::format("there is no frame {}", frame),
                       fmt::format("choose one from 0 to {}", recording.frames() - 1));
    return frame;
  }

  int make_movie(const Recording& recording) {
    look.dither = true;
    const MoviePlan plan = plan_movie(recording, rate, speed);
    return named(source, [&] {
      Video video(out, look.width, look.height, plan.rate);
      FrameDrawer drawer(recording.bodies(), look);
      look_over(recording, drawer);
      drawer.fit_camera();
      const Interrupt interrupt;
      std::int64_t drawn = -1;
      render::Image image;
      for (std::size_t i = 0; i < plan.frames.size(); ++i) {
        if (Interrupt::signal() != 0) return interrupted();
        progress()(static_cast<double>(i) / static_cast<double>(plan.frames.size()), "drawing:");
        if (plan.frames[i] != drawn) {
          drawn = plan.frames[i];
          const RecordedFrame now = recording.read(drawn);
          image = drawer.draw(now, caption(drawer, now));
        }
        video.add(image);
      }
      progress().stage("finishing " + out);
      video.finish();
      return report(plan.frames.size(), drawer);
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
