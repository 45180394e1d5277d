#include "mesh/io/obj_materials.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/text.h"
#include "mesh/io/scanner.h"
#include "mesh/surface_look.h"

// Of MTL files: newmtl, Kd, d, Tr, Ns, map_Kd, and Pr and Pm (roughness and metallic) as Blender
// and others write them.

namespace pliant::io {

namespace {

std::string_view trimmed_words(std::string_view s) {
  constexpr std::string_view space = " \t\r";
  const std::size_t begin = std::min(s.find_first_not_of(space), s.size());
  s.remove_prefix(begin);
  return s.substr(0, s.find_last_not_of(space) + 1);
}

// A picture's name may have spaces; options such as "-s 1 1 1" may go before it.
std::string_view picture_name(std::string_view words) {
  words = trimmed_words(words);
  if (words.starts_with('-')) words.remove_prefix(words.find_last_of(" \t") + 1);
  return words;
}

class MtlReader {
 public:
  MtlReader(const std::string& folder, std::map<std::string, SurfaceMaterial>& materials,
            TextureFiles& pictures)
      : folder_(folder), materials_(materials), pictures_(pictures) {}

  void read(std::string_view bytes) {
    while (!bytes.empty()) {
      const std::size_t end = std::min(bytes.find_first_of("\n\r"), bytes.size());
      read_line(trimmed_words(bytes.substr(0, end)));
      bytes.remove_prefix(std::min(end + 1, bytes.size()));
    }
  }

 private:
  void read_line(std::string_view line) {
    const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
    const std::string_view key = line.substr(0, end), rest = trimmed_words(line.substr(end));
    if (key == "newmtl") {
      const auto [entry, is_new] = materials_.try_emplace(std::string(rest));
      now_ = is_new ? &entry->second : nullptr;  // the first of a name counts
      if (now_) now_->name = rest;
    }
    if (now_ == nullptr) return;
    double n[3] = {};
    const std::size_t count = leading_numbers(rest, n);
    if (key == "Kd" && count > 0)  // one number is a grey
      for (std::size_t k = 0; k < 3; ++k) now_->colour[k] = n[count == 3 ? k : 0];
    else if (key == "map_Kd")
      now_->image = pictures_.from_file(folder_ + std::string(picture_name(rest)));
    if (count == 0) return;
    if (key == "d") now_->colour[3] = n[0];
    if (key == "Tr") now_->colour[3] = 1 - n[0];
    if (key == "Pm") now_->metallic = n[0];
    if (key == "Pr") {
      now_->roughness = n[0];
      told_roughness_ = now_;
    }
    // Phong's exponent and the roughness of as wide a highlight (Walter and others 2007).
    if (key == "Ns" && told_roughness_ != now_)
      now_->roughness = std::sqrt(2 / (2 + std::max(0.0, n[0])));
  }

  std::string folder_;
  std::map<std::string, SurfaceMaterial>& materials_;
  TextureFiles& pictures_;
  SurfaceMaterial* now_ = nullptr;
  const SurfaceMaterial* told_roughness_ = nullptr;
};

std::string folder_of(const std::string& path) {
  return path.substr(0, path.find_last_of("/\\") + 1);  // npos + 1 is 0
}

}  // namespace

std::size_t leading_numbers(std::string_view text, std::span<double> out) {
  std::size_t count = 0;
  while (count < out.size()) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    double value = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || !std::isfinite(value)) break;
    out[count++] = value;
    text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
  }
  return count;
}

void ObjMaterials::add_libraries(std::string_view names) {
  constexpr std::string_view ending = ".mtl ";
  for (std::size_t at; (at = names.find(ending)) != std::string_view::npos;) {
    libraries_.emplace(trimmed_words(names.substr(0, at + ending.size())));
    names.remove_prefix(at + ending.size());
  }
  if (const auto last = trimmed_words(names); !last.empty()) libraries_.emplace(last);
}

Index ObjMaterials::number(std::string_view name) {
  name = trimmed_words(name);
  if (name.empty()) return no_index;
  const auto found = numbers_.find(name);
  if (found != numbers_.end()) return found->second;
  return numbers_.emplace(name, static_cast<Index>(numbers_.size())).first->second;
}

void ObjMaterials::define(Files& files, Appearance& look, Notes& notes) const {
  std::map<std::string, SurfaceMaterial> known;
  TextureFiles pictures(files, look, notes);
  for (const std::string& path : libraries_)
    if (const auto bytes = files.beside(path, notes))
      MtlReader(folder_of(path), known, pictures).read(*bytes);
  look.materials.resize(numbers_.size());
  std::vector<bool> there(numbers_.size());
  std::size_t missing = 0;
  std::string first;
  for (const auto& [name, number] : numbers_) {
    const auto found = known.find(name);
    there[number] = found != known.end();
    if (there[number])
      look.materials[number] = found->second;
    else if (missing++ == 0)
      first = name;
  }
  for (Index& m : look.triangle_materials)
    if (m != no_index && !there[m]) m = no_index;
  if (missing > 0)
    notes.push_back(text(files.name(), ": ", plural(missing, "material is", "materials are"),
                         " in no .mtl file, such as '", shown(first), "'"));
}

std::vector<std::string> obj_material_names(const Appearance& look) {
  std::vector<std::string> names;
  std::set<std::string> taken;
  const auto add = [&](std::string name) {
    for (char& c : name)
      if (static_cast<unsigned char>(c) <= ' ' || c == '#' || c == '\\' || c == 127) c = '_';
    if (name.empty()) name = "material";
    std::string unique = name;
    for (int i = 2; !taken.insert(unique).second; ++i) unique = text(name, '_', i);
    names.push_back(unique);
  };
  for (const SurfaceMaterial& m : look.materials) add(m.name);
  add("none");
  return names;
}

void write_obj_materials(const Appearance& look, const std::vector<std::string>& names,
                         const std::string& stem, FileMap& files) {
  std::vector<std::string> pictures;
  for (std::size_t i = 0; i < look.images.size(); ++i) {
    const auto facts = image_facts(look.images[i].bytes);
    const std::string extension = text('.', i, facts ? facts->extension : ".png");
    files[extension] = look.images[i].bytes;
    pictures.push_back(stem + extension);
  }
  TextWriter out;
  const SurfaceMaterial plain;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const SurfaceMaterial& m = i < look.materials.size() ? look.materials[i] : plain;
    out.text("newmtl ").text(names[i]).end_line();
    out.text("Kd").number(m.colour[0]).number(m.colour[1]).number(m.colour[2]).end_line();
    out.text("d").number(m.colour[3]).end_line();
    out.text("Pr").number(m.roughness).end_line();
    out.text("Pm").number(m.metallic).end_line();
    if (m.image != no_index) out.text("map_Kd ").text(pictures[m.image]).end_line();
  }
  files[".mtl"] = out.take();
}

}  // namespace pliant::io
