#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "mutate.h"
#include "reader_check.h"

// One libFuzzer target; PLIANT_FUZZ_FORMAT names the reader.

using namespace pliant;

namespace {
const io::Format* reader = nullptr;
}

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  reader = fuzz::find_reader(PLIANT_FUZZ_FORMAT);
  if (reader == nullptr) {
    std::fprintf(stderr, "this build has no reader for %s\n", PLIANT_FUZZ_FORMAT);
    std::exit(77);
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::check_reader(*reader, {reinterpret_cast<const char*>(data), size},
                     fuzz::RoundTrips::every_format);
  return 0;
}

// libFuzzer's own mutations and, as often, ours, which know what lines and numbers are.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  if (seed % 2 == 0) return LLVMFuzzerMutate(data, size, max_size);
  fuzz::Random random(seed);
  std::string bytes(reinterpret_cast<const char*>(data), size);
  fuzz::mutate(bytes, random);
  if (bytes.empty() || bytes.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
  std::memcpy(data, bytes.data(), bytes.size());
  return bytes.size();
}
