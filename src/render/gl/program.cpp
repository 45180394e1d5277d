#include "render/gl/program.h"

#include <stdexcept>
#include <string>

namespace pliant::render::gl {

namespace {

constexpr const char* version = "#version 330 core\n";

class Shader {
 public:
  Shader(GLenum kind, const char* source) : name_(glCreateShader(kind)) {
    const char* parts[] = {version, source};
    glShaderSource(name_, 2, parts, nullptr);
    glCompileShader(name_);
    GLint fine = GL_FALSE;
    glGetShaderiv(name_, GL_COMPILE_STATUS, &fine);
    if (fine == GL_TRUE) return;
    char words[2048] = "";
    glGetShaderInfoLog(name_, sizeof words, nullptr, words);
    glDeleteShader(name_);
    throw std::logic_error(std::string("a shader does not compile: ") + words);
  }
  ~Shader() { glDeleteShader(name_); }
  Shader(const Shader&) = delete;
  Shader& operator=(const Shader&) = delete;

  GLuint name() const { return name_; }

 private:
  GLuint name_;
};

void link(GLuint program) {
  glLinkProgram(program);
  GLint fine = GL_FALSE;
  glGetProgramiv(program, GL_LINK_STATUS, &fine);
  if (fine == GL_TRUE) return;
  char words[2048] = "";
  glGetProgramInfoLog(program, sizeof words, nullptr, words);
  throw std::logic_error(std::string("shaders do not fit together: ") + words);
}

}  // namespace

Program::Program(const char* vertex, const char* fragment, const char* geometry) {
  const Shader first(GL_VERTEX_SHADER, vertex), last(GL_FRAGMENT_SHADER, fragment);
  glAttachShader(program_.name(), first.name());
  glAttachShader(program_.name(), last.name());
  if (geometry != nullptr) {
    const Shader middle(GL_GEOMETRY_SHADER, geometry);
    glAttachShader(program_.name(), middle.name());
    link(program_.name());
  } else {
    link(program_.name());
  }
}

GLint Program::location(const char* uniform) const {
  return glGetUniformLocation(program_.name(), uniform);
}
void Program::set(const char* uniform, float value) const {
  glUniform1f(location(uniform), value);
}
void Program::set(const char* uniform, int value) const {
  glUniform1i(location(uniform), value);
}
void Program::set(const char* uniform, const Vec3f& value) const {
  glUniform3f(location(uniform), value.x, value.y, value.z);
}
void Program::set(const char* uniform, float x, float y) const {
  glUniform2f(location(uniform), x, y);
}
void Program::set(const char* uniform, const Matrix& value) const {
  glUniformMatrix4fv(location(uniform), 1, GL_FALSE, value.floats().data());
}

}  // namespace pliant::render::gl
