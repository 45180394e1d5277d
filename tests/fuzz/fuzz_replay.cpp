#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "base/text.h"
#include "mutate.h"
#include "reader_check.h"

// Runs a reader over its seeds and, always the same ones, over damaged copies of them.
//   fuzz_replay CORPUS FORMAT    0: passed, 1: failed, 77: this build has no such format
//   fuzz_replay CORPUS           checks that every format of this build has seeds

using namespace pliant;

namespace {

constexpr std::size_t most_cuts = 200;
constexpr std::size_t mutants_per_format = 20000;
constexpr std::size_t cross_format_every = 64;  // how many mutants to one that all formats write
constexpr unsigned seconds_per_input = 10;
constexpr std::size_t most_shown = 10;  // failures
constexpr int skipped = 77;

char current[512];  // what is being read, for the signal handler

void say_and_exit(int signal) {
  const char* what = signal == SIGALRM ? "hangs on " : "crashes on ";
  (void)!::write(STDERR_FILENO, what, std::strlen(what));
  (void)!::write(STDERR_FILENO, current, std::strlen(current));
  (void)!::write(STDERR_FILENO, "\n", 1);
  ::_exit(1);
}

// A reader that believes a forged count must fail here, not swap the machine to a halt. The
// sanitizers reserve more than any limit, and report crashes better themselves.
void guard_process() {
  std::signal(SIGALRM, say_and_exit);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
    std::signal(signal, say_and_exit);
  const rlim_t bytes = rlim_t{4} << 30;
  const rlimit limit{bytes, bytes};
  ::setrlimit(RLIMIT_AS, &limit);
#endif
}

class Replay {
 public:
  explicit Replay(const io::Format& format) : format_(format) {}

  bool check(const std::string& label, std::string_view bytes, fuzz::RoundTrips round_trips) {
    std::snprintf(current, sizeof current, "%s", label.c_str());
    ::alarm(seconds_per_input);
    bool read = false;
    try {
      read = fuzz::check_reader(format_, bytes, round_trips);
    } catch (const std::exception& error) {
      fail(label, bytes, error.what());
    }
    ::alarm(0);
    ++inputs_;
    if (read) ++read_;
    return read;
  }

  void fail(const std::string& label, std::string_view bytes, const char* why) {
    if (++failures_ > most_shown) return;
    const std::string kept = text("fuzz_failure_", failures_);
    std::ofstream(kept, std::ios::binary) << bytes;
    std::printf("FAILED %s: %s; the input is kept as %s\n", label.c_str(), why, kept.c_str());
  }

  bool report() const {
    std::printf("%zu inputs, %zu read as meshes, %zu failures\n", inputs_, read_, failures_);
    return failures_ == 0;
  }

 private:
  const io::Format& format_;
  std::size_t inputs_ = 0, read_ = 0, failures_ = 0;
};

void replay_seed(Replay& replay, const std::string& name, const std::string& seed,
                 std::size_t mutants) {
  const bool read = replay.check(name, seed, fuzz::RoundTrips::every_format);
  if (!read && !name.starts_with("bad_"))
    replay.fail(name, seed, "a seed not named bad_... must read as a mesh");
  const std::size_t cuts = std::min(most_cuts, seed.size());
  for (std::size_t i = 0; i < cuts; ++i) {
    const std::size_t size = seed.size() * i / cuts;
    replay.check(text(name, " cut to ", size, " bytes"), std::string_view(seed).substr(0, size),
                 fuzz::RoundTrips::own_format);
  }
  fuzz::Random random(seed.size());
  for (std::size_t i = 0; i < mutants; ++i) {
    std::string mutant = seed;
    for (std::size_t times = 1 + random() % 3; times > 0; --times) fuzz::mutate(mutant, random);
    replay.check(text(name, " mutant ", i), mutant,
                 i % cross_format_every == 0 ? fuzz::RoundTrips::every_format
                                             : fuzz::RoundTrips::own_format);
  }
}

std::vector<std::filesystem::path> seeds_of(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> seeds;
  if (std::filesystem::is_directory(folder))
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      if (entry.is_regular_file()) seeds.push_back(entry.path());
  std::ranges::sort(seeds);
  return seeds;
}

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

int replay_format(const std::filesystem::path& corpus, const std::string& key) {
  const io::Format* format = fuzz::find_reader(key);
  if (format == nullptr) {
    std::printf("this build has no reader for %s\n", key.c_str());
    return skipped;
  }
  const auto seeds = seeds_of(corpus / key);
  if (seeds.empty()) {
    std::printf("no seeds in %s\n", (corpus / key).c_str());
    return 1;
  }
  guard_process();
  Replay replay(*format);
  for (const auto& path : seeds)
    replay_seed(replay, path.filename().string(), bytes_of(path),
                mutants_per_format / seeds.size());
  return replay.report() ? 0 : 1;
}

int check_every_format_has_seeds(const std::filesystem::path& corpus) {
  std::vector<const io::Format*> covered;
  for (const auto& entry : std::filesystem::directory_iterator(corpus))
    covered.push_back(fuzz::find_reader(entry.path().filename().string()));
  int missing = 0;
  for (const io::Format* format : io::formats())
    if (std::ranges::find(covered, format) == covered.end()) {
      std::printf("no seeds for the format %s\n", std::string(format->name).c_str());
      ++missing;
    }
  return missing == 0 ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
  if (count == 3) return replay_format(arguments[1], arguments[2]);
  if (count == 2) return check_every_format_has_seeds(arguments[1]);
  std::printf("usage: fuzz_replay CORPUS [FORMAT]\n");
  return 2;
}
