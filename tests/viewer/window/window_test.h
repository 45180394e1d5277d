#pragma once

#include <gmock/gmock.h>

#include <chrono>
#include <filesystem>
#include <functional>

#include "viewer/window/driver.h"
#include "window/viewer.h"

namespace pliant::viewer {

struct Pixel {
  int red, green, blue;
  int spread() const { return std::max({red, green, blue}) - std::min({red, green, blue}); }
};

/// 640 x 480, which software draws quickly.
ViewerOptions small_window(bool play = false);

/// A window on a display of its own, driven by a mouse and keys, with a folder for its files.
/// Skipped where Xvfb is not installed. A test that fails leaves its last picture in the folder
/// that PLIANT_TEST_PICTURES names.
class WindowTest : public testing::Test {
 protected:
  WindowTest();
  ~WindowTest() override;
  void SetUp() override;

  /// A soft cube of 1 m that stands on the floor, recorded into "cube.run" in the folder.
  void open_cube(const ViewerOptions& options = small_window());
  /// The same with its foot held, so that it cannot slide away.
  void open_standing_cube(const ViewerOptions& options = small_window());
  void open(std::unique_ptr<Show> show, const ViewerOptions& options = small_window());
  /// Ends the session as closing the window does.
  void close();

  Viewer& viewer() { return *viewer_; }
  Driver& user() { return *driver_; }
  Live& live() { return *viewer_->show().live(); }
  const std::filesystem::path& folder() const { return folder_; }
  std::filesystem::path write(const std::string& name, const std::string& text) const;
  /// A scene in the folder: a soft cube falls from this height, m, so that times can be told by
  /// where it is.
  std::string falling_cube(int height) const;
  static const std::string& display();

  /// Draws pictures until it holds; half a minute is taken for never.
  bool until(const std::function<bool()>& holds);
  /// Clicks on the widget with these words; scrolls the panel to it where it is not seen.
  void click(const std::string& words, int button = 1);
  Rectangle place(const std::string& words);

  /// Positions of the vertices that are shown.
  const std::vector<Vec3d>& positions(std::size_t body = 0);
  /// Where a vertex is seen; it must be in the viewport.
  Point seen(Index vertex, std::size_t body = 0);
  /// A vertex in the right half of the cube's front, where no card covers it.
  Index front_vertex();

  /// When nothing moves and it is drawn in full quality.
  render::Image still_picture();
  /// How many pixels of the viewport hold.
  std::size_t count(const std::function<bool(const Pixel&)>& holds);
  /// Pixels of the first body's colour, lit or in shadow.
  std::size_t body_pixels();
  /// Pixels of the viewport that differ from an earlier picture by more than a shade.
  std::size_t changed_since(const render::Image& before);

 private:
  void each_pixel(const render::Image& image,
                  const std::function<void(std::size_t, const Pixel&)>& visit);

  std::filesystem::path folder_;
  std::unique_ptr<Viewer> viewer_;
  std::unique_ptr<Driver> driver_;
};

}  // namespace pliant::viewer
