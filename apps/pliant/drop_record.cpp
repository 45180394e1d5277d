#include "drop_record.h"

#include <fmt/format.h>
#include <pliant/error.h>
#include <pliant/recording.h>

#include <cmath>

#include "command.h"
#include "movie.h"
#include "progress_bar.h"
#include "record/export/export.h"
#include "record/export/html.h"
#include "record/export/vtu_series.h"
#include "scene/output.h"
#include "video.h"

namespace pliant::app {

namespace {

// No number where a law has no energy.
double known(const State::Energy& energy, double value) {
  return energy.has_elastic ? value : std::nan("");
}

struct Column {
  const char *name, *unit;
  double (*of)(const Seen&);
};
constexpr Column columns[] = {
    {"kinetic", "J", [](const Seen& s) { return s.energy.kinetic; }},
    {"elastic", "J", [](const Seen& s) { return known(s.energy, s.energy.elastic); }},
    {"gravitational", "J", [](const Seen& s) { return s.energy.gravitational; }},
    {"total", "J", [](const Seen& s) { return known(s.energy, s.energy.total()); }},
    {"volume", "m3", [](const Seen& s) { return s.volume; }},
    {"lowest", "m", [](const Seen& s) { return s.lowest; }},
};

std::string head() {
  std::string line = "time_s";
  for (const Column& column : columns) line += fmt::format(",{}_{}", column.name, column.unit);
  return line + "\n";
}

std::string row(const Seen& seen) {
  std::string line = fmt::format("{}", seen.time);
  for (const Column& column : columns) {
    const double value = column.of(seen);
    line += std::isnan(value) ? "," : fmt::format(",{}", value);
  }
  return line + "\n";
}

void make_film(const Recording& recording, const std::string& file) {
  RenderLook look;
  look.dither = true;
  look.floor = recording.info().floor;
  FrameDrawer drawer(recording.bodies(), look);
  make_movie(recording, file, drawer, {});
  progress().clear();
}

// To hear now, not after the run, what is missing.
void need_what_makes(const std::string& file) {
  if (has_extension(file, ".html")) record::page_template();
  if (has_extension(file, ".pvd")) const record::VtuSeries possible(file);
  if (!has_extension(file, ".mp4")) return;
  need_ffmpeg(file);
  const render::gl::HeadlessContext needed;
}

}  // namespace

void need_recordable(const std::string& file) {
  const std::filesystem::path path(file);
  std::error_code ignored;
  if (path.extension().empty() || std::filesystem::is_directory(path, ignored)) return;
  need_output(file, {".mp4", ".html", ".pvd", ".csv"});
}

DropRecord::DropRecord(const std::string& file) : file_(file) {
  named(file_, [&] {
    need_what_makes(file_);
    if (has_extension(file_, ".csv")) {
      table_.emplace(file_);
      table_->write(head());
    } else if (is_made()) {
      passing_ = std::make_unique<TemporaryFolder>();
    }
  });
}

bool DropRecord::is_made() const {
  return has_extension(file_, ".mp4") || has_extension(file_, ".html") ||
         has_extension(file_, ".pvd");
}

std::filesystem::path DropRecord::folder() const {
  if (table_) return {};
  return passing_ ? passing_->path() : std::filesystem::path(file_);
}

bool DropRecord::wants_energy() const {
  return !has_extension(file_, ".pvd");
}

void DropRecord::add_probes(Stage& stage) {
  if (table_ || !wants_energy()) return;
  for (const Column& column : columns)
    probes_.push_back(stage.add_probe(
        {column.name, {""}, {column.unit}, [this, &column](const SceneRun&, std::span<double> out) {
           out[0] = column.of(seen_);
         }}));
}

void DropRecord::take(SceneRun& run, const Seen& seen) {
  if (table_) {
    table_->write(row(seen));
    table_->flush();
    return;
  }
  seen_ = seen;
  run.output()->add_frame(run, false, {});
  for (const std::size_t probe : probes_) run.sample(probe);
}

void DropRecord::finish() {
  if (table_) return table_->finish();
  if (!passing_) return;
  const Recording recording(passing_->path());
  if (has_extension(file_, ".mp4")) return make_film(recording, file_);
  Notes notes;
  record::export_recording(recording, file_,
                           {.title = std::filesystem::path(file_).stem().string()}, &notes);
  tell(notes);
}

}  // namespace pliant::app
