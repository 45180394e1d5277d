#include "recorder.h"

#include <fmt/format.h>
#include <pliant/error.h>

#include <fstream>

#include "command.h"
#include "record/export/vtu_series.h"

namespace pliant::app {

namespace {

class ParaviewSeries final : public Recorder {
 public:
  explicit ParaviewSeries(const std::string& file) : series_(file) {}

  bool wants_energy() const override { return false; }
  void add(const Moment& moment) override { series_.add(moment.time, 0, moment.mesh); }
  void finish() override { series_.finish(); }

 private:
  record::VtuSeries series_;
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
