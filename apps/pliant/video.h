#pragma once

#include <sys/types.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

#include "render/picture.h"

namespace pliant::app {

/// InputError where a movie cannot be made because ffmpeg is not installed.
void need_ffmpeg(const std::filesystem::path& file);

/// A movie made by the program ffmpeg, picture by picture. The file appears whole or not at all.
class Video {
 public:
  /// InputError where ffmpeg is not installed. Width and height must be even.
  Video(std::filesystem::path file, int width, int height, double pictures_per_second);
  /// Throws away a movie that is not finished.
  ~Video();
  Video(const Video&) = delete;
  Video& operator=(const Video&) = delete;

  /// InputError with ffmpeg's words when it gave up, on a full disk, say.
  void add(const render::Image& image);
  void finish();

 private:
  int wait();
  std::string words() const;
  [[noreturn]] void fail();

  std::filesystem::path file_, partial_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> words_;  // ffmpeg's stderr
  pid_t child_ = -1;
  int pipe_ = -1;
};

}  // namespace pliant::app
