#include "mesh/io/texture_files.h"

#include "base/text.h"
#include "mesh/io/scanner.h"
#include "mesh/surface_look.h"

namespace pliant::io {

Index TextureFiles::from_file(const std::string& path) {
  const auto [entry, is_new] = known_.try_emplace(path, no_index);
  if (!is_new) return entry->second;
  if (const auto bytes = files_.beside(path, notes_))
    entry->second = from_bytes(path.substr(path.find_last_of("/\\") + 1), *bytes);
  return entry->second;
}

Index TextureFiles::from_bytes(const std::string& name, std::string_view bytes) {
  constexpr std::size_t most_bytes = std::size_t{256} << 20;  // of all pictures together
  const auto facts = image_facts(bytes);
  const auto refuse = [&](const std::string& why) {
    notes_.push_back(text(files_.name(), ": the picture '", shown(name), "' is left out: ", why));
    return no_index;
  };
  if (!facts) return refuse("it is neither PNG nor JPEG");
  if (facts->width < 1 || facts->height < 1 || facts->width > largest_texture ||
      facts->height > largest_texture)
    return refuse(text("it has ", facts->width, " x ", facts->height, " pixels, ", largest_texture,
                       " each way are possible"));
  if (bytes.size() > most_bytes - total_) return refuse("pictures are more than 256 MiB");
  total_ += bytes.size();
  look_.images.push_back({name, std::string(bytes)});
  return static_cast<Index>(look_.images.size() - 1);
}

}  // namespace pliant::io
