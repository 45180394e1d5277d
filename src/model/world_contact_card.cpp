#include <algorithm>
#include <cmath>

#include "model/world_contact.h"

// Steps that a card takes by itself. The host makes a list of what may touch meanwhile; the card
// goes on with that until it does not hold any more, steps should have another length, or something
// has to be seen to that only single steps do. All but the first follows from where bodies are, so
// that the bits are the same however steps are asked for.

namespace pliant {

namespace {

constexpr int whole_units = 1 << contact::Contacts::most_halvings;

std::int64_t units_of(int halvings) {
  return whole_units >> halvings;
}

}  // namespace

bool WorldContact::may_go_on_card(const Bodies& bodies) const {
  return !selects_ && obstacles_.count() == 0 && contacts_.can_be_listed() &&
         dynamic_cast<const backend::MayTouchTogether*>(bodies[0]);
}

/// Whether a card takes the next steps of these bodies, as they are now.
bool WorldContact::choose_card(const Bodies& bodies) {
  if (card_.chosen) return true;
  const auto* const first = dynamic_cast<const backend::MayTouchTogether*>(bodies[0]);
  if (!card_.steps || card_.kind != first->kind_of_touching()) {
    card_ = {};
    card_.kind = first->kind_of_touching();
    card_.steps = first->make_touching_steps();
  }
  card_.chosen = card_.steps->choose(bodies);
  return card_.chosen;
}

void WorldContact::give_list() {
  if (!card_.has_surfaces)
    card_.steps->take_surfaces(contacts_.surfaces(), contacts_.inverse_masses());
  card_.has_surfaces = true;
  if (card_.is_current) take_from_card(false);
  const contact::ContactList list = contacts_.list(std::ldexp(whole_, -halvings_));
  if (list.crowded) {
    if (card_.is_current) take_from_card(true);
    card_.is_current = false;
    return;
  }
  card_.steps->take_list(list,
                         card_.is_current ? std::span<const Vec3d>() : contacts_.places_before());
  card_.is_current = card_.list_holds = true;
}

/// What it left is known to the host then; `all`: not only as much as a list needs.
void WorldContact::take_from_card(bool all) {
  const std::span<const Vec3d> before =
      all ? card_.steps->places_before() : std::span<const Vec3d>();
  contacts_.went_on(card_.steps->places(), before, card_.steps->grips(), contacts_.elapsed(),
                    card_.duration);
  card_.duration = 0;
}

/// The next steps, no more than so many whole ones.
backend::TouchingStretch WorldContact::stretch(const Bodies& bodies, std::int64_t count) const {
  const std::int64_t units = units_of(halvings_);
  std::int64_t most = count * whole_units - units_;
  const bool may_be_longer = halvings_ > 0 && calm_ <= 1;
  if (halvings_ > 0 && !may_be_longer)
    most = std::min(
        most, (units_ > 0 ? whole_units - units_ : 0) + std::int64_t{calm_ - 1} * whole_units);
  const std::int64_t until_copy =
      backend::steps_between_copies - bodies[0]->steps % backend::steps_between_copies;
  return {.steps = std::min(most / units, until_copy),
          .step = std::ldexp(whole_, -halvings_),
          .elapsed = contacts_.elapsed(),
          .damping = settings().damping,
          .longer_every = may_be_longer ? std::uint32_t{1} << halvings_ : 0,
          .taken = static_cast<std::uint32_t>(units_ / units)};
}

/// So many parts of a step are behind it now.
void WorldContact::count_parts(std::int64_t parts, Gone& gone) {
  if (parts == 0) return;
  const double step = std::ldexp(whole_, -halvings_);
  card_.duration += static_cast<double>(parts) * step;
  contacts_.set_elapsed(step);
  wanted_ = halvings_;
  const std::int64_t behind = units_ + parts * units_of(halvings_);
  const std::int64_t begun = (behind + whole_units - 1) / whole_units - (units_ > 0 ? 1 : 0);
  calm_ = static_cast<int>(std::max<std::int64_t>(0, calm_ - begun));
  const std::int64_t steps = behind / whole_units;
  if (steps > 0) {
    count_divided(1, std::max(shortest_, halvings_));
    count_divided(steps - 1, halvings_);
    shortest_ = 0;
  }
  units_ = static_cast<int>(behind % whole_units);
  shortest_ = units_ > 0 ? std::max(shortest_, halvings_) : 0;
  gone.steps += steps;
}

WorldContact::Gone WorldContact::go_on_card(const Bodies& bodies, std::int64_t count) {
  using backend::TouchingEnd;
  constexpr int most = contact::Contacts::most_halvings;
  Gone gone;
  if (!may_go_on_card(bodies) || (!card_.is_current && contacts_.goes_too_fast())) return gone;
  bool goes_on = true;
  while (goes_on && gone.steps < count && may_go_on_card(bodies)) {
    set_steps(bodies, halvings_);
    if (!choose_card(bodies)) break;
    const bool is_new = !card_.is_current || !card_.list_holds;
    if (is_new) give_list();
    if (!card_.is_current) break;
    backend::TouchingStretch stretch = this->stretch(bodies, count - gone.steps);
    backend::TouchingWent went = card_.steps->step(stretch);
    if (went.end == TouchingEnd::too_far) {
      // All but the last one once more, and that by itself.
      card_.steps->go_back();
      stretch.steps = went.steps - 1;
      went.steps = 0;
      if (stretch.steps > 0) went = card_.steps->step(stretch);
      goes_on = false;
    }
    if (went.end == TouchingEnd::diverged) {
      card_.steps->go_back();
      gone.diverged = went.body;
      units_ = shortest_ = 0;
      break;
    }
    count_parts(went.steps, gone);
    if (went.end == TouchingEnd::listed) {
      goes_on = goes_on && (went.steps > 0 || !is_new);
      card_.list_holds = false;
    } else if (went.end == TouchingEnd::haste) {
      wanted_ = contacts_.halvings(whole_, went.haste);
      goes_on = goes_on && (wanted_ < halvings_ || halvings_ < most);
      if (wanted_ > halvings_) {
        halvings_ = wanted_;
        calm_ = calm_steps;
      } else if (wanted_ < halvings_) {
        --halvings_;
      }
    } else if (went.end == TouchingEnd::crowded) {
      goes_on = false;
    }
  }
  if (card_.is_current) take_from_card(true);
  return gone;
}

}  // namespace pliant
