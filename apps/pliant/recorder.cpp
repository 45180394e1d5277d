#include "recorder.h"

#include <fmt/format.h>
#include <pliant/error.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "command.h"
#include "pliant/probes.h"
#include "pliant/recording.h"
#include "record/export/export.h"
#include "record/export/html_template.h"
#include "record/export/output_stream.h"
#include "record/export/vtu_series.h"

namespace pliant::app {

namespace {

class ParaviewSeries final : public BodyRecorder {
 public:
  explicit ParaviewSeries(const std::string& file) : series_(file) {}

  bool wants_energy() const override { return false; }
  void add(const Moment& moment) override { series_.add(moment.time, 0, moment.mesh); }
  void finish() override { series_.finish(); }

 private:
  record::VtuSeries series_;
};

class Table final : public BodyRecorder {
 public:
  explicit Table(const std::string& file) : out_(file) {
    out_.write("time_s,kinetic_J,elastic_J,gravitational_J,total_J,volume_m3,lowest_m\n");
  }

  bool wants_energy() const override { return true; }

  void add(const Moment& moment) override {
    const State::Energy& e = moment.energy;
    const auto known = [&](double value) { return e.has_elastic ? fmt::format("{}", value) : ""; };
    out_.write(fmt::format("{},{},{},{},{},{},{}\n", moment.time, e.kinetic, known(e.elastic),
                           e.gravitational, known(e.total()), moment.volume, moment.lowest));
    out_.flush();
  }

  void finish() override { out_.finish(); }

 private:
  record::OutputStream out_;
};

// A folder that is gone with its owner.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "pliant-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr)
      throw InputError(pattern, 0, "no folder can be made here", "set TMPDIR to another place");
    path = pattern;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }

  std::filesystem::path path;
};

// A recording that is exported as soon as it is complete.
class Page final : public BodyRecorder {
 public:
  explicit Page(std::filesystem::path file) : file_(std::move(file)) {
    record::page_template();  // to hear now, not after the run, that there is none
  }

  bool wants_energy() const override { return true; }

  void add(const Moment& moment) override {
    if (!recorder_) begin(moment.mesh);
    RecordedFrame frame{frames_, moment.time, {}};
    frame.bodies.push_back({moment.mesh.vertices, {}});
    recorder_->add(std::move(frame));
    const State::Energy& e = moment.energy;
    const auto known = [&](double value) { return e.has_elastic ? value : std::nan(""); };
    probes_->add(frames_, moment.time,
                 std::vector{e.kinetic, known(e.elastic), e.gravitational, known(e.total()),
                             moment.volume, moment.lowest});
    ++frames_;
  }

  void finish() override {
    if (!recorder_) return;
    recorder_->finish();
    probes_->flush();
    Notes notes;
    record::export_recording(Recording(folder_.path), file_, {.title = file_.stem().string()},
                             &notes);
    tell(notes);
  }

 private:
  void begin(const Mesh& mesh) {
    RecordingInfo info;
    info.floor = 0;
    recorder_.emplace(folder_.path, info, std::vector<RecordedBody>{{file_.stem().string(), mesh}});
    probes_.emplace(folder_.path / "probes.csv", std::vector<ProbeColumn>{{"kinetic", "J"},
                                                                          {"elastic", "J"},
                                                                          {"gravitational", "J"},
                                                                          {"total", "J"},
                                                                          {"volume", "m3"},
                                                                          {"lowest", "m"}});
  }

  std::filesystem::path file_;
  TemporaryFolder folder_;
  std::optional<pliant::Recorder> recorder_;
  std::optional<ProbeTable> probes_;
  std::int64_t frames_ = 0;
};

}  // namespace

std::unique_ptr<BodyRecorder> make_recorder(const std::string& file) {
  need_output(file, {".html", ".pvd", ".csv"});
  if (has_extension(file, ".html"))
    return named(file, [&] { return std::make_unique<Page>(file); });
  if (has_extension(file, ".pvd")) return std::make_unique<ParaviewSeries>(file);
  return std::make_unique<Table>(file);
}

}  // namespace pliant::app
