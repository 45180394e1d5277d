// Loaded before a program (LD_PRELOAD) it makes the system fail: PLIANT_FAULT is "threads=N" (only
// the first N threads can be started), "rename=N" (the program is killed in place of its Nth
// renaming) or "write=N" (the disk is full from the Nth writing to a file on).

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

// The N of a fault; -1 where it is not wanted.
int wanted(const char* fault) {
  const char* const text = std::getenv("PLIANT_FAULT");
  const std::size_t length = std::strlen(fault);
  if (text == nullptr || std::strncmp(text, fault, length) != 0 || text[length] != '=') return -1;
  return std::atoi(text + length + 1);
}

template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

bool is_file(int descriptor) {
  struct stat status {};
  return fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

void count_rename() {
  static const int fatal = wanted("rename");
  static std::atomic<int> count{0};
  if (++count == fatal) kill(getpid(), SIGKILL);
}

}  // namespace

extern "C" {

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*body)(void*),
                   void* argument) {
  static const int most = wanted("threads");
  static std::atomic<int> count{0};
  if (most >= 0 && count++ >= most) return EAGAIN;
  return next<decltype(pthread_create)>("pthread_create")(thread, attributes, body, argument);
}

int rename(const char* from, const char* to) noexcept {
  count_rename();
  return next<decltype(rename)>("rename")(from, to);
}

ssize_t write(int descriptor, const void* bytes, std::size_t count) {
  static const int first = wanted("write");
  static std::atomic<int> writes{0};
  if (first >= 0 && is_file(descriptor) && ++writes >= first) {
    errno = ENOSPC;
    return -1;
  }
  return next<ssize_t(int, const void*, std::size_t)>("write")(descriptor, bytes, count);
}

}  // extern "C"
