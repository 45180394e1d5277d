#pragma once

#include <memory>
#include <string>

namespace pliant::render::gl {

/// An OpenGL 3.3 context of the calling thread without a window or a display: on a card where there
/// is one, by Mesa's software renderer elsewhere. InputError with a cure where neither is there.
class HeadlessContext {
 public:
  HeadlessContext();
  ~HeadlessContext();
  HeadlessContext(const HeadlessContext&) = delete;
  HeadlessContext& operator=(const HeadlessContext&) = delete;

  /// What draws, in the driver's own words.
  std::string name() const;

 private:
  struct Handles;
  std::unique_ptr<Handles> handles_;
};

}  // namespace pliant::render::gl
