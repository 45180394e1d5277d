#pragma once

#include <pliant/model.h>
#include <pliant/notes.h>
#include <pliant/tet_mesh.h>

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace pliant::bench {

struct CaseInfo {
  std::string_view name;
  std::string_view help;
  bool usual;          ///< measured when no case is named
  bool usual_on_card;  ///< the same with the backend `cuda`
};
std::span<const CaseInfo> cases();
/// "bunny: 19 467 tetrahedra of a scan", one a line; those measured only when named say so.
std::string list_of_cases();

/// A body that stands on a floor, or hangs on a wall, ready to be stepped by whoever is measured.
struct Case {
  std::string name;
  std::string mesh;         ///< the file it was read from, or the built-in shape that stands for it
  bool stands_in = false;   ///< a built-in shape of about the same size, for want of the file
  std::size_t copies = 1;   ///< above 1: a Batch of so many
  bool also_world = false;  ///< and as many bodies of one world, each built by itself
  std::size_t tetrahedra = 0, edges = 0;  ///< of one copy
  std::vector<Triangle> boundary;         ///< empty for what is no mass-spring body
  std::vector<Triangle> kept_surface;     ///< not empty: also measured with its volume kept
  /// Not empty: measured with dynamic selection, with these parts of its nodes active.
  std::vector<double> active_shares;
  /// Not empty: measured with contact between these and without, falling, and lying as they do at
  /// `lying_at` (s). `body` is the first.
  std::vector<Body> bodies = {};
  double lying_at = 0;
  int sweeps = 0;  ///< above 0: measured in large steps by descent of so many sweeps
  Body body;
  Dynamics dynamics;  ///< with strain limit and floor; a time step of 0: the safe one
  /// Of a spectral solid: computes its modes anew, without the cache. Empty where nobody can.
  std::function<void()> solve_modes = {};
};

/// Where the real meshes lie: `given`, else ../shared/models beside the current folder or beside
/// the sources this was built from; empty where there are none.
std::filesystem::path models_folder(const std::filesystem::path& given = {});

/// InputError for an unknown name, with the known ones.
Case make_case(std::string_view name, const std::filesystem::path& models, Notes* notes = nullptr);
/// The same, without making it.
void check_case_name(std::string_view name);

}  // namespace pliant::bench
