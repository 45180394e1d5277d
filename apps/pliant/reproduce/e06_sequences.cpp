#include <fmt/format.h>
#include <pliant/box.h>
#include <pliant/error.h>
#include <pliant/quality.h>
#include <pliant/recording.h>

#include <cmath>

#include "frame_drawer.h"
#include "progress_bar.h"
#include "reproduce/e06.h"

// 9.7 and 9.8: experiments to look at, as recordings and pictures.

namespace pliant::app::e06 {

namespace {

struct Sequence {
  std::string number, word, scene, seen;  // "9.7.1", "twist", "twist"; what is to be seen
  Definitions definitions;
  double yaw = 25, pitch = 12;  // of the pictures, degrees
};

std::string caption(const std::string& law, double time) {
  return fmt::format("{}, {:.2f} s", law, time);
}

// All frames are seen from the same place. InputError where there is no OpenGL.
Pictures drawn(const std::vector<RecordedBody>& bodies, const std::vector<RecordedFrame>& frames,
               const Sequence& about, const std::string& law) {
  RenderLook look;
  look.width = 360;
  look.height = 300;
  look.yaw = about.yaw;
  look.pitch = about.pitch;
  look.edges = bodies[0].mesh.tetrahedra.size() < 6000;
  look.no_words = true;
  FrameDrawer drawer(bodies, look);
  for (const RecordedFrame& frame : frames) drawer.look_over(frame);
  drawer.fit_camera();
  Pictures pictures;
  for (const RecordedFrame& frame : frames)
    pictures.push_back({caption(law, frame.time), drawer.draw(frame, "")});
  return pictures;
}

// The same in plain colours. Two more vertices as far as the body ever gets keep the eye in its
// place.
Pictures drawn_without_opengl(const Mesh& body, const std::vector<RecordedFrame>& frames,
                              const Sequence& about, const std::string& law) {
  Box reach;
  for (const RecordedFrame& frame : frames) reach.add(bounding_box(frame.bodies[0].positions));
  Pictures pictures;
  for (const RecordedFrame& frame : frames) {
    Mesh scene;
    scene.vertices = frame.bodies[0].positions;
    scene.vertices.push_back(reach.low);
    scene.vertices.push_back(reach.high);
    scene.tetrahedra = body.tetrahedra;
    pictures.push_back(
        {caption(law, frame.time), render::draw(scene, {.width = 300,
                                                        .height = 260,
                                                        .yaw = about.yaw,
                                                        .pitch = about.pitch,
                                                        .edges = body.tetrahedra.size() < 6000})});
  }
  return pictures;
}

Pictures drawn_somehow(const Mesh& body, const std::vector<RecordedFrame>& frames,
                       const Sequence& about, const std::string& law) {
  try {
    return drawn({{"body", body}}, frames, about, law);
  } catch (const InputError&) {
    return drawn_without_opengl(body, frames, about, law);
  }
}

struct Shown {
  Pictures pictures;
  std::string problem;
  std::size_t vertices = 0, tetrahedra = 0;
  double seconds = 0;
  std::filesystem::path folder;
};

Shown show(const Plan& plan, const Law& law, const Sequence& about) {
  constexpr int frames = 5;
  Shown shown;
  shown.folder = plan.settings.out / fmt::format("{}-{}-{}", about.number, about.word, law.name);
  remove_recording(shown.folder);
  Experiment e(plan, law, about.scene, about.definitions, shown.folder);
  const Mesh& mesh = e.body().mesh->mesh();
  shown.vertices = mesh.vertices.size();
  shown.tetrahedra = mesh.tetrahedra.size();
  std::vector<RecordedFrame> taken;
  shown.problem = e.play(frames, [&] {
    taken.push_back({e.run().step(), e.run().time(), {{e.body().state.positions(), {}}}});
  });
  shown.pictures = drawn_somehow(mesh, taken, about, law.name);
  shown.seconds = e.run().time();
  return shown;
}

std::vector<Sequence> sequences(const Plan& plan) {
  const bool quick = plan.settings.quick;
  const std::string bunny = plan.model("bunny");
  std::vector<Sequence> list{
      {"9.7.1",
       "twist",
       "twist",
       "The bottom of a cube is glued to the ground, its top turned slowly by a quarter, then let "
       "go: it wobbles back.",
       {{"turns", "0.25"}, {"cells", quick ? "3" : "6"}, {"wobbling", quick ? "0.2" : "1"}}},
      {"9.7.2",
       "sine",
       "sine_beam",
       "One end of a thin beam is moved up and down; regular waves run along it, less regular "
       "ones later.",
       {{"cells", quick ? "20" : "60"}, {"seconds", quick ? "0.2" : "2"}},
       0,
       8},
      {"9.7.3",
       "mattress",
       "mattress",
       "The same with a mattress.",
       {{"cells", quick ? "10" : "24"}, {"seconds", quick ? "0.2" : "2"}}},
      {"9.7.3",
       "table",
       "mattress",
       "The mattress falls on a table and hangs over its edges.",
       {{"cells", quick ? "10" : "24"}, {"seconds", quick ? "0.2" : "2"}, {"table", "true"}}},
      {"9.8",
       "bunny",
       "bunny",
       bunny.empty() ? "The bunny was not found: the critter stands in for it. Its feet are pulled "
                       "down; the body follows."
                     : "The paws of the bunny are pulled down: first they stretch, then the body "
                       "follows, and the ears flap. In E06 CPM1 did not work on the bunny, CPM2 "
                       "did.",
       {{"mesh", bunny.empty() ? "critter" : bunny}, {"seconds", quick ? "0.05" : "1"}}}};
  return list;
}

}  // namespace

void add_sequences(const Plan& plan, Report& report) {
  using enum Source;
  Section& section = report.section("9.7 and 9.8: to be looked at");
  section.add(Paragraph{
      "Each is recorded for ParaView in a folder beside this page (recording.xdmf), and can be "
      "exported with pliant export. The pictures are of frames at equal distances."});
  Table table{"9.7 and 9.8",
              "What was computed",
              {{"experiment", "Experiment"},
               {"law", "Law"},
               {"published", "works", published},
               {"works", "works", ours},
               {"particles", "particles", ours},
               {"tetrahedra", "tetrahedra", ours},
               {"seconds", "simulated, s", ours},
               {"folder", "recording", ours}},
              {}};
  for (const Sequence& about : sequences(plan)) {
    section.add(Paragraph{fmt::format("{}, {}. {}", about.number, about.word, about.seen)});
    for (const Law& law : plan.laws) {
      progress()(0.7, fmt::format("E06: {}, {}", about.number, law.name));
      Shown shown = show(plan, law, about);
      section.add(std::move(shown.pictures));
      const bool works = shown.problem.empty();
      const bool told = about.word == "bunny" && law.has_parts;
      table.rows.push_back({about.number + ", " + about.word, law.name,
                            told ? yes_or_no(law.name == "CPM2") : nothing(), yes_or_no(works),
                            count(shown.vertices), count(shown.tetrahedra), fixed(shown.seconds, 2),
                            shown.folder.filename().string()});
      if (!works)
        section.add(Remark{fmt::format("{}, {}: {}", about.number, law.name, shown.problem)});
      report.facts["sequences"][about.word][law.name] = works;
    }
  }
  section.add(std::move(table));
}

}  // namespace pliant::app::e06
