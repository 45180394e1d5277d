#include "recorder.h"

#include <fmt/format.h>
#include <pliant/error.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "command.h"
#include "movie.h"
#include "pliant/probes.h"
#include "pliant/recording.h"
#include "progress_bar.h"
#include "record/export/export.h"
#include "record/export/html.h"
#include "record/export/output_stream.h"
#include "record/export/vtu_series.h"
#include "video.h"

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

// A recording with its probes, as a run writes it.
class Folder : public BodyRecorder {
 public:
  Folder(std::filesystem::path folder, RecordedBody body)
      : folder_(std::move(folder)), body_(std::move(body)) {}

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
    use(Recording(folder_));
  }

 protected:
  /// Makes of the recording what is wanted.
  virtual void use(const Recording&) {}

 private:
  void begin(const Mesh& mesh) {
    RecordingInfo info;
    info.floor = 0;
    body_.mesh = mesh;
    if (body_.surface) {  // at rest where the body is
      EmbeddedSurface placed = *body_.surface;
      placed.surface.vertices = placed.positions(mesh.vertices);
      body_.surface = std::make_shared<const EmbeddedSurface>(std::move(placed));
    }
    recorder_.emplace(folder_, info, std::vector{body_});
    probes_.emplace(folder_ / "probes.csv", std::vector<ProbeColumn>{{"kinetic", "J"},
                                                                     {"elastic", "J"},
                                                                     {"gravitational", "J"},
                                                                     {"total", "J"},
                                                                     {"volume", "m3"},
                                                                     {"lowest", "m"}});
  }

  std::filesystem::path folder_;
  RecordedBody body_;
  std::optional<pliant::Recorder> recorder_;
  std::optional<ProbeTable> probes_;
  std::int64_t frames_ = 0;
};

// Of a recording that is gone afterwards. The base class that is named first lives longest.
class Page final : private TemporaryFolder, public Folder {
 public:
  Page(const std::filesystem::path& file, const RecordedBody& body)
      : Folder(path, body), file_(file) {
    record::page_template();  // to hear now, not after the run, that there is none
  }

 private:
  void use(const Recording& recording) override {
    Notes notes;
    record::export_recording(recording, file_, {.title = file_.stem().string()}, &notes);
    tell(notes);
  }

  std::filesystem::path file_;
};

class Film final : private TemporaryFolder, public Folder {
 public:
  Film(const std::filesystem::path& file, const RecordedBody& body)
      : Folder(path, body), file_(file) {
    need_ffmpeg(file_);
    const render::gl::HeadlessContext needed;
  }

 private:
  void use(const Recording& recording) override {
    RenderLook look;
    look.dither = true;
    look.floor = recording.info().floor;
    FrameDrawer drawer(recording.bodies(), look);
    make_movie(recording, file_.string(), drawer, {});
    progress().clear();
  }

  std::filesystem::path file_;
};

std::unique_ptr<BodyRecorder> folder_recorder(const std::filesystem::path& folder,
                                              const RecordedBody& body) {
  if (has_recording(folder))
    throw InputError(folder.string(), 0, "there is a recording in this folder already",
                     "choose another folder, or remove it");
  return std::make_unique<Folder>(folder, body);
}

}  // namespace

void need_recordable(const std::string& file) {
  const std::filesystem::path path(file);
  std::error_code ignored;
  if (path.extension().empty() || std::filesystem::is_directory(path, ignored)) return;
  need_output(file, {".mp4", ".html", ".pvd", ".csv"});
}

std::unique_ptr<BodyRecorder> make_recorder(const std::string& file, const BodyLook& look,
                                            std::shared_ptr<const EmbeddedSurface> surface) {
  need_recordable(file);
  RecordedBody body{std::filesystem::path(file).stem().string(), {}};
  body.look = look;
  body.surface = std::move(surface);
  return named(file, [&]() -> std::unique_ptr<BodyRecorder> {
    if (has_extension(file, ".mp4")) return std::make_unique<Film>(file, body);
    if (has_extension(file, ".html")) return std::make_unique<Page>(file, body);
    if (has_extension(file, ".pvd")) return std::make_unique<ParaviewSeries>(file);
    if (has_extension(file, ".csv")) return std::make_unique<Table>(file);
    body.name = "body";
    return folder_recorder(file, body);
  });
}

}  // namespace pliant::app
