#pragma once

#include <pliant/box.h>
#include <pliant/generate.h>

#include <cstdint>
#include <span>

namespace pliant::generate {

/// On which side of a solid's surface a point lies.
enum class Side : std::int8_t { outside = -1, on = 0, inside = 1 };

/// A solid as the mesher sees it. All functions are called from several threads at once.
class Field {
 public:
  explicit Field(const Box& box) : box_(box) {}
  virtual ~Field() = default;
  Field(const Field&) = delete;
  Field& operator=(const Field&) = delete;

  /// Nothing of the solid lies outside this box.
  const Box& box() const { return box_; }

  /// About how thick the solid is on average, or 0 where that is not known.
  virtual double thickness() const { return 0; }

  /// The sides of many points. Fast where each point lies near the one before it.
  virtual void sides(std::span<const Vec3d> points, std::span<Side> sides) const = 0;

  /// True when all points of this ball are known to lie on one side, which `side` then tells.
  virtual bool ball_is_on_one_side(const Vec3d& /*centre*/, double /*radius*/,
                                   Side& /*side*/) const {
    return false;
  }

  /// Where the surface crosses the segment between two points on different sides, as a fraction
  /// of the way from `inside` to `outside`.
  virtual double crossing(const Vec3d& inside, const Vec3d& outside) const = 0;

 private:
  Box box_;
};

/// A solid given by a function; what lies outside its box is cut off. Throws InputError where the
/// function yields a value that is not a number.
class ImplicitField : public Field {
 public:
  /// Lengths are in units of `unit` metres, a power of two.
  explicit ImplicitField(const Implicit& solid, double unit = 1)
      : Field({solid.low / unit, solid.high / unit}), solid_(solid), unit_(unit) {}
  void sides(std::span<const Vec3d> points, std::span<Side> sides) const override;
  double crossing(const Vec3d& inside, const Vec3d& outside) const override;

 private:
  double value(const Vec3d& p) const;
  const Implicit& solid_;
  double unit_;
};

}  // namespace pliant::generate
