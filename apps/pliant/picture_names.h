#pragma once

#include <optional>
#include <string>

namespace pliant::app {

/// Names of the pictures of a sequence: "fall_####.png", "fall_%04d.png" and "fall_0000.png" all
/// become fall_0000.png, fall_0001.png, ...
class PictureNames {
 public:
  /// Nothing where a name is that of one picture.
  static std::optional<PictureNames> of(const std::string& file);

  std::string name(std::size_t number) const;

 private:
  std::string before_, after_;
  std::size_t digits_ = 1, first_ = 0;
};

}  // namespace pliant::app
