#include "scene/touching.h"

#include <pliant/error.h>

#include <algorithm>

#include "base/short_text.h"
#include "base/text.h"
#include "scene/named.h"

namespace pliant {

namespace {

const char* why_not(const RunBody& body) {
  if (body.model.is_spectral()) return "is a spectral solid";
  if (body.model.backend() != Backend::cpu) return "is computed by a card";
  return nullptr;
}

// 'a', 'b' and 'c'; of many the first ones.
std::string names_of(const std::vector<std::size_t>& numbers, std::span<const RunBody> bodies) {
  constexpr std::size_t most = 5;
  std::string all;
  const std::size_t told = numbers.size() > most + 1 ? most : numbers.size();
  for (std::size_t i = 0; i < told; ++i)
    all += text(i == 0                    ? ""
                : i + 1 == numbers.size() ? " and "
                                          : ", ",
                "'", bodies[numbers[i]].name, "'");
  if (told < numbers.size()) all += text(" and ", numbers.size() - told, " others");
  return all;
}

void note_others(std::span<const RunBody> bodies, Notes& notes) {
  for (const bool spectral : {true, false}) {
    std::vector<std::size_t> out;
    for (std::size_t b = 0; b < bodies.size(); ++b)
      if (!can_touch(bodies[b]) && bodies[b].model.is_spectral() == spectral) out.push_back(b);
    if (out.empty()) continue;
    const bool many = out.size() > 1;
    notes.push_back(text("Contact: ", many ? "bodies " : "body ", names_of(out, bodies),
                         spectral ? (many ? " are spectral solids" : " is a spectral solid")
                                  : (many ? " are computed by a card" : " is computed by a card"),
                         ": nothing touches ", many ? "them" : "it",
                         " but obstacles; others pass through"));
  }
}

// What cannot take part touches nothing, itself included.
Contact among_those_that_can(Contact contact, std::span<const RunBody> bodies) {
  const auto can = [&](std::size_t b) { return can_touch(bodies[b]); };
  std::erase_if(contact.pairs,
                [&](const ContactPair& p) { return !can(p.first) || !can(p.second); });
  for (std::size_t a = 0; a < bodies.size(); ++a)
    for (std::size_t b = 0; b < bodies.size() && !can(a); ++b)
      if (can(b) || b >= a) contact.pairs.push_back({.first = a, .second = b, .touches = false});
  return contact;
}

std::string skin_of(const State& world) {
  return text("friction ", short_text(world.contact()->friction), ", a skin of ",
              short_text(world.contact_counts().thickness), " m");
}

// Where something is in something else it is left out, with a note, if that is allowed.
void set(const StagedContact& wish, Contact contact, State& world, Notes& notes) {
  const IntersectedAtStart wanted = contact.at_start;
  contact.at_start = IntersectedAtStart::refuse;
  try {
    world.set_contact(contact);
    return;
  } catch (const InputError& e) {
    if (wanted == IntersectedAtStart::refuse) throw;
    contact.at_start = wanted;
    world.set_contact(contact);  // throws the same where it is another problem
    notes.push_back(text("Contact: ", e.problem(), ": what is in the way there touches nothing ",
                         wish.given ? ""
                                    : "; move the bodies apart, or write "
                                      "Contact{touch = false}"));
  }
}

}  // namespace

bool can_touch(const RunBody& body) {
  return why_not(body) == nullptr;
}

bool may_touch(const SceneRun& run, std::size_t first, std::size_t second) {
  const std::optional<Contact>& contact = run.world().contact();
  if (!contact) return false;
  for (const ContactPair& pair : contact->pairs)
    if (std::minmax(pair.first, pair.second) == std::minmax(first, second)) return pair.touches;
  return first != second || contact->self;
}

void let_touch(const StagedContact& wish, std::span<const RunBody> bodies, State& world,
               Notes& notes) {
  if (!wish.touch || (!wish.given && bodies.size() < 2)) return;
  note_others(bodies, notes);
  const auto able = std::ranges::count_if(bodies, can_touch);
  if (able == 0 || (able == 1 && !wish.settings.self)) return;
  const Contact contact = among_those_that_can(wish.settings, bodies);
  if (wish.by)
    named(*wish.by, [&] { set(wish, contact, world, notes); });
  else
    set(wish, contact, world, notes);
  if (!wish.given)
    notes.push_back(text("Contact: ", able == 2 ? "both" : text("all ", able),
                         " bodies touch each other (", skin_of(world),
                         "); Contact{...} sets that, Contact{touch = false} lets them pass "
                         "through each other"));
}

std::vector<std::vector<Vec3d>> contact_forces_of(const SceneRun& run) {
  std::vector<std::vector<Vec3d>> forces(run.bodies().size());
  if (!run.world().contact()) return forces;
  const std::vector<Vec3d> all = run.world().contact_forces();
  auto from = all.begin();
  for (std::size_t b = 0; b < forces.size(); ++b) {
    const auto to = from + static_cast<std::ptrdiff_t>(run.bodies()[b].model.vertex_count());
    if (can_touch(run.bodies()[b])) forces[b].assign(from, to);
    from = to;
  }
  return forces;
}

}  // namespace pliant
