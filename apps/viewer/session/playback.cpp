#include "session/playback.h"

#include <fmt/format.h>
#include <pliant/error.h>

#include <algorithm>

#include "record/contact_marks.h"
#include "render/field.h"
#include "session/shown_volume.h"

namespace pliant::viewer {

namespace {

double volume_of(const ShownBody& body, const std::vector<Vec3d>& x) {
  return ShownVolume(body).at(x, {});
}

}  // namespace

Playback::Playback(const std::filesystem::path& folder) : recording_(folder) {
  if (recording_.frames() == 0)
    throw InputError(folder.string(), 0, "the recording has no frames yet", "let the run go on");
  times_.assign(recording_.times().begin(), recording_.times().end());
  auto bodies = std::make_shared<std::vector<ShownBody>>();
  for (const RecordedBody& body : recording_.bodies()) {
    bodies->push_back({body.name, std::make_shared<const Mesh>(body.mesh)});
    bodies->back().voronoi = body.voronoi;
    bodies->back().look = body.look;
    bodies->back().skin = body.surface;
    rest_volume_ += volume_of(bodies->back(), body.mesh.vertices);
  }
  bodies_ = std::move(bodies);
  const RecordedFrame frame = recording_.read(0);  // what is damaged shows here
  last_ = nullptr;
  recorded(0);
  if (!trouble_.empty()) throw InputError(folder.string(), 0, trouble_, "record it anew");
}

std::string Playback::title() const {
  std::filesystem::path folder = recording_.folder();
  if (folder.filename().empty()) folder = folder.parent_path();
  return folder.filename().string();
}

std::vector<std::pair<std::string, std::string>> Playback::facts() const {
  std::vector<std::pair<std::string, std::string>> facts;
  for (const ShownBody& body : *bodies_) {
    const std::string of = bodies_->size() > 1 ? body.name + ": " : "";
    facts.emplace_back(of + "vertices", fmt::format("{}", body.mesh->vertices.size()));
    facts.emplace_back(of + "tetrahedra", fmt::format("{}", body.mesh->tetrahedra.size()));
  }
  facts.emplace_back("frames", fmt::format("{}", times_.size()));
  facts.emplace_back("recorded", fmt::format("{:.4g} s", times_.back() - times_.front()));
  facts.emplace_back("time step", fmt::format("{:.3g} s", recording_.info().time_step));
  facts.emplace_back("written by", recording_.info().program);
  return facts;
}

void Playback::start_counting() {
  real_start_ = Clock::now();
  recorded_start_ = times_[current_];
}

void Playback::play() {
  if (current_ + 1 >= times_.size()) current_ = 0;
  running_ = times_.size() > 1;
  start_counting();
}

void Playback::pause() {
  go_on();
  running_ = false;
}

void Playback::step() {
  pause();
  current_ = std::min(current_ + 1, times_.size() - 1);
}

void Playback::reset() {
  current_ = 0;
  start_counting();
}

bool Playback::seek(double time) {
  const auto after = std::ranges::lower_bound(times_, time);
  current_ = std::min(static_cast<std::size_t>(after - times_.begin()), times_.size() - 1);
  if (current_ > 0 && time - times_[current_ - 1] < times_[current_] - time) --current_;
  start_counting();
  return true;
}

void Playback::set_pace(Pace pace) {
  go_on();
  pace_ = pace;
  start_counting();
}

void Playback::go_on() {
  if (!running_) return;
  if (pace_.unlimited) {
    current_ = std::min(current_ + 1, times_.size() - 1);
  } else {
    const double real = std::chrono::duration<double>(Clock::now() - real_start_).count();
    const double due = recorded_start_ + pace_.speed * real;
    const auto after = std::ranges::upper_bound(times_, due);
    const auto reached = static_cast<std::size_t>(after - times_.begin());
    current_ = std::max(current_, reached == 0 ? 0 : reached - 1);
  }
  if (current_ + 1 >= times_.size()) running_ = false;
}

Progress Playback::progress() const {
  Progress progress;
  progress.running = running_;
  progress.finished = current_ + 1 >= times_.size();
  progress.achieved = running_ && !pace_.unlimited ? pace_.speed : 0;
  progress.trouble = trouble_;
  return progress;
}

// Bodies are other ones where a frame is cut otherwise than the last.
void Playback::show_cuts(const RecordedFrame& frame) {
  auto bodies = std::make_shared<std::vector<ShownBody>>(*bodies_);
  bool changed = false;
  for (std::size_t b = 0; b < bodies->size(); ++b) {
    ShownBody& body = (*bodies)[b];
    const auto before = body.absent;
    show_cut(removed_tetrahedra(frame.bodies[b]), recording_.bodies()[b].surface, body);
    changed = changed || body.absent != before;
  }
  if (!changed) return;
  bodies_ = std::move(bodies);
  rest_volume_ = 0;
  for (const ShownBody& body : *bodies_) rest_volume_ += volume_of(body, body.mesh->vertices);
}

MomentPointer Playback::now() {
  go_on();
  return recorded(current_);
}

MomentPointer Playback::recorded(std::size_t number) {
  number = std::min(number, times_.size() - 1);
  if (last_ && last_number_ == number) return last_;
  auto moment = std::make_shared<Moment>();
  try {
    moment->frame = recording_.read(static_cast<std::int64_t>(number));
  } catch (const InputError& e) {
    trouble_ = e.what();
    running_ = false;
    if (last_) return last_;
    for (const ShownBody& body : *bodies_)
      moment->frame.bodies.push_back({body.mesh->vertices, {}});
  }
  show_cuts(moment->frame);
  if (recording_.has_field(record::contact_field)) {
    moment->contacts = record::contact_marks(moment->frame);
    moment->touching = moment->contacts.size();
  }
  moment->bodies = bodies_;
  moment->rest_volume = rest_volume_;
  for (std::size_t b = 0; b < bodies_->size(); ++b)
    moment->volume += volume_of((*bodies_)[b], moment->frame.bodies[b].positions);
  last_ = std::move(moment);
  last_number_ = number;
  return last_;
}

std::vector<std::string> Playback::fields() const {
  std::vector<std::string> names;
  for (std::size_t b = 0; last_ && b < bodies_->size(); ++b)
    for (std::string& name : render::field_names(*(*bodies_)[b].mesh, last_->frame.bodies[b]))
      if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
  return names;
}

}  // namespace pliant::viewer
