#pragma once

#include <epoxy/gl.h>

#include <initializer_list>
#include <utility>

namespace pliant::render::gl {

/// Owns the name of an OpenGL object. The context it was made in must be current when it goes.
template <class Kind>
class Object {
 public:
  Object() : name_(Kind::make()) {}
  Object(Object&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
  Object& operator=(Object&& other) noexcept {
    std::swap(name_, other.name_);
    return *this;
  }
  ~Object() {
    if (name_ != 0) Kind::remove(name_);
  }

  GLuint name() const { return name_; }

 private:
  GLuint name_;
};

struct BufferKind {
  static GLuint make() {
    GLuint name = 0;
    glGenBuffers(1, &name);
    return name;
  }
  static void remove(GLuint name) { glDeleteBuffers(1, &name); }
};
struct VertexArrayKind {
  static GLuint make() {
    GLuint name = 0;
    glGenVertexArrays(1, &name);
    return name;
  }
  static void remove(GLuint name) { glDeleteVertexArrays(1, &name); }
};
struct TextureKind {
  static GLuint make() {
    GLuint name = 0;
    glGenTextures(1, &name);
    return name;
  }
  static void remove(GLuint name) { glDeleteTextures(1, &name); }
};
struct RenderbufferKind {
  static GLuint make() {
    GLuint name = 0;
    glGenRenderbuffers(1, &name);
    return name;
  }
  static void remove(GLuint name) { glDeleteRenderbuffers(1, &name); }
};
struct FramebufferKind {
  static GLuint make() {
    GLuint name = 0;
    glGenFramebuffers(1, &name);
    return name;
  }
  static void remove(GLuint name) { glDeleteFramebuffers(1, &name); }
};
struct ProgramKind {
  static GLuint make() { return glCreateProgram(); }
  static void remove(GLuint name) { glDeleteProgram(name); }
};

using Buffer = Object<BufferKind>;
using VertexArray = Object<VertexArrayKind>;
using Texture = Object<TextureKind>;
using Renderbuffer = Object<RenderbufferKind>;
using Framebuffer = Object<FramebufferKind>;

/// One attribute of vertices that lie one after the other in a buffer.
struct Attribute {
  GLuint location;
  GLint components;
  GLenum type;
  bool normalised;
  std::size_t offset;
};
/// Makes `array` read its vertices from `buffer`.
void describe(const VertexArray& array, const Buffer& buffer, std::size_t stride,
              std::initializer_list<Attribute> attributes);

/// Puts `bytes` of vertices in a buffer that changes with every frame.
void upload(const Buffer& buffer, const void* data, std::size_t bytes);
/// Some bytes of what was uploaded before become others.
void upload_part(const Buffer& buffer, std::size_t offset, const void* data, std::size_t bytes);

/// In a debug build, throws std::logic_error when OpenGL found fault with a call since the last
/// time.
void check_errors(const char* where);

/// Keeps what is bound to be drawn into.
class KeepTarget {
 public:
  KeepTarget() {
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer_);
    glGetIntegerv(GL_VIEWPORT, viewport_);
  }
  ~KeepTarget() {
    glBindFramebuffer(GL_FRAMEBUFFER, name());
    glViewport(viewport_[0], viewport_[1], viewport_[2], viewport_[3]);
  }
  KeepTarget(const KeepTarget&) = delete;
  KeepTarget& operator=(const KeepTarget&) = delete;

  GLuint name() const { return static_cast<GLuint>(framebuffer_); }

 private:
  GLint framebuffer_ = 0, viewport_[4] = {};
};

}  // namespace pliant::render::gl
