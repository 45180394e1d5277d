#include "record/sound.h"

#include <algorithm>

#include "record/file_reader.h"

namespace pliant::record {

namespace {

std::optional<std::int64_t> first_damaged_in(const Block& block, const Part& part,
                                             const std::vector<RecordedBody>& bodies,
                                             std::int64_t from, std::int64_t to) {
  std::int64_t frame = std::max(from, block.first_frame);
  try {
    const BlockReader reader(std::make_shared<const FileReader>(part.file), block, bodies);
    for (; frame < std::min(to, block.end()); ++frame) reader.read(frame);
  } catch (const InputError&) {
    return frame;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::int64_t> first_damaged(const Parts& parts, std::int64_t from, std::int64_t to) {
  for (const Part& part : parts.parts)
    for (const Block& block : part.blocks) {
      if (block.end() <= from || block.first_frame >= to) continue;
      if (const auto found = first_damaged_in(block, part, parts.bodies, from, to)) return found;
    }
  return std::nullopt;
}

}  // namespace pliant::record
