#include "reproduce/e06_pictures.h"

#include <pliant/box.h>
#include <pliant/error.h>
#include <pliant/quality.h>

#include "frame_drawer.h"

namespace pliant::app::e06 {

namespace {

constexpr std::size_t most_with_edges = 6000;  // tetrahedra

// InputError where there is no OpenGL.
Pictures drawn_by_opengl(const Mesh& body, const std::vector<Moment>& moments, const Eye& eye) {
  RenderLook look;
  look.width = eye.width;
  look.height = eye.height;
  look.yaw = eye.yaw;
  look.pitch = eye.pitch;
  look.edges = body.tetrahedra.size() < most_with_edges;
  look.no_words = true;
  const std::vector<RecordedBody> bodies{{"body", body}};
  FrameDrawer drawer(bodies, look);
  const auto frame = [](const Moment& moment) {
    return RecordedFrame{0, 0, {{moment.positions, {}}}};
  };
  for (const Moment& moment : moments) drawer.look_over(frame(moment));
  drawer.fit_camera();
  Pictures pictures;
  for (const Moment& moment : moments)
    pictures.push_back({moment.caption, drawer.draw(frame(moment), "")});
  return pictures;
}

// Two more vertices as far as the body ever gets keep the eye in its place.
Pictures drawn_plainly(const Mesh& body, const std::vector<Moment>& moments, const Eye& eye) {
  Box reach;
  for (const Moment& moment : moments) reach.add(bounding_box(moment.positions));
  Pictures pictures;
  for (const Moment& moment : moments) {
    Mesh scene;
    scene.vertices = moment.positions;
    scene.vertices.push_back(reach.low);
    scene.vertices.push_back(reach.high);
    scene.tetrahedra = body.tetrahedra;
    pictures.push_back(
        {moment.caption, render::draw(scene, {.width = eye.width,
                                              .height = eye.height,
                                              .yaw = eye.yaw,
                                              .pitch = eye.pitch,
                                              .edges = body.tetrahedra.size() < most_with_edges})});
  }
  return pictures;
}

}  // namespace

Pictures drawn(const Mesh& body, const std::vector<Moment>& moments, const Eye& eye) {
  try {
    return drawn_by_opengl(body, moments, eye);
  } catch (const InputError&) {
    return drawn_plainly(body, moments, eye);
  }
}

}  // namespace pliant::app::e06
