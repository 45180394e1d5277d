#pragma once

#include "render/gl/camera.h"
#include "render/gl/objects.h"

namespace pliant::render::gl {

/// Shaders linked together. Names of uniforms are those in the shaders; one that a shader does not
/// use is ignored.
class Program {
 public:
  /// `geometry` may be null. std::logic_error with the compiler's words where one does not compile.
  Program(const char* vertex, const char* fragment, const char* geometry = nullptr);

  void use() const { glUseProgram(program_.name()); }
  void set(const char* uniform, float value) const;
  void set(const char* uniform, int value) const;
  void set(const char* uniform, const Vec3f& value) const;
  void set(const char* uniform, float x, float y) const;
  void set(const char* uniform, const Matrix& value) const;

 private:
  GLint location(const char* uniform) const;

  Object<ProgramKind> program_;
};

}  // namespace pliant::render::gl
