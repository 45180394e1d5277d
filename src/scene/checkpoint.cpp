#include "scene/checkpoint.h"

#include "base/disk.h"
#include "base/file.h"
#include "base/text.h"
#include "model/saved_state.h"

namespace pliant {

namespace {

constexpr std::uint64_t magic = 0x544b4843544c5000u;  // "PLTCHKT"
constexpr std::uint32_t version = 3;
constexpr std::uint64_t most_parts = 1'000'000;

constexpr const char* last_name = "checkpoint.bin";
constexpr const char* before_name = "checkpoint-before.bin";
constexpr const char* next_name = "checkpoint-next.bin";

[[noreturn]] void damaged(const std::string& name, const std::string& how) {
  throw InputError(name, 0, text("the checkpoint is damaged: ", how),
                   "bring it back, or remove it");
}

// The bytes before the fingerprint at the end.
std::span<const std::byte> verified(const std::string& name, std::span<const std::byte> bytes) {
  std::uint64_t told = 0;
  if (bytes.size() < sizeof told) damaged(name, "it ends too early");
  const std::span<const std::byte> body = bytes.first(bytes.size() - sizeof told);
  std::memcpy(&told, bytes.data() + body.size(), sizeof told);
  Fingerprint print;
  print.add(body);
  if (print.value() != told) damaged(name, "its bytes are not those that were written");
  return body;
}

std::uint64_t count_of(ByteReader& in, const std::string& name) {
  const auto count = in.get<std::uint64_t>();
  if (count > most_parts) damaged(name, "it has impossible sizes");
  return count;
}

using Lists = std::vector<std::vector<double>>;

void add(ByteWriter& out, const std::vector<std::byte>& bytes) {
  out.add(std::uint64_t(bytes.size()));
  out.add(std::span<const std::byte>(bytes));
}
void add(ByteWriter& out, const Lists& lists) {
  out.add(std::uint64_t(lists.size()));
  for (const std::vector<double>& numbers : lists) {
    out.add(std::uint64_t(numbers.size()));
    out.add(numbers, Precision::double_precision);
  }
}

std::vector<std::byte> bytes_of(ByteReader& in) {
  const std::span<const std::byte> bytes = in.get_bytes(in.get<std::uint64_t>());
  return {bytes.begin(), bytes.end()};
}
Lists lists_of(ByteReader& in, const std::string& name) {
  Lists lists;
  for (std::uint64_t i = count_of(in, name); i > 0; --i)
    lists.push_back(in.get_numbers(in.get<std::uint64_t>(), Precision::double_precision));
  return lists;
}

}  // namespace

std::vector<std::byte> checkpoint_bytes(const Checkpoint& c) {
  ByteWriter out;
  out.add(magic);
  out.add(version);
  out.add(c.step);
  out.add(c.time_step);
  out.add(c.frames);
  out.add(c.probe_bytes);
  add(out, c.state);
  add(out, c.memories);
  add(out, c.controls);
  add(out, c.backup);
  return out.finish();
}

Checkpoint parse_checkpoint(const std::string& name, std::span<const std::byte> bytes) {
  ByteReader in(verified(name, bytes));
  try {
    if (in.get<std::uint64_t>() != magic) damaged(name, "this is no checkpoint");
    if (const auto found = in.get<std::uint32_t>(); found != version)
      throw InputError(name, 0, text("the checkpoint is of version ", found, ", not of ", version),
                       "go on with the version of pliant that wrote it");
    Checkpoint c;
    c.step = in.get<std::int64_t>();
    c.time_step = in.get<double>();
    c.frames = in.get<std::int64_t>();
    c.probe_bytes = in.get<std::uint64_t>();
    if (c.step < 0 || c.frames < 0) damaged(name, "it has impossible numbers");
    c.state = bytes_of(in);
    c.memories = lists_of(in, name);
    c.controls = lists_of(in, name);
    c.backup = bytes_of(in);
    if (!in.at_end()) damaged(name, "it has more bytes than it should");
    return c;
  } catch (const InputError& e) {
    if (!e.file().empty()) throw;
    damaged(name, "it ends too early");
  }
}

void write_checkpoint(const std::filesystem::path& folder, const Checkpoint& checkpoint) {
  const std::vector<std::byte> bytes = checkpoint_bytes(checkpoint);
  const std::filesystem::path last = folder / last_name, next = folder / next_name;
  write_file(next, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  disk().rename(last, folder / before_name);  // of the first checkpoint there is none before
  replace_file(next, last);
}

Checkpoints read_checkpoints(const std::filesystem::path& folder) {
  Checkpoints found;
  for (const char* name : {last_name, before_name}) {
    const std::filesystem::path file = folder / name;
    std::error_code error;
    if (!std::filesystem::exists(file, error)) continue;
    try {
      const std::string bytes = read_file(file);
      found.sound.push_back(parse_checkpoint(file.string(), std::as_bytes(std::span(bytes))));
    } catch (const InputError& problem) {
      found.damaged.push_back(problem);
    }
  }
  return found;
}

void remove_checkpoint(const std::filesystem::path& folder) {
  for (const char* name : {last_name, before_name, next_name}) disk().remove(folder / name);
}

}  // namespace pliant
