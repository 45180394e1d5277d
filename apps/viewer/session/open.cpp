#include "session/open.h"

#include <pliant/error.h>
#include <pliant/recording.h>

#include <algorithm>

#include "base/file.h"
#include "session/playback.h"
#include "session/simulated.h"

namespace pliant::viewer {

namespace {

namespace fs = std::filesystem;

std::string ending(const fs::path& file) {
  std::string out = file.extension().string();
  std::ranges::transform(out, out.begin(), [](unsigned char c) { return std::tolower(c); });
  return out;
}

Simulated::Source source_with(const OpenOptions& options, std::string title) {
  Simulated::Source source;
  source.title = std::move(title);
  source.options.model = options.model;
  source.options.output = options.output;
  source.history_bytes = options.history_bytes;
  if (!options.output.empty())
    RecordingFolder(options.output).next();  // says at once what is wrong
  return source;
}

std::unique_ptr<Show> open_scene(const std::string& file, const OpenOptions& options) {
  Simulated::Source source = source_with(options, fs::path(file).filename().string());
  ScriptOptions script = options.script;
  script.interrupted = [stop = source.interrupted, other = options.script.interrupted] {
    return stop->load() || (other && other());
  };
  source.scene = std::make_unique<Scene>(fs::path(file), script);
  source.simulation = source.scene->simulation();
  source.options.scene = read_file(file);
  return std::make_unique<Simulated>(std::move(source));
}

std::unique_ptr<Show> open_mesh(const std::string& name, const OpenOptions& options) {
  Falling fall = falling({name, options.material, options.law, options.pose, options.mesher});
  Simulated::Source source = source_with(options, fs::path(name).filename().string());
  if (can_be_filled(fall.simulation.bodies()[0]->value)) source.options.filling = options.filling;
  source.simulation = std::move(fall.simulation);
  source.question = std::move(fall.question);
  source.file = name;
  source.options.scene = name;
  source.options.divide_when_energy_rises = true;
  return std::make_unique<Simulated>(std::move(source));
}

}  // namespace

std::unique_ptr<Show> open(const std::string& name, const OpenOptions& options) {
  std::error_code error;
  if (fs::is_directory(name, error) || ending(name) == ".h5" || ending(name) == ".xdmf")
    return std::make_unique<Playback>(name);
  if (ending(name) == ".lua") return open_scene(name, options);
  return open_mesh(name, options);
}

std::unique_ptr<Live> simulate(Simulation simulation, std::string title,
                               const OpenOptions& options) {
  Simulated::Source source = source_with(options, title);
  source.options.scene = title;
  source.simulation = std::move(simulation);
  return std::make_unique<Simulated>(std::move(source));
}

}  // namespace pliant::viewer
