#pragma once

#include <pliant/simulation.h>

#include <atomic>
#include <stdexcept>

namespace pliant {

namespace script {
class Host;
}  // namespace script

/// Whether scripts run just now, for other threads to look at.
struct ScriptActivity {
  std::atomic<std::int64_t> begun = 0, ended = 0;  ///< calls into scripts
};

struct ScriptOptions {
  std::map<std::string, std::string> defines{};  ///< what define() gives, by name
  bool allow_io = false;                         ///< files, processes and modules, too
  std::size_t memory = std::size_t{256} << 20;   ///< bytes for the script and what it describes
  std::int64_t instructions = 0;                 ///< that it may take; 0: no limit
  std::function<bool()> interrupted{};           ///< asked now and then; true stops the script
  ScriptActivity* activity = nullptr;            ///< told of every call, where there is one
};

/// A script was stopped by ScriptOptions::interrupted.
class ScriptInterrupted : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A scene as a Lua script describes it. Functions of time live in it: it must outlive the runs
/// that are made from its simulation. One thread at a time.
class Scene {
 public:
  /// Runs the script. InputError with file, line and what was expected.
  explicit Scene(const std::filesystem::path& file, const ScriptOptions& options = {});
  /// A script in memory; meshes are looked for in `folder`.
  Scene(const std::string& name, std::string_view text, const std::filesystem::path& folder,
        const ScriptOptions& options = {});
  Scene(Scene&&) noexcept;
  Scene& operator=(Scene&&) noexcept;
  ~Scene();

  const Simulation& simulation() const;
  /// The values that define() gave, by name: for sweeps and records.
  const std::map<std::string, Value>& definitions() const;

 private:
  std::unique_ptr<script::Host> host_;
};

}  // namespace pliant
