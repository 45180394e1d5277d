#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "mutate.h"
#include "script_check.h"

// Runs scripts and, always the same ones, damaged copies of them: fuzz_replay_script FOLDER

using namespace pliant;

namespace {

constexpr std::size_t most_cuts = 100;
constexpr std::size_t mutants = 6000;  // of all seeds together
constexpr unsigned seconds_per_input = 10;

void say_and_exit(int) {
  constexpr char words[] = "hangs; the input is kept as fuzz_script_input\n";
  (void)!::write(STDERR_FILENO, words, sizeof words - 1);
  ::_exit(1);
}

class Replay {
 public:
  bool check(const std::string& text) {
    std::ofstream("fuzz_script_input", std::ios::binary) << text;
    ::alarm(seconds_per_input);
    bool is_scene = false;
    try {
      is_scene = fuzz::check_script(text);
    } catch (const std::exception& error) {
      if (++failures_ <= 10) std::printf("FAILED: %s\n%s\n", error.what(), text.c_str());
    }
    ::alarm(0);
    ++inputs_;
    scenes_ += is_scene;
    return is_scene;
  }
  bool report() const {
    std::printf("%zu inputs, %zu scenes, %zu failures\n", inputs_, scenes_, failures_);
    return failures_ == 0;
  }
  void fail(const std::string& why) {
    std::printf("FAILED: %s\n", why.c_str());
    ++failures_;
  }

 private:
  std::size_t inputs_ = 0, scenes_ = 0, failures_ = 0;
};

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void replay_seed(Replay& replay, const std::filesystem::path& path, std::size_t count) {
  const std::string seed = bytes_of(path);
  const std::string name = path.filename().string();
  if (!replay.check(seed) && !name.starts_with("bad_")) replay.fail(name + " makes no scene");
  const std::size_t cuts = std::min(most_cuts, seed.size());
  for (std::size_t i = 0; i < cuts; ++i) replay.check(seed.substr(0, seed.size() * i / cuts));
  fuzz::Random random(seed.size());
  for (std::size_t i = 0; i < count; ++i) {
    std::string mutant = seed;
    for (std::size_t times = 1 + random() % 3; times > 0; --times) fuzz::mutate(mutant, random);
    replay.check(mutant);
  }
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return std::printf("usage: fuzz_replay_script FOLDER\n"), 2;
  std::signal(SIGALRM, say_and_exit);
  if (std::freopen("/dev/null", "w", stderr) == nullptr) return 1;  // scripts print there
  std::vector<std::filesystem::path> seeds;
  for (const auto& entry : std::filesystem::directory_iterator(arguments[1]))
    seeds.push_back(entry.path());
  std::ranges::sort(seeds);
  Replay replay;
  for (const auto& seed : seeds) replay_seed(replay, seed, mutants / seeds.size());
  return replay.report() && !seeds.empty() ? 0 : 1;
}
