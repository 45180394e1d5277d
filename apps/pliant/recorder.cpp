#include "recorder.h"

#include <fmt/format.h>
#include <pliant/error.h>
#include <pliant/io.h>

#include <filesystem>
#include <fstream>

#include "base/file.h"
#include "command.h"
#include "xml_text.h"

namespace pliant::app {

namespace {

namespace fs = std::filesystem;

class ParaviewSeries final : public Recorder {
 public:
  explicit ParaviewSeries(const fs::path& file) : file_(file), folder_(file) {
    folder_.replace_extension();
    std::error_code error;
    fs::create_directory(folder_, error);
    if (error)
      throw InputError(folder_.string(), 0, "the folder for the frames cannot be made",
                       "give another name, or move what is in the way");
  }

  bool wants_energy() const override { return false; }

  void add(const Moment& moment) override {
    const std::string stem = folder_.filename().string();
    const std::string name = fmt::format("{}_{:05}.vtu", stem, frames_++);
    write_mesh(folder_ / name, moment.mesh, {.binary = true, .version = {}});
    entries_ += fmt::format("    <DataSet timestep=\"{}\" part=\"0\" file=\"{}\"/>\n", moment.time,
                            escaped(stem + "/" + name));
  }

  void finish() override {
    write_file(file_,
               "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n"
               "  <Collection>\n" +
                   entries_ + "  </Collection>\n</VTKFile>\n");
  }

 private:
  fs::path file_, folder_;
  std::size_t frames_ = 0;
  std::string entries_;
};

class Table final : public Recorder {
 public:
  explicit Table(const std::string& file) : file_(file), out_(file) {
    out_ << "time_s,kinetic_J,elastic_J,gravitational_J,total_J,volume_m3,lowest_m\n";
    check();
  }

  bool wants_energy() const override { return true; }

  void add(const Moment& moment) override {
    const State::Energy& e = moment.energy;
    out_ << fmt::format("{},{},{},{},{},{},{}\n", moment.time, e.kinetic, e.elastic,
                        e.gravitational, e.total(), moment.volume, moment.lowest);
    out_.flush();  // for who watches it grow
    check();
  }

  void finish() override {}

 private:
  void check() const {
    if (!out_) throw InputError(file_, 0, "cannot be written", "check the folder and the disk");
  }

  std::string file_;
  std::ofstream out_;
};

}  // namespace

std::unique_ptr<Recorder> make_recorder(const std::string& file) {
  need_output(file, {".pvd", ".csv"});
  if (has_extension(file, ".pvd")) return std::make_unique<ParaviewSeries>(file);
  return std::make_unique<Table>(file);
}

}  // namespace pliant::app
