#include <pliant/script.h>

#include "base/file.h"
#include "script/host.h"

namespace pliant {

namespace {

constexpr std::uintmax_t longest_script = std::uintmax_t{16} << 20;  // bytes

std::string without_line_for_the_shell(std::string_view text) {
  return text.starts_with('#') ? "--" + std::string(text) : std::string(text);
}

}  // namespace

Scene::Scene(const std::filesystem::path& file, const ScriptOptions& options)
    : Scene(file.string(), read_file(file, longest_script), file.parent_path(), options) {}

Scene::Scene(const std::string& name, std::string_view text, const std::filesystem::path& folder,
             const ScriptOptions& options)
    : host_(std::make_unique<script::Host>(name, folder, options)) {
  host_->run(without_line_for_the_shell(text));
}

Scene::Scene(Scene&&) noexcept = default;
Scene& Scene::operator=(Scene&&) noexcept = default;
Scene::~Scene() = default;

const Simulation& Scene::simulation() const {
  return *host_->chosen;
}

const std::map<std::string, Value>& Scene::definitions() const {
  return host_->definitions;
}

}  // namespace pliant
