#include "backend/spring_order.h"

#include <algorithm>
#include <bit>

#include "backend/backend.h"
#include "relations/law_functions.h"

namespace pliant::backend {

namespace {

/// The colours that the springs at a vertex have.
class Colours {
 public:
  std::uint64_t word(std::size_t i) const { return i < words_.size() ? words_[i] : 0; }
  void add(std::size_t colour) {
    words_.resize(std::max(words_.size(), colour / 64 + 1));
    words_[colour / 64] |= std::uint64_t(1) << colour % 64;
  }

 private:
  std::vector<std::uint64_t> words_;
};

std::size_t first_free(const Colours& a, const Colours& b) {
  for (std::size_t i = 0;; ++i)
    if (const std::uint64_t taken = a.word(i) | b.word(i); ~taken != 0)
      return 64 * i + static_cast<std::size_t>(std::countr_one(taken));
}

}  // namespace

SpringOrder::SpringOrder(const CompiledModel& model) {
  std::vector<Colours> at(model.masses.size());
  std::vector<std::vector<Spring>> by_colour;
  for (std::size_t set = 0; set < model.sets.size(); ++set) {
    if (law_functions(model.sets[set].law).stretch == nullptr) continue;
    const std::vector<Index> ends = model.relation_vertices(set);
    for (std::size_t r = 0; r < model.sets[set].count; ++r) {
      const Index a = ends[2 * r], b = ends[2 * r + 1];
      const std::size_t colour = first_free(at[a], at[b]);
      at[a].add(colour);
      at[b].add(colour);
      if (colour == by_colour.size()) by_colour.emplace_back();
      by_colour[colour].push_back({set, static_cast<Index>(r), a, b});
    }
  }
  for (const std::vector<Spring>& some : by_colour) {
    begin.push_back(static_cast<std::uint32_t>(springs.size()));
    springs.insert(springs.end(), some.begin(), some.end());
  }
  begin.push_back(static_cast<std::uint32_t>(springs.size()));
}

}  // namespace pliant::backend
