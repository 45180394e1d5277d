#include "interrupt.h"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <utility>

#include "command.h"
#include "pause.h"

namespace pliant::app {

namespace {

constexpr int signals[] = {SIGINT, SIGTERM, SIGHUP};
std::atomic<int> received = 0, being_saved = 0;
static_assert(std::atomic<int>::is_always_lock_free);  // handlers of signals may use it

void remember(int signal) {
  received = signal;
  std::signal(signal, SIG_DFL);
}

// Ends a program that has heard a signal and does not end by itself. Looks are counted, not time: a
// program that slept begins to count when it wakes.
class Watch {
 public:
  explicit Watch(unsigned most_seconds) : most_seconds_(most_seconds) {}

  void operator()(Pause& pause) {
    constexpr std::chrono::milliseconds between_looks(1000 / looks_a_second);
    while (pause.lasts(between_looks))
      if (received != 0) look();
  }

 private:
  static constexpr unsigned looks_a_second = 10, most_seconds_of_script = 1;

  void look() {
    in_script_ = is_in_same_call() ? in_script_ + 1 : 0;
    in_hurry_ = is_in_hurry() ? in_hurry_ + 1 : 0;
    if (in_script_ >= most_seconds_of_script * looks_a_second)
      end_now("the script was stopped", 128 + received);
    // Without a word: what holds it up may be the output.
    if (in_hurry_ > 0 && in_hurry_ >= most_seconds_ * looks_a_second) std::_Exit(128 + received);
  }
  bool is_in_same_call() {
    const ScriptActivity& scripts = Interrupt::scripts();
    const std::int64_t ended = scripts.ended, begun = scripts.begun;
    return std::exchange(call_, begun) == begun && ended != begun;
  }
  bool is_in_hurry() const { return most_seconds_ > 0 && being_saved == 0 && received != SIGINT; }

  unsigned most_seconds_;
  unsigned in_script_ = 0, in_hurry_ = 0;  // looks
  std::int64_t call_ = -1;                 // of a script, at the last look
};

}  // namespace

Interrupt::Interrupt(unsigned most_seconds) {
  received = 0;
  for (int signal : signals)  // one that is ignored, as in work behind a script, stays so
    if (std::signal(signal, remember) == SIG_IGN) std::signal(signal, SIG_IGN);
  watcher_.start(Watch(most_seconds));
}

Interrupt::~Interrupt() {
  for (int signal : signals)
    if (std::signal(signal, SIG_DFL) == SIG_IGN) std::signal(signal, SIG_IGN);
}

int Interrupt::signal() {
  return received;
}

ScriptActivity& Interrupt::scripts() {
  static ScriptActivity scripts;
  return scripts;
}

Interrupt::Saving::Saving() {
  ++being_saved;
}

Interrupt::Saving::~Saving() {
  --being_saved;
}

int interruptible(const std::function<int()>& work) {
  constexpr unsigned most_seconds = 2;
  const Interrupt interrupt(most_seconds);
  try {
    return work();
  } catch (const ScriptInterrupted& e) {
    return fail(e.what(), 128 + Interrupt::signal());
  }
}

}  // namespace pliant::app
