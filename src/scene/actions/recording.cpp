#include <pliant/error.h>

#include <cmath>

#include "base/nearest_name.h"
#include "base/text.h"
#include "scene/actions/list.h"
#include "scene/output.h"

namespace pliant::action {

namespace {

class RecordWork final : public Work {
 public:
  explicit RecordWork(const Record& record) : record_(record) {}

  void start(SceneRun& run) override {
    every_ = record_.every;
    if (record_.seconds > 0) every_ = std::max<std::int64_t>(1, run.step_at(record_.seconds));
  }
  std::int64_t next_event(std::int64_t step) const override { return next_multiple(step, every_); }
  bool changes_energy() const override { return false; }
  void at(SceneRun& run, std::int64_t) override {
    if (run.output() != nullptr) run.output()->add_frame(run, record_.velocities, record_.fields);
  }
  void end(SceneRun& run) override {
    if (run.output() != nullptr && !run.output()->ends_at(run.step())) at(run, run.step());
  }

 private:
  Record record_;
  std::int64_t every_ = 1;
};

}  // namespace

Declaration Record::declare() {
  return Declare<Record>("Record", "recording",
                         "Writes positions every so many steps or seconds into the recording. A "
                         "scene without it is recorded as sim.save_every says, or 30 times a "
                         "second.",
                         "sim:addAction(Record{seconds = 0.02, fields = {\"volume_ratio\"}})")
      .parameter("every", &Record::every, "", "steps from one frame to the next; 0: as 'seconds'",
                 not_negative)
      .parameter("seconds", &Record::seconds, "s", "from one frame to the next, simulated",
                 not_negative)
      .parameter(
          "fields", &Record::fields, "",
          "what else: volume_ratio, stress, von_mises (of tetrahedra), displacement, force, of "
          "CPM1 and CPM2 elastic_force and shear_force, which E and G make, with Contact "
          "contact_force, contact_pressure and contact_gap, and with DynamicSelection active: 0 "
          "asleep, 1 asleep beside an active one, 2 active (of vertices)")
      .parameter("velocities", &Record::velocities, "", "velocities, too");
}

std::unique_ptr<Work> Record::prepare(Stage&) const {
  if ((every > 0) == (seconds > 0))
    throw InputError("", 0, "it is not said how often to record", "give 'every' or 'seconds'");
  for (const std::string& field : fields)
    if (std::ranges::find(recordable_fields, field) == std::end(recordable_fields))
      throw InputError("", 0, text("there is no field '", field, "'"),
                       nearest_name(field, recordable_fields));
  return std::make_unique<RecordWork>(*this);
}

}  // namespace pliant::action
