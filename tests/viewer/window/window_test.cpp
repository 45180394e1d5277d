#include "viewer/window/window_test.h"

#include <pliant/actions.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "viewer/window/virtual_display.h"

namespace pliant::viewer {

namespace {

const VirtualDisplay& server() {
  static const VirtualDisplay only;
  return only;
}

Simulation cube_on_floor() {
  Simulation s;
  s.settings.value.seconds = 1000;
  BodySource cube;
  cube.mesh = "cube";
  cube.settings = {{"cells", 4}};
  cube.name = "cube";
  cube.material = "silicone";
  s.add_body(cube);
  s.add(action::Gravity{});
  s.add(action::Ground{});
  s.add(action::MassSpringForces{});
  return s;
}

}  // namespace

WindowTest::WindowTest() {
  const auto* const info = testing::UnitTest::GetInstance()->current_test_info();
  folder_ = std::filesystem::temp_directory_path() /
            ("pliant-window-" + std::to_string(getpid()) + "-" + info->name());
  std::filesystem::create_directories(folder_ / "cache");
  std::filesystem::current_path(folder_);
  setenv("PLIANT_CACHE", (folder_ / "cache").c_str(), 1);
}

WindowTest::~WindowTest() {
  const char* const pictures = getenv("PLIANT_TEST_PICTURES");
  if (viewer_ && HasFailure() && pictures != nullptr)
    render::write_png(std::filesystem::path(pictures) / (folder_.filename().string() + ".png"),
                      viewer_->picture());
  close();
  std::filesystem::current_path("/");
  std::error_code error;
  std::filesystem::remove_all(folder_, error);
}

void WindowTest::SetUp() {
  if (!server().name()) GTEST_SKIP() << "Xvfb is not installed (Debian: xvfb), or does not start";
  setenv("DISPLAY", display().c_str(), 1);
  setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
  unsetenv("WAYLAND_DISPLAY");
}

const std::string& WindowTest::display() {
  return server().name().value();
}

ViewerOptions small_window(bool play) {
  ViewerOptions options;
  options.width = 640;
  options.height = 480;
  options.scale = 1;
  options.play = play;
  return options;
}

void WindowTest::open_cube(const ViewerOptions& options) {
  OpenOptions how;
  how.output = folder_ / "cube.run";
  open(simulate(cube_on_floor(), "cube", how), options);
}

void WindowTest::open_standing_cube(const ViewerOptions& options) {
  OpenOptions how;
  how.output = folder_ / "cube.run";
  Simulation simulation = cube_on_floor();
  simulation.add(action::Pin{"plane:0,0,0,0,1,0"});
  open(simulate(std::move(simulation), "cube", how), options);
}

void WindowTest::open(std::unique_ptr<Show> show, const ViewerOptions& options) {
  close();
  viewer_ = std::make_unique<Viewer>(std::move(show), options);
  driver_ = std::make_unique<Driver>(*viewer_, display());
  ASSERT_TRUE(until([&] { return !viewer_->shown()->bodies->empty(); }))
      << viewer_->show().progress().trouble;
  driver_->frames(2);
}

void WindowTest::close() {
  driver_.reset();
  viewer_.reset();
}

std::string WindowTest::falling_cube(int height) const {
  return write("falling.lua", R"(
sim = Simulation{seconds = 60}
sim:addBody{mesh = "cube", settings = {cells = 2}, material = "silicone",
            position = {0, )" + std::to_string(height) +
                                  R"(, 0}}
sim:addAction(Gravity{})
sim:addAction(Ground{})
sim:addAction(MassSpringForces{})
)")
      .string();
}

std::filesystem::path WindowTest::write(const std::string& name, const std::string& text) const {
  std::ofstream(folder_ / name) << text;
  return folder_ / name;
}

bool WindowTest::until(const std::function<bool()>& holds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (!holds()) {
    if (std::chrono::steady_clock::now() > end) return false;
    viewer_->frame();
  }
  return true;
}

Rectangle WindowTest::place(const std::string& words) {
  const auto found = viewer_->place_of(words);
  EXPECT_TRUE(found) << "no widget '" << words << "'";
  return found.value_or(Rectangle{});
}

void WindowTest::click(const std::string& words, int button) {
  const Sight sight = viewer_->sight();
  const Point panel{sight.corner.x + sight.width + 40, sight.corner.y + sight.height / 2};
  for (int turn = 0; turn < 30 && !viewer_->place_of(words); ++turn)
    driver_->wheel(panel, turn < 15 ? -2 : 2);
  if (const auto found = viewer_->place_of(words))
    driver_->click(found->middle(), button);
  else
    ADD_FAILURE() << "no widget '" << words << "'";
}

const std::vector<Vec3d>& WindowTest::positions(std::size_t body) {
  return viewer_->shown()->frame.bodies.at(body).positions;
}

Point WindowTest::seen(Index vertex, std::size_t body) {
  return viewer_->sight().seen_at(positions(body).at(vertex)).value();
}

Index WindowTest::front_vertex() {
  const Mesh& mesh = *viewer_->shown()->bodies->at(0).mesh;
  const auto& x = mesh.vertices;
  return static_cast<Index>(std::ranges::min_element(x, {},
                                                     [](const Vec3d& p) {
                                                       return length(p - Vec3d{0.25, 0.5, 0.5});
                                                     }) -
                            x.begin());
}

render::Image WindowTest::still_picture() {
  using Clock = std::chrono::steady_clock;
  render::Image last = viewer_->picture();
  auto since = Clock::now();
  until([&] {
    if (changed_since(last) > 250) {  // numbers in the card change without end
      last = viewer_->picture();
      since = Clock::now();
    }
    return Clock::now() - since > std::chrono::seconds(1);
  });
  return viewer_->picture();
}

void WindowTest::each_pixel(const render::Image& image,
                            const std::function<void(std::size_t, const Pixel&)>& visit) {
  const Sight sight = viewer_->sight();
  const auto right = std::min(image.width, static_cast<int>(sight.corner.x + sight.width));
  const auto bottom = std::min(image.height, static_cast<int>(sight.corner.y + sight.height));
  for (int y = static_cast<int>(sight.corner.y); y < bottom; ++y)
    for (int x = static_cast<int>(sight.corner.x); x < right; ++x) {
      const auto at = 3 * static_cast<std::size_t>(y * image.width + x);
      visit(at, {image.pixels[at], image.pixels[at + 1], image.pixels[at + 2]});
    }
}

std::size_t WindowTest::count(const std::function<bool(const Pixel&)>& holds) {
  std::size_t number = 0;
  each_pixel(viewer_->picture(),
             [&](std::size_t, const Pixel& p) { number += holds(p) ? 1u : 0u; });
  return number;
}

std::size_t WindowTest::body_pixels() {
  return count([](const Pixel& p) { return p.red > p.blue + 35 && p.red > p.green + 25; });
}

std::size_t WindowTest::changed_since(const render::Image& before) {
  std::size_t number = 0;
  const render::Image now = viewer_->picture();
  if (now.pixels.size() != before.pixels.size()) return now.pixels.size();
  each_pixel(now, [&](std::size_t at, const Pixel& p) {
    const int difference = std::abs(p.red - before.pixels[at]) +
                           std::abs(p.green - before.pixels[at + 1]) +
                           std::abs(p.blue - before.pixels[at + 2]);
    number += difference > 24 ? 1u : 0u;
  });
  return number;
}

}  // namespace pliant::viewer
