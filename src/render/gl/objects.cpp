#include "render/gl/objects.h"

#include <stdexcept>

#include "base/text.h"

namespace pliant::render::gl {

void describe(const VertexArray& array, const Buffer& buffer, std::size_t stride,
              std::initializer_list<Attribute> attributes) {
  glBindVertexArray(array.name());
  glBindBuffer(GL_ARRAY_BUFFER, buffer.name());
  for (const Attribute& a : attributes) {
    glEnableVertexAttribArray(a.location);
    glVertexAttribPointer(a.location, a.components, a.type, a.normalised ? GL_TRUE : GL_FALSE,
                          static_cast<GLsizei>(stride), reinterpret_cast<const void*>(a.offset));
  }
  glBindVertexArray(0);
}

void upload(const Buffer& buffer, const void* data, std::size_t bytes) {
  glBindBuffer(GL_ARRAY_BUFFER, buffer.name());
  // New storage each time, so that nothing waits for what still draws from the old one.
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(bytes), data, GL_STREAM_DRAW);
}

void upload_part(const Buffer& buffer, std::size_t offset, const void* data, std::size_t bytes) {
  glBindBuffer(GL_ARRAY_BUFFER, buffer.name());
  glBufferSubData(GL_ARRAY_BUFFER, static_cast<GLintptr>(offset), static_cast<GLsizeiptr>(bytes),
                  data);
}

void check_errors([[maybe_unused]] const char* where) {
#ifndef NDEBUG
  const GLenum error = glGetError();
  if (error != GL_NO_ERROR)
    throw std::logic_error(text("OpenGL error ", static_cast<unsigned>(error), " in ", where));
#endif
}

}  // namespace pliant::render::gl
