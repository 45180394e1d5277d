#include "render/gl/headless.h"

#define EGL_NO_X11
#include <dlfcn.h>
#include <epoxy/egl.h>
#include <pliant/error.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "base/text.h"

namespace pliant::render::gl {

struct HeadlessContext::Handles {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;
};

namespace {

constexpr const char* cure =
    "install Mesa's software renderer (Debian: libegl1 libgl1-mesa-dri), or draw with "
    "'pliant picture', which can do without OpenGL";

bool has(const char* extensions, std::string_view name) {
  return extensions != nullptr &&
         (' ' + std::string(extensions) + ' ').find(' ' + std::string(name) + ' ') !=
             std::string::npos;
}

// Cards first, in the driver's order; Mesa lists its software renderer as the last device.
std::vector<EGLDisplay> displays() {
  std::vector<EGLDisplay> found;
  const char* client = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  if (has(client, "EGL_EXT_platform_base")) {
    if (has(client, "EGL_EXT_device_enumeration") && has(client, "EGL_EXT_platform_device")) {
      EGLDeviceEXT devices[16];
      EGLint count = 0;
      if (eglQueryDevicesEXT(16, devices, &count) == EGL_TRUE)
        for (EGLint i = 0; i < count; ++i)
          found.push_back(eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, devices[i], nullptr));
    }
    if (has(client, "EGL_MESA_platform_surfaceless"))
      found.push_back(
          eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr));
  }
  found.push_back(eglGetDisplay(EGL_DEFAULT_DISPLAY));
  return found;
}

EGLContext context_of(EGLDisplay display) {
  if (eglBindAPI(EGL_OPENGL_API) != EGL_TRUE) return EGL_NO_CONTEXT;
  const EGLint wanted[] = {EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  if (eglChooseConfig(display, wanted, &config, 1, &count) != EGL_TRUE || count == 0)
    return EGL_NO_CONTEXT;
  const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION_KHR,
                            3,
                            EGL_CONTEXT_MINOR_VERSION_KHR,
                            3,
                            EGL_CONTEXT_OPENGL_PROFILE_MASK_KHR,
                            EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT_KHR,
                            EGL_NONE};
  return eglCreateContext(display, config, EGL_NO_CONTEXT, version);
}

// Only then may a function of EGL be called: libepoxy ends the program where it is not there.
void need_library() {
  static void* const library = dlopen("libEGL.so.1", RTLD_LAZY);
  if (library == nullptr)
    throw InputError("", 0, "drawing without a window needs EGL, which is not installed", cure);
}

}  // namespace

HeadlessContext::HeadlessContext() : handles_(std::make_unique<Handles>()) {
  need_library();
  setenv("EGL_LOG_LEVEL", "fatal", 0);  // Mesa tells of each device that it may not open
  for (EGLDisplay display : displays()) {
    if (display == EGL_NO_DISPLAY || eglInitialize(display, nullptr, nullptr) != EGL_TRUE) continue;
    const EGLContext context = context_of(display);
    if (context != EGL_NO_CONTEXT &&
        eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) == EGL_TRUE) {
      *handles_ = {display, context};
      return;
    }
    if (context != EGL_NO_CONTEXT) eglDestroyContext(display, context);
    eglTerminate(display);
  }
  throw InputError("", 0, "there is no OpenGL 3.3 here to draw with", cure);
}

HeadlessContext::~HeadlessContext() {
  eglMakeCurrent(handles_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  eglDestroyContext(handles_->display, handles_->context);
  eglTerminate(handles_->display);
}

std::string HeadlessContext::name() const {
  return text(reinterpret_cast<const char*>(glGetString(GL_RENDERER)), ", OpenGL ",
              reinterpret_cast<const char*>(glGetString(GL_VERSION)));
}

namespace {

void attach(const Renderbuffer& storage, GLenum where, GLenum format, int samples, int width,
            int height) {
  glBindRenderbuffer(GL_RENDERBUFFER, storage.name());
  glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, width, height);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, where, GL_RENDERBUFFER, storage.name());
}

void need_complete(int width, int height) {
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE ||
      glGetError() == GL_OUT_OF_MEMORY)
    throw InputError("", 0, text("OpenGL has no room here for a picture of ", width, 'x', height),
                     "draw a smaller one");
}

}  // namespace

Offscreen::Offscreen(int width, int height) : width_(width), height_(height) {
  GLint most = 0, samples = 0;
  glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &most);
  glGetIntegerv(GL_MAX_SAMPLES, &samples);
  if (std::max(width, height) > most)
    throw InputError("", 0, text("OpenGL here draws no more than ", most, " pixels each way"),
                     "draw a smaller picture");
  samples = std::min(samples, 8);
  glBindFramebuffer(GL_FRAMEBUFFER, resolved_.name());
  attach(pixels_, GL_COLOR_ATTACHMENT0, GL_RGBA8, 0, width, height);
  need_complete(width, height);
  glBindFramebuffer(GL_FRAMEBUFFER, drawn_.name());
  attach(colours_, GL_COLOR_ATTACHMENT0, GL_RGBA8, samples, width, height);
  attach(depths_, GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT24, samples, width, height);
  need_complete(width, height);
}

void Offscreen::bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, drawn_.name());
  glViewport(0, 0, width_, height_);
}

Image Offscreen::read() {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, drawn_.name());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, resolved_.name());
  glBlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, resolved_.name());
  const std::size_t row = 3 * static_cast<std::size_t>(width_);
  std::vector<std::uint8_t> upwards(row * static_cast<std::size_t>(height_));
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width_, height_, GL_RGB, GL_UNSIGNED_BYTE, upwards.data());
  check_errors("reading a picture");
  Image image{width_, height_, std::vector<std::uint8_t>(upwards.size())};
  for (std::size_t y = 0; y < static_cast<std::size_t>(height_); ++y)
    std::copy_n(&upwards[row * (static_cast<std::size_t>(height_) - 1 - y)], row,
                &image.pixels[row * y]);
  return image;
}

}  // namespace pliant::render::gl
