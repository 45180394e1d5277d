#include "session/history.h"

namespace pliant::viewer {

namespace {

std::vector<float> packed(const std::vector<Vec3d>& places, const Vec3d& middle) {
  std::vector<float> out;
  out.reserve(3 * places.size());
  for (const Vec3d& p : places)
    for (int i = 0; i < 3; ++i) out.push_back(static_cast<float>(p[i] - middle[i]));
  return out;
}

std::vector<Vec3d> unpacked(const std::vector<float>& numbers, const Vec3d& middle) {
  std::vector<Vec3d> out(numbers.size() / 3);
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = middle + Vec3d{numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]};
  return out;
}

}  // namespace

History::KeptPointer History::kept(const Moment& moment) {
  auto out = std::make_shared<Kept>();
  out->rest = {moment.bodies,   {moment.frame.step, moment.frame.time, {}},
               moment.volume,   moment.rest_volume,
               moment.energy,   moment.has_energy,
               moment.held,     moment.balls,
               moment.states,   moment.active,
               moment.selected, moment.contacts,
               moment.touching};
  out->bytes = sizeof(Kept);
  out->bytes += moment.contacts.size() * sizeof(ContactPoint);
  for (const auto& states : moment.states) out->bytes += states.size() * sizeof(NodeState);
  for (const BodyFrame& body : moment.frame.bodies) {
    Part& part = out->parts.emplace_back();
    if (!body.positions.empty()) part.middle = body.positions[0];
    part.places = packed(body.positions, part.middle);
    part.velocities = packed(body.velocities, {});
    part.fields = body.fields;
    out->bytes += sizeof(float) * (part.places.size() + part.velocities.size());
    for (const RecordedField& field : part.fields)
      out->bytes += sizeof(float) * field.values.size();
  }
  return out;
}

void History::add(const Moment& moment) {
  {
    const std::scoped_lock lock(mutex_);
    if (added_++ % stride_ != 0) return;
  }
  KeptPointer frame = kept(moment);
  const std::scoped_lock lock(mutex_);
  bytes_ += frame->bytes;
  kept_.push_back(std::move(frame));
  while (bytes_ > most_bytes_ && kept_.size() > 2) thin();
}

// Those that stay are the ones that a doubled stride would have kept.
void History::thin() {
  std::vector<KeptPointer> left;
  bytes_ = 0;
  for (std::size_t i = 0; i < kept_.size(); i += 2) {
    bytes_ += kept_[i]->bytes;
    left.push_back(std::move(kept_[i]));
  }
  kept_ = std::move(left);
  stride_ *= 2;
  ++edition_;
}

void History::clear() {
  const std::scoped_lock lock(mutex_);
  kept_.clear();
  bytes_ = added_ = 0;
  stride_ = 1;
  ++edition_;
}

const std::vector<double>& History::times() {
  const std::scoped_lock lock(mutex_);
  if (edition_ != seen_edition_) {
    seen_.clear();
    times_.clear();
    seen_edition_ = edition_;
  }
  for (std::size_t i = seen_.size(); i < kept_.size(); ++i) {
    seen_.push_back(kept_[i]);
    times_.push_back(kept_[i]->rest.frame.time);
  }
  return times_;
}

MomentPointer History::moment(std::size_t number) const {
  if (number >= seen_.size()) return nullptr;
  const Kept& kept = *seen_[number];
  auto out = std::make_shared<Moment>(kept.rest);
  for (const Part& part : kept.parts)
    out->frame.bodies.push_back(
        {unpacked(part.places, part.middle), unpacked(part.velocities, {}), part.fields});
  return out;
}

}  // namespace pliant::viewer
