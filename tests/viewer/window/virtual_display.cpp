#include "viewer/window/virtual_display.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace pliant::viewer {

namespace {

// Does not return. The server writes the number of its display to `answer` when it is ready.
[[noreturn]] void become_server(int answer) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const int quiet = open("/dev/null", O_RDWR);
  for (const int stream : {0, 1, 2}) dup2(quiet, stream);
  const std::string number = std::to_string(answer);
  execlp("Xvfb", "Xvfb", "-displayfd", number.c_str(), "-screen", "0", "1024x768x24", "-nolisten",
         "tcp", "-noreset", static_cast<char*>(nullptr));
  _exit(127);
}

}  // namespace

VirtualDisplay::VirtualDisplay() {
  int ends[2];
  if (pipe(ends) != 0) return;
  process_ = fork();
  if (process_ == 0) {
    close(ends[0]);
    become_server(ends[1]);
  }
  close(ends[1]);
  std::string number;
  for (char c; read(ends[0], &c, 1) == 1 && c != '\n';) number += c;
  close(ends[0]);
  if (!number.empty()) name_ = ":" + number;
}

VirtualDisplay::~VirtualDisplay() {
  if (process_ <= 0) return;
  kill(process_, SIGTERM);
  waitpid(process_, nullptr, 0);
}

}  // namespace pliant::viewer
