#include "record/export/export.h"

#include <fmt/format.h>

#include "command.h"
#include "json.h"
#include "progress_bar.h"
#include "render_look.h"

namespace pliant::app {

namespace {

struct Export {
  std::string recording, target, title, field;
  std::int64_t every = 1, most_frames = 0;
  double most_megabytes = 0;
  bool json = false, coarse = false;

  void declare(Options& app) {
    app.add_option("RECORDING", recording, "Folder that a run wrote")->required();
    app.add_option(
           "OUT", target,
           "What to write; its extension tells the format: .html (a page for any browser), .pvd or "
           ".vtu (ParaView), .obj or .ply (a file for each frame), .glb (animated), .csv, .npz "
           "(NumPy)")
        ->required();
    app.add_option("--every", every, "Take every n-th frame")
        ->capture_default_str()
        ->check(in_range(std::int64_t{1}, std::int64_t{1} << 40));
    app.add_option("--frames", most_frames, "Take at most so many frames, evenly spaced")
        ->check(in_range(std::int64_t{1}, std::int64_t{1} << 40));
    app.add_option("--most-megabytes", most_megabytes,
                   "Leave out frames where an .html file would be larger (20 when not given)")
        ->check(positive_number());
    app.add_option("--title", title,
                   "Title of an .html file (the recording's name when not given)");
    declare_skin(app, coarse);
    app.add_option("--field", field,
                   "Colour the bodies of a .glb file by a field that was recorded, or by "
                   "displacement, speed or volume_ratio");
    app.add_flag("--json", json, "Print a report for programs");
  }

  int run() {
    if (!field.empty() && !has_extension(target, ".glb")) wrong_usage("--field is for .glb files");
    progress().stage("reading " + recording);
    const Recording source(recording);
    Notes notes;
    const std::size_t frames = record::export_recording(
        source, target,
        {.every = every,
         .most_frames = most_frames,
         .most_megabytes = most_megabytes,
         .title = title,
         .progress = [](double done, std::string_view what) { progress()(done, what); },
         .skin = coarse ? record::SkinShown::coarse : record::SkinShown::own,
         .field = field},
        &notes);
    progress().clear();
    tell(notes);
    if (json)
      print_json({{"recording", recording}, {"out", target}, {"frames", frames}, {"notes", notes}});
    else
      fmt::print("{} of {} frames from {:.4g} s to {:.4g} s: {}\n", frames, source.frames(),
                 source.times().front(), source.times().back(), target);
    return 0;
  }
};

}  // namespace

void add_export(Commands& commands) {
  commands.add<Export>("export", "Write a recording for other programs",
                       "  pliant export OUT page.html\n"
                       "  pliant export OUT film.glb --every 5\n"
                       "  pliant export OUT film.pvd\n"
                       "  pliant export OUT fall.obj\n"
                       "  pliant export OUT arrays.npz");
}

}  // namespace pliant::app
