#include <array>
#include <cmath>

#include "active/criteria.h"
#include "reproduce/s07.h"

// Tables 4.1 to 4.3 and 5.1: what the criteria cost, counted by running them.

namespace pliant::app::s07 {

namespace {

struct Operations {
  std::size_t additions = 0, subtractions = 0, multiplications = 0, comparisons = 0, roots = 0;
  std::size_t kept = 0;  // values of the last step; S07's "cache"

  std::array<std::size_t, 6> list() const {
    return {additions, subtractions, multiplications, comparisons, roots, kept};
  }
};

// A number that counts what is done with it. A change of sign is no operation.
struct Counted {
  double value = 0;
  static inline Operations done;

  friend Counted operator+(Counted a, Counted b) {
    ++done.additions;
    return {a.value + b.value};
  }
  friend Counted operator-(Counted a, Counted b) {
    ++done.subtractions;
    return {a.value - b.value};
  }
  friend Counted operator-(Counted a) { return {-a.value}; }
  friend Counted operator*(Counted a, Counted b) {
    ++done.multiplications;
    return {a.value * b.value};
  }
  friend bool operator>(Counted a, Counted b) {
    ++done.comparisons;
    return a.value > b.value;
  }
  friend Counted sqrt(Counted a) {
    ++done.roots;
    return {std::sqrt(a.value)};
  }
};
using Place = Vec3<Counted>;

template <class Test>
Operations counted(std::size_t kept, const Test& test) {
  Counted::done = {};
  test();
  Counted::done.kept = kept;
  return Counted::done;
}

// A test of both ways of a criterion, on a node with three neighbours that are all at rest: the
// most comparisons there are.
struct Criterion {
  std::string table, name;
  std::array<std::size_t, 6> published_activation, published_deactivation, published_total;
  Operations activation, deactivation;
  bool is_shared;  // what is kept serves both
};

constexpr Counted threshold{1};

Criterion relative_distance() {
  const Place node, neighbours[3] = {{{1}, {0}, {0}}, {{0}, {1}, {0}}, {{0}, {0}, {1}}};
  const Counted last_distances[3] = {{1}, {1}, {1}};
  const Place before;
  return {"4.1",
          "distance to a neighbour (4.8)",
          {6, 9, 15, 6, 3, 3},
          {2, 3, 3, 1, 0, 1},
          {8, 12, 18, 7, 3, 4},
          counted(std::size(last_distances),
                  [&] {
                    for (int i = 0; i < 3; ++i)
                      is_over_relative(node, neighbours[i], last_distances[i], threshold);
                  }),
          counted(1, [&] { is_over(node, before, threshold); }),
          false};
}

Criterion moved_distance() {
  const auto test = [node = Place(), before = Place()] { is_over(node, before, threshold); };
  return {"4.2",
          "distance moved (4.9)",
          {2, 3, 3, 1, 0, 1},
          {2, 3, 3, 1, 0, 1},
          {4, 6, 6, 2, 0, 1},
          counted(1, test),
          counted(1, test),
          true};
}

Criterion speed() {
  const auto test = [velocity = Place()] { is_faster(velocity, threshold); };
  return {"4.3",
          "speed (4.10)",
          {2, 0, 3, 1, 0, 0},
          {2, 0, 3, 1, 0, 0},
          {4, 0, 6, 2, 0, 0},
          counted(0, test),
          counted(0, test),
          true};
}

std::array<std::size_t, 6> total(const Criterion& c) {
  std::array<std::size_t, 6> out = c.activation.list();
  for (std::size_t i = 0; i < out.size(); ++i) out[i] += c.deactivation.list()[i];
  if (c.is_shared) out.back() = c.activation.kept;
  return out;
}

constexpr std::array names{"additions",   "subtractions", "multiplications",
                           "comparisons", "square roots", "values kept"};

Table table_of(const Criterion& c) {
  using enum Source;
  Table table{"table " + c.table,
              "Table " + c.table + ": " + c.name + ", one node and three neighbours",
              {{"operation", "Operation"},
               {"published_activation", "to wake others", published},
               {"activation", "ours", ours},
               {"published_deactivation", "to sleep", published},
               {"deactivation", "ours", ours},
               {"published_total", "both", published},
               {"total", "ours", ours},
               {"one_loop", "ours, in one loop", ours}},
              {}};
  const auto wake = c.activation.list(), sleep = c.deactivation.list(), both = total(c);
  for (std::size_t i = 0; i < names.size(); ++i)
    table.rows.push_back({names[i], count(c.published_activation[i]), count(wake[i]),
                          count(c.published_deactivation[i]), count(sleep[i]),
                          count(c.published_total[i]), count(both[i]),
                          count(c.is_shared ? wake[i] : both[i])});
  return table;
}

Table comparison(const std::vector<Criterion>& criteria) {
  using enum Source;
  Table table{
      "table 5.1", "Table 5.1: the three criteria side by side", {{"operation", "Operation"}}, {}};
  for (const Criterion& c : criteria) {
    table.columns.push_back({"published_" + c.table, c.name, published});
    table.columns.push_back({c.table, "ours", ours});
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::vector<Cell> row{names[i]};
    for (const Criterion& c : criteria) {
      row.push_back(count(c.published_total[i]));
      row.push_back(count(total(c)[i]));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

void add_operations(Report& report) {
  const std::vector<Criterion> criteria{relative_distance(), moved_distance(), speed()};
  Section& section = report.section("Tables 4.1 to 4.3: what a criterion costs");
  section.add(Paragraph{
      "The functions that the simulation calls (src/active/criteria.h) are run on a number that "
      "counts its additions, subtractions, products, comparisons and roots. Nothing moves, so that "
      "no comparison is skipped."});
  for (const Criterion& c : criteria) section.add(table_of(c));
  section.add(comparison(criteria));
  section.add(Remark{
      "Table 4.1: S07 compares the distance with two products, the last distance times a threshold "
      "for longer and one for shorter. Ours compares its change with one product, so that a "
      "neighbour costs one multiplication less and one subtraction more."});
  section.add(Remark{
      "Table 4.2: the text of 4.9 counts 3 multiplications and 1 comparison for both tests "
      "together, its table 6 and 2. The table is right where both tests are made, as in S07's two "
      "loops. The test to sleep is the opposite of that to wake others, though: in one loop it is "
      "made once, and the text is right but for its additions and subtractions, which it counts "
      "twice. The same holds for 4.10. With 4.8 the two tests differ."});
}

}  // namespace pliant::app::s07
