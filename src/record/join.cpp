#include <pliant/error.h>

#include "base/text.h"
#include "record/file_reader.h"
#include "record/file_writer.h"
#include "record/new_file.h"
#include "record/parts.h"

namespace pliant::record {

namespace fs = std::filesystem;

namespace {

std::uintmax_t size_of(const std::vector<Part>& parts) {
  std::error_code error;
  std::uintmax_t bytes = 0;
  for (const Part& part : parts) {
    const std::uintmax_t size = fs::file_size(part.file, error);
    if (!error) bytes += size;
  }
  return bytes;
}

Block copy_block(const FileReader& from, const Block& block, const hdf5::Object& to,
                 const std::vector<RecordedBody>& bodies, std::int64_t frames) {
  if (block.end() <= frames) {
    const hdf5::Object blocks = hdf5::open_group(to, "blocks");
    hdf5::copy(hdf5::open_group(from.file(), "blocks"), blocks,
               block.group.substr(block.group.rfind('/') + 1));
    return block;
  }
  BlockWriter writer(to, block.first_frame, block.bodies, bodies);
  const BlockReader reader(std::make_shared<FileReader>(from.name()), block, bodies);
  for (std::int64_t i = block.first_frame; i < frames; ++i) writer.add(reader.read(i));
  return writer.finish();
}

std::vector<Block> copy_parts(const std::vector<Part>& parts,
                              const std::vector<RecordedBody>& bodies, std::int64_t frames,
                              const hdf5::Object& to) {
  std::vector<Block> blocks;
  for (const Part& part : parts) {
    const FileReader from(part.file);
    if (&part == &parts.front()) {
      write_format(to, from.first_frame());
      if (from.has_start()) write_start(to, from.info(), bodies);
    }
    for (const Block& block : part.blocks)
      if (block.first_frame < frames) blocks.push_back(copy_block(from, block, to, bodies, frames));
  }
  return blocks;
}

}  // namespace

std::vector<Block> join(const std::vector<Part>& parts, const std::vector<RecordedBody>& bodies,
                        std::int64_t frames, const fs::path& target) {
  NewFile joined(target);
  joined.reserve(size_of(parts));
  std::vector<Block> blocks =
      joined.named([&] { return copy_parts(parts, bodies, frames, joined.file()); });
  joined.store();
  return blocks;
}

}  // namespace pliant::record
