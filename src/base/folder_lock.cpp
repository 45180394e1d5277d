#include "base/folder_lock.h"

#include <fcntl.h>
#include <pliant/error.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <fstream>
#include <sstream>

#include "base/text.h"

namespace pliant {

namespace {

namespace fs = std::filesystem;

// Field 22 of what the system tells of a process; 0 where it does not.
std::int64_t begin_of_process(std::int64_t process) {
  std::ifstream in(text("/proc/", process, "/stat"));
  std::string line;
  std::getline(in, line);
  const std::size_t name_end = line.rfind(')');  // the name may have spaces and brackets
  if (name_end == std::string::npos) return 0;
  std::istringstream fields(line.substr(name_end + 1));
  std::string skipped;
  for (int field = 3; field < 22; ++field) fields >> skipped;
  std::int64_t began = 0;
  fields >> began;
  return fields ? began : 0;
}

std::string this_host() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

std::string this_command() {
  std::ifstream in("/proc/self/cmdline", std::ios::binary);
  std::string words, word;
  while (std::getline(in, word, '\0')) words += (words.empty() ? "" : " ") + word;
  for (char& c : words)
    if (c == '\n') c = ' ';
  return words;
}

std::string now_in_words() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  std::array<char, 32> words{};
  ::gmtime_r(&now, &parts);
  std::strftime(words.data(), words.size(), "%Y-%m-%d %H:%M:%S UTC", &parts);
  return words.data();
}

bool is_alive(const FolderOwner& owner) {
  if (::kill(static_cast<pid_t>(owner.process), 0) != 0 && errno == ESRCH) return false;
  const std::int64_t began = begin_of_process(owner.process);
  return began == 0 || owner.began == 0 || began == owner.began;
}

bool is_same_file(int descriptor, const fs::path& file) {
  struct stat open_one {
  }, named{};
  return ::fstat(descriptor, &open_one) == 0 && ::stat(file.c_str(), &named) == 0 &&
         open_one.st_dev == named.st_dev && open_one.st_ino == named.st_ino;
}

std::string cure(const FolderOwner& owner, const fs::path& file) {
  if (owner.host != this_host())
    return text("whether it still runs cannot be told from here: if it does not, remove ",
                file.string());
  if (is_alive(owner)) return "wait for it, stop it or choose another folder";
  return text("it is gone, but this file system has no locks: remove ", file.string());
}

enum class Flock { held, taken, unknown };

Flock try_flock(int descriptor) {
  while (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) return Flock::taken;
    if (errno != EINTR) return Flock::unknown;  // not every file system can
  }
  return Flock::held;
}

}  // namespace

FolderOwner this_owner() {
  return {::getpid(), begin_of_process(::getpid()), this_host(), this_command(), now_in_words()};
}

std::string in_words(const FolderOwner& owner) {
  return text("process ", owner.process, " on ", owner.host, ", since ", owner.since, ": ",
              owner.command);
}

bool may_be_running(const FolderOwner& owner) {
  return owner.host != this_host() || is_alive(owner);
}

std::optional<FolderOwner> owner_of(const fs::path& folder) {
  std::ifstream in(folder / FolderLock::file_name);
  FolderOwner owner;
  in >> owner.process >> owner.began >> std::ws;
  std::getline(in, owner.host);
  std::getline(in, owner.since);
  std::getline(in, owner.command);
  if (!in || owner.process <= 0) return std::nullopt;
  return owner;
}

FolderLock::FolderLock(const fs::path& folder)
    : folder_(folder), file_(folder / FolderLock::file_name) {
  constexpr int most_tries = 100;  // others may come and go at the same moment
  for (int i = 0; i < most_tries; ++i)
    if (made() || taken_over()) {
      sign();
      return;
    }
  refuse(owner_of(folder_));
}

FolderLock::~FolderLock() {
  ::unlink(file_.c_str());  // first: who waits for the lock finds that this file is no longer it
  ::close(descriptor_);
}

bool FolderLock::made() {
  descriptor_ = ::open(file_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (descriptor_ < 0) {
    if (errno != EEXIST) fail(errno);
    return false;
  }
  // Another may have taken the file, still empty, for one that was left behind.
  if (try_flock(descriptor_) != Flock::taken && is_same_file(descriptor_, file_)) return true;
  ::close(descriptor_);
  return false;
}

// Only under the system's lock, so that two cannot do it at once.
bool FolderLock::taken_over() {
  descriptor_ = ::open(file_.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor_ < 0) {
    if (errno != ENOENT) fail(errno);
    return false;
  }
  const Flock lock = try_flock(descriptor_);
  const std::optional<FolderOwner> owner = owner_of(folder_);
  const bool ours = is_same_file(descriptor_, file_);
  const bool gone = !owner || !may_be_running(*owner);
  if (lock == Flock::held && ours && gone) return true;
  ::close(descriptor_);
  if (ours) refuse(owner);
  return false;
}

void FolderLock::sign() const {
  const FolderOwner owner = this_owner();
  const std::string words = text(owner.process, ' ', owner.began, '\n', owner.host, '\n',
                                 owner.since, '\n', owner.command, '\n');
  if (::ftruncate(descriptor_, 0) == 0 &&
      ::pwrite(descriptor_, words.data(), words.size(), 0) == static_cast<ssize_t>(words.size())) {
    ::fsync(descriptor_);  // other machines see it then
    return;
  }
  const int error = errno;
  ::unlink(file_.c_str());
  ::close(descriptor_);
  fail(error);
}

void FolderLock::fail(int error) const {
  throw InputError(file_.string(), 0, text("cannot be written: ", std::strerror(error)),
                   "check the folder, its permissions and the free space");
}

void FolderLock::refuse(const std::optional<FolderOwner>& owner) const {
  if (!owner)
    throw InputError(folder_.string(), 0, "another process is taking this folder",
                     text("choose another folder; if there is none, remove ", file_.string()));
  throw InputError(folder_.string(), 0, text("the folder is in use by ", in_words(*owner)),
                   cure(*owner, file_));
}

}  // namespace pliant
