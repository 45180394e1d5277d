#include "interrupt.h"

#include <csignal>

namespace pliant::app {

namespace {

constexpr int signals[] = {SIGINT, SIGTERM};
volatile std::sig_atomic_t received = 0;

void remember(int signal) {
  received = signal;
  std::signal(signal, SIG_DFL);
}

}  // namespace

Interrupt::Interrupt() {
  received = 0;
  for (int signal : signals)  // one that is ignored, as in work behind a script, stays so
    if (std::signal(signal, remember) == SIG_IGN) std::signal(signal, SIG_IGN);
}

Interrupt::~Interrupt() {
  for (int signal : signals)
    if (std::signal(signal, SIG_DFL) == SIG_IGN) std::signal(signal, SIG_IGN);
}

int Interrupt::signal() {
  return received;
}

}  // namespace pliant::app
