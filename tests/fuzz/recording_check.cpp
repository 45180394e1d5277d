#include "recording_check.h"

#include <pliant/error.h>
#include <pliant/probes.h>

#include <memory>
#include <stdexcept>

#include "record/file_reader.h"

namespace pliant::fuzz {

bool check_recording(std::string_view bytes) {
  try {
    const auto file = std::make_shared<record::FileReader>("fuzz.h5", bytes);
    if (!file->has_start()) return false;
    file->info();
    const auto bodies = file->bodies();
    for (const record::Block& block : file->blocks(bodies)) {
      const record::BlockReader reader(file, block, bodies);
      for (std::int64_t i = block.first_frame; i < block.end(); ++i) reader.read(i);
    }
    return true;
  } catch (const InputError&) {
    return false;
  }
}

bool check_probes(std::string_view text) {
  try {
    const ProbeData data = parse_probes("fuzz.csv", text);
    for (const auto& column : data.values)
      if (column.size() != data.steps.size()) throw std::logic_error("a column has another length");
    return true;
  } catch (const InputError&) {
    return false;
  }
}

}  // namespace pliant::fuzz
