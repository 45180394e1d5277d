#include <algorithm>
#include <cmath>

#include "contact/contacts.h"

// What contact remembers, as numbers for whoever saves a state.

namespace pliant::contact {

namespace {

/// Numbers one after the other, and whether all that were asked for were there.
class NumberReader {
 public:
  explicit NumberReader(std::span<const double> numbers) : left_(numbers) {}
  double get() {
    if (left_.empty()) {
      good_ = false;
      return 0;
    }
    const double number = left_.front();
    left_ = left_.subspan(1);
    good_ = good_ && std::isfinite(number);
    return number;
  }
  Vec3d vector() {
    const double x = get(), y = get();
    return {x, y, get()};
  }
  /// A whole number from 0 to below `end`.
  std::size_t below(std::size_t end) {
    const double number = get();
    if (!(number >= 0 && number < static_cast<double>(end))) {
      good_ = false;
      return 0;
    }
    return static_cast<std::size_t>(number);
  }
  std::size_t left() const { return left_.size(); }
  bool good() const { return good_; }

 private:
  std::span<const double> left_;
  bool good_ = true;
};

}  // namespace

std::vector<double> Contacts::memory() const {
  std::vector<double> out;
  const auto put = [&](std::initializer_list<double> numbers) {
    for (const double number : numbers) out.push_back(number);
  };
  const auto add = [&](const Vec3d& a) { put({a.x, a.y, a.z}); };
  put({double(places_.size()), elapsed_, since_search_, horizon_, double(search_due_),
       double(counts.searches), double(counts.divided_steps), double(counts.held_vertices),
       counts.shortest_step});
  for (const Frame& f : frames_) {
    add(f.velocity);
    put({f.most_moved, f.step_moved, f.may_move, f.watched, double(f.joined), double(f.island)});
  }
  out.push_back(double(parted_.size()));
  for (const auto& [a, b] : parted_) put({double(a), double(b)});
  put({std::min(longest_step_, 1e300), since_start_, double(starts_.size())});
  for (const auto& [bodies, thickness] : starts_)
    put({double(bodies.first), double(bodies.second), thickness});
  out.push_back(double(body_pairs_.size()));
  for (const BodyPair& pair : body_pairs_)
    put({double(pair.first), double(pair.second), pair.reach});
  for (const Vec3d& x : before_) add(x);
  for (const Vec3d& x : searched_) add(x);
  for (const std::vector<Grip>* grips : {&vertex_grips_, &edge_grips_}) {
    out.push_back(double(grips->size()));
    for (const Grip& grip : *grips) {
      add(grip.slip);
      out.push_back(double(grip.slides));
    }
  }
  return out;
}

bool Contacts::remember(std::span<const double> memory) {
  NumberReader in(memory);
  if (in.get() != double(places_.size())) return false;
  elapsed_ = in.get();
  since_search_ = in.get();
  horizon_ = in.get();
  const bool due = in.below(2) == 1;
  constexpr std::size_t most = std::size_t{1} << 52;
  counts.searches = static_cast<std::int64_t>(in.below(most));
  counts.divided_steps = static_cast<std::int64_t>(in.below(most));
  counts.held_vertices = static_cast<std::int64_t>(in.below(most));
  counts.shortest_step = in.get();
  for (Frame& f : frames_) {
    f.velocity = in.vector();
    for (double* number : {&f.most_moved, &f.step_moved, &f.may_move, &f.watched})
      *number = in.get();
    f.joined = in.below(2) == 1;
    f.island = static_cast<Index>(in.below(frames_.size()));
  }
  const std::size_t bodies = frames_.size();
  for (std::size_t left = in.below(in.left() + 1); left > 0 && in.good(); --left) {
    const std::size_t a = in.below(bodies);
    part(a, in.below(bodies));
  }
  longest_step_ = in.get();
  since_start_ = in.get();
  starts_.clear();
  for (std::size_t left = in.below(in.left() + 1); left > 0 && in.good(); --left) {
    const std::size_t a = in.below(bodies), b = in.below(bodies);
    starts_[{a, b}] = in.get();
  }
  body_pairs_.clear();
  for (std::size_t left = in.below(in.left() + 1); left > 0 && in.good(); --left) {
    const auto a = static_cast<Index>(in.below(bodies)), b = static_cast<Index>(in.below(bodies));
    body_pairs_.push_back({a, b, in.get()});
  }
  for (Vec3d& x : before_) x = in.vector();
  for (Vec3d& x : searched_) x = in.vector();
  if (!in.good()) return false;
  pairs_ = find_pairs(surfaces_, searched_, body_pairs_);
  vertex_grips_.resize(pairs_.vertices.size());
  edge_grips_.resize(pairs_.edges.size());
  for (std::vector<Grip>* grips : {&vertex_grips_, &edge_grips_}) {
    if (in.get() != double(grips->size())) return false;
    for (Grip& grip : *grips) {
      grip.slip = in.vector();
      grip.slides = in.below(2) == 1;
    }
  }
  search_due_ = due;
  evaluated_ = false;
  return in.good() && in.left() == 0;
}

}  // namespace pliant::contact
