#include <pliant/drive.h>
#include <pliant/model.h>

#include <algorithm>

#include "backend/backend.h"
#include "base/text.h"
#include "model/checks.h"

namespace pliant {

namespace {

using Numbered = backend::Drives::Numbered;

void check_drive(const Model& model, const Drive& drive) {
  need(!drive.vertices.empty(), "a drive of no vertices", "give at least one");
  for (Index v : drive.vertices) check_vertex(model, v);
  need(std::ranges::find(drive.axes, true) != drive.axes.end(), "a drive along no axis",
       "give at least one of x, y and z");
  need(drive.path != nullptr, "a drive without a path", "give a function of the time");
  if (drive.places.empty()) return;
  need(drive.places.size() == drive.vertices.size(),
       text(drive.places.size(), " places for ", drive.vertices.size(), " driven vertices"),
       "give one a vertex, or none");
  for (const Vec3d& x : drive.places)
    need(is_finite(x), "a place of a drive is not finite", "give finite numbers");
}

const std::vector<Numbered>& drives_of(const backend::CompiledState& state) {
  static const std::vector<Numbered> none;
  return state.drives ? state.drives->list() : none;
}

std::size_t find_drive(const backend::CompiledState& state, std::size_t number) {
  const auto& list = drives_of(state);
  const auto found = std::ranges::find(list, number, &Numbered::number);
  need(found != list.end(), text("no drive ", number), "give a number of add_drive()");
  return static_cast<std::size_t>(found - list.begin());
}

}  // namespace

std::size_t State::add_drive(Drive drive) {
  check_drive(model(), drive);
  if (drive.places.empty()) {
    const std::vector<Vec3d> now = positions();
    for (Index v : drive.vertices) drive.places.push_back(now[v]);
  }
  std::vector<Numbered> list = drives_of(*compiled_);
  const std::size_t number = compiled_->next_drive;
  list.push_back({number, std::move(drive)});
  change_holds([&](backend::CompiledState& state) {
    state.next_drive = number + 1;
    state.drives = std::make_shared<const backend::Drives>(std::move(list));
  });
  return number;
}

void State::remove_drive(std::size_t number) {
  std::vector<Numbered> list = drives_of(*compiled_);
  list.erase(list.begin() + static_cast<std::ptrdiff_t>(find_drive(*compiled_, number)));
  change_holds([&](backend::CompiledState& state) {
    state.drives =
        list.empty() ? nullptr : std::make_shared<const backend::Drives>(std::move(list));
  });
}

const Drive& State::drive(std::size_t number) const {
  return drives_of(*compiled_)[find_drive(*compiled_, number)].drive;
}

}  // namespace pliant
