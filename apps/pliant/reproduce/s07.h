#pragma once

#include <pliant/selection.h>
#include <pliant/tet_mesh.h>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reproduce/paper.h"

// What the parts of S07's reproduction share.

namespace pliant::app::s07 {

/// A column of Table 5.2. None of these meshes has a vertex inside: triangles = 2 vertices - 4.
struct PublishedMesh {
  std::string name;
  std::size_t vertices, triangles, tetrahedra, edges;
  bool is_ball = false;
};
std::span<const PublishedMesh> published_meshes();

/// A unit of S07 is 1 mm: its objects fit into a cube of 800.
inline constexpr double unit = 0.001, object_size = published_object_size * unit;  // m

/// Our mesh beside a published one, with about as many edges, in a cube of object_size.
struct Subject {
  const PublishedMesh* published;
  std::string made_of;
  TetMesh mesh;
};
Subject make_subject(const PublishedMesh& published, const ReproduceSettings& settings);
/// All of them, in the order of published_meshes().
std::vector<Subject> subjects(const ReproduceSettings& settings);

/// A way to simulate a body, and its line in the charts.
struct Method {
  std::string name;  ///< for readers
  std::string key;   ///< for programs
  std::optional<DynamicSelection> selection = {};
  std::string colour = {};
  bool dashed = false;
};
Method classical();                                 ///< all nodes, always
Method automatic();                                 ///< thresholds from the body, ours
Method published_method(std::string_view setting);  ///< one of published_settings()

/// S07's protocol (5.3.2): seconds without a load, then with one that turns every second.
struct Protocol {
  int idle = 10, loaded = 20;  ///< s
  int rounds = 5;              ///< of which the fastest counts, second by second
  int seconds() const { return idle + loaded; }
};
Protocol protocol(const ReproduceSettings& settings);
inline constexpr double time_step = 0.02;  // s, S07's
inline constexpr int steps_per_second = 50;

/// What a run has in each simulated second, and how far it is from the whole simulation.
struct History {
  std::vector<double> rate;       ///< steps a second of the machine's time
  std::vector<double> selecting;  ///< ms of the machine's time
  std::vector<double> stepping;   ///< ms
  std::vector<double> active;     ///< nodes, in the mean
  double moved = 0;               ///< the farthest any node gets from rest, over the size
  double largest_error = 0;       ///< of a node at any time, over the size
  double mean_error = 0;          ///< over nodes and time, over the size
  double tolerance = 0;           ///< of `automatic`, over the size
};

/// The slices of the body's height that are held and loaded.
inline constexpr double held_share = 0.05, loaded_share = 0.03;

/// Runs of one body by several methods, with the same load of this force, N, in all.
class Trial {
 public:
  Trial(const TetMesh& mesh, double force, const Protocol& protocol);
  ~Trial();
  /// Counts and errors.
  History look(const Method& method) const;
  /// Times of one round, of which the best stay.
  void time(const Method& method, History& history) const;
  int rounds() const;
  std::size_t loaded_count() const, held_count() const;
  double stable_step() const;  ///< s

 private:
  struct Parts;
  std::unique_ptr<const Parts> parts_;
};

/// A method that ran on a body.
struct Result {
  Method method;
  History history;
};
/// Every round runs all of them, so that a machine that slows down slows all alike. The histories
/// are told to programs, too.
std::vector<Result> run_all(const Trial& trial, const std::string& body,
                            const std::vector<Method>& methods, Report& report);
const History& history_of(const std::vector<Result>& results, std::string_view key);
double mean(std::span<const double> values);
double largest(std::span<const double> values);
/// Of a history's values, those of the seconds without a load, and with one.
std::span<const double> without_load(std::span<const double> values, const Protocol& protocol);
std::span<const double> under_load(std::span<const double> values, const Protocol& protocol);

/// How many nodes there are, are held and loaded, how far the load moves them, the stable step.
Paragraph described(const Subject& subject, const Trial& trial, const History& classical);
/// One row a method: speed, costs, active nodes and errors.
Table results_table(const std::string& id, const std::string& title,
                    const std::vector<Result>& results, const Protocol& protocol);
/// S07's four charts of a benchmark; `name` for programs, `title` for readers.
void add_charts(const std::string& name, const std::string& title,
                const std::vector<Result>& results, Section& section);

/// What S07's text says of its charts, and whether ours agree.
struct Statement {
  std::string published;
  std::string ours;  ///< in numbers
  bool is_shared;
  std::string why;  ///< a possible reason, told where ours does not agree
};
Table statements_table(const std::string& id, const std::string& title,
                       const std::vector<Statement>& statements);

/// Parts of the report, in its order.
void add_operations(Report& report);
void add_meshes(const std::vector<Subject>& subjects, Report& report);
void add_bunnies(const std::vector<Subject>& subjects, const ReproduceSettings& settings,
                 Report& report);
void add_settings(const Subject& ball, const ReproduceSettings& settings, Report& report);

}  // namespace pliant::app::s07
