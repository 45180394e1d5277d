#include "spectral/motion.h"

#include <algorithm>
#include <cmath>

namespace pliant::spectral {

namespace {

// Four sums at a time: one would wait for itself.
double dot_of(const double* a, const double* b, std::size_t count) {
  double sums[4] = {};
  std::size_t i = 0;
  for (; i + 4 <= count; i += 4)
    for (std::size_t k = 0; k < 4; ++k) sums[k] += a[i + k] * b[i + k];
  for (; i < count; ++i) sums[0] += a[i] * b[i];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

Vec3d times_transposed(const Mat3d& a, const Vec3d& b) {
  return {dot(a.column[0], b), dot(a.column[1], b), dot(a.column[2], b)};
}

Vec3d times(const Sym3<double>& a, const Vec3d& b) {
  return {a.xx * b.x + a.xy * b.y + a.zx * b.z, a.xy * b.x + a.yy * b.y + a.yz * b.z,
          a.zx * b.x + a.yz * b.y + a.zz * b.z};
}

Mat3d product_of(const Mat3d& a, const Mat3d& b) {
  return {a * b.column[0], a * b.column[1], a * b.column[2]};
}

// A rotation's vector; of less than half a turn.
Vec3d rotation_vector(const Mat3d& r) {
  const Vec3d twice{r.column[1].z - r.column[2].y, r.column[2].x - r.column[0].z,
                    r.column[0].y - r.column[1].x};
  const double sine = 0.5 * length(twice);
  const double cosine = 0.5 * (r.column[0].x + r.column[1].y + r.column[2].z - 1);
  return sine > 0 ? twice * (0.5 * std::atan2(sine, cosine) / sine) : Vec3d{};
}

}  // namespace

Motion::Motion(const Data& data) : data_(&data) {
  x.assign(data.hybrid(), 0.0);
  v = a = new_v_ = new_a_ = x;
  left_.assign(data.hybrid(), 1.0);
  centre = data.centre;
  for (const Data::Modal& modal : data.modal) q_.emplace_back(modal.modes, 0.0);
  rates_ = q_;
}

void Motion::refresh() {
  for (std::size_t r = 0; r < q_.size(); ++r)
    for (std::size_t m = 0; m < q_[r].size(); ++m)
      q_[r][m] = dot_of(data_->modal[r].map.data() + m * x.size(), x.data(), x.size());
  rates_known_ = false;
}

void Motion::find_rates() const {
  if (rates_known_) return;
  for (std::size_t r = 0; r < rates_.size(); ++r)
    for (std::size_t m = 0; m < rates_[r].size(); ++m)
      rates_[r][m] = dot_of(data_->modal[r].map.data() + m * v.size(), v.data(), v.size());
  rates_known_ = true;
}

Vec3d Motion::to_frame(const Vec3d& b) const {
  return times_transposed(turn, b);
}

Vec3d Motion::per_inertia(const Vec3d& b) const {
  return turn * solved(data_->inertia, to_frame(b));
}

Vec3d Motion::angular_velocity() const {
  return data_->free ? per_inertia(spin) : Vec3d{};
}

Vec3d Motion::of_modes(const Data::Node& node, std::span<const double> q,
                       std::size_t first_row) const {
  const double* shapes =
      data_->modal[node.region].shapes.data() + (node.number * 6 + first_row) * q.size();
  return {dot_of(shapes, q.data(), q.size()), dot_of(shapes + q.size(), q.data(), q.size()),
          dot_of(shapes + 2 * q.size(), q.data(), q.size())};
}

Vec3d Motion::displacement(const Data::Node& node) const {
  return of_modes(node, q_[node.region], 0);
}
Vec3d Motion::displacement_rate(const Data::Node& node) const {
  find_rates();
  return of_modes(node, rates_[node.region], 0);
}
Vec3d Motion::rotation_of(const Data::Node& node) const {
  return data_->warped ? of_modes(node, q_[node.region], 3) : Vec3d{};
}

NodePlace Motion::place(const Data::Node& node) const {
  const std::vector<double>& q = q_[node.region];
  NodePlace out{{}, of_modes(node, q, 0), {}, {}};
  if (data_->warped) out.w = of_modes(node, q, 3);
  out.factors = warp_factors(out.w);
  out.x = data_->rest[data_->regions[node.region].vertices[node.number]] +
          warped(out.factors, out.w, out.u);
  return out;
}

// What is rigid turns as a whole: u = u_node + w × offset.
NodePlace Motion::place(const Data::Joint::Side& side) const {
  const std::vector<double>& q = q_[side.node.region];
  const Vec3d w = of_modes(side.node, q, 3);
  NodePlace out{{}, of_modes(side.node, q, 0) + cross(w, side.offset), {}, {}};
  if (data_->warped) out.w = w;
  out.factors = warp_factors(out.w);
  out.x = data_->rest[data_->regions[side.node.region].vertices[side.node.number]] + side.offset +
          warped(out.factors, out.w, out.u);
  return out;
}

Vec3d Motion::position(const Data::Node& node) const {
  return centre + turn * place(node).x;
}
Vec3d Motion::position(const Data::Joint::Side& side) const {
  return centre + turn * place(side).x;
}

Mat3d Motion::turn_of(const Data::Node& node) const {
  const Vec3d w = of_modes(node, q_[node.region], 3);
  return product_of(turn, turned(w, Mat3d{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}));
}

Vec3d Motion::velocity_of(const Data::Node& node) const {
  find_rates();
  const NodePlace at = place(node);
  const std::vector<double>& rates = rates_[node.region];
  const Vec3d turning = data_->warped ? of_modes(node, rates, 3) : Vec3d{};
  const Vec3d local = warped_rate(at.factors, at.w, at.u, turning, of_modes(node, rates, 0));
  return turn * local + velocity + cross(angular_velocity(), turn * at.x);
}

Row Motion::mapped(const Data::Node& node, const WarpPull<double>& pull) const {
  const Data::Modal& modal = data_->modal[node.region];
  const std::size_t modes = modal.modes;
  const double* shapes = modal.shapes.data() + node.number * 6 * modes;
  const double share[6] = {pull.u.x, pull.u.y, pull.u.z, pull.w.x, pull.w.y, pull.w.z};
  Row out{std::vector<double>(x.size(), 0.0), {}, {}};
  for (std::size_t m = 0; m < modes; ++m) {
    double sum = 0;
    for (std::size_t i = 0; i < 6; ++i) sum += share[i] * shapes[i * modes + m];
    const double* map = modal.map.data() + m * x.size();
    for (std::size_t i = 0; i < x.size(); ++i) out.hybrid[i] += sum * map[i];
  }
  return out;
}

Row Motion::row(const Data::Node& node, const Vec3d& direction) const {
  const NodePlace at = place(node);
  WarpPull<double> pull = warp_pull(at.factors, at.w, at.u, to_frame(direction));
  if (!data_->warped) pull.w = {};
  Row out = mapped(node, pull);
  if (!data_->free) return out;
  out.linear = direction;
  out.angular = cross(turn * at.x, direction);
  return out;
}

Row Motion::row(const Data::Joint::Side& side, const Vec3d& direction) const {
  const NodePlace at = place(side);
  WarpPull<double> pull = warp_pull(at.factors, at.w, at.u, to_frame(direction));
  if (!data_->warped) pull.w = {};
  pull.w += cross(side.offset, pull.u);
  Row out = mapped(side.node, pull);
  if (!data_->free) return out;
  out.linear = direction;
  out.angular = cross(turn * at.x, direction);
  return out;
}

Row Motion::stale_row(const Data::Node& node, const Vec3d& direction) const {
  const NodePlace at = place(node);
  return mapped(node, {warped_back(at.factors, at.w, to_frame(direction)), {}});
}

// The rotation vector w changes the rotation by R̃(w) w'.
Row Motion::turning_row(const Data::Node& node, const Vec3d& axis) const {
  const NodePlace at = place(node);
  Row out = mapped(node, {{}, warped_back(at.factors, at.w, to_frame(axis))});
  if (data_->free) out.angular = axis;
  return out;
}

Row Motion::difference(const Row& b, const Row& c) const {
  Row out{b.hybrid, b.linear - c.linear, b.angular - c.angular};
  for (std::size_t i = 0; i < out.hybrid.size(); ++i) out.hybrid[i] -= c.hybrid[i];
  return out;
}

Row Motion::response(const Row& b) const {
  Row out{b.hybrid, {}, {}};
  for (std::size_t i = 0; i < out.hybrid.size(); ++i) out.hybrid[i] /= left_[i];
  if (!data_->free) return out;
  out.linear = b.linear / (data_->mass * frame_left_);
  out.angular = b.angular / frame_left_;  // of angular momentum; see product() and rate()
  return out;
}

double Motion::product(const Row& b, const Row& response) const {
  double sum = dot_of(b.hybrid.data(), response.hybrid.data(), b.hybrid.size());
  if (data_->free)
    sum += dot(b.linear, response.linear) + dot(b.angular, per_inertia(response.angular));
  return sum;
}

double Motion::rate(const Row& b) const {
  double sum = dot_of(b.hybrid.data(), new_v_.data(), new_v_.size());
  if (data_->free) sum += dot(b.linear, new_velocity_) + dot(b.angular, per_inertia(new_spin_));
  return sum;
}

double Motion::rate_before(const Row& b) const {
  double sum = dot_of(b.hybrid.data(), v.data(), v.size());
  if (data_->free) sum += dot(b.linear, velocity) + dot(b.angular, per_inertia(spin));
  return sum;
}

void Motion::add_force(Loads& loads, const Data::Node& node, const Vec3d& force) const {
  const Row along = row(node, force);
  for (std::size_t i = 0; i < x.size(); ++i) loads.hybrid[i] += along.hybrid[i];
  loads.force += along.linear;
  loads.torque += along.angular;
}

// The modes of a region gather what all its nodes are given before they are mapped.
void Motion::kick(std::span<const Data::Node> nodes, std::span<const Vec3d> impulses,
                  double damping) {
  std::vector<std::vector<double>> given(q_.size());
  Vec3d linear, angular;
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const Data::Node& node = nodes[n];
    const std::size_t modes = data_->modal[node.region].modes;
    const NodePlace at = place(node);
    const WarpPull<double> pull = warp_pull(at.factors, at.w, at.u, to_frame(impulses[n]));
    const double share[6] = {pull.u.x, pull.u.y, pull.u.z, pull.w.x, pull.w.y, pull.w.z};
    const double* shapes = data_->modal[node.region].shapes.data() + node.number * 6 * modes;
    given[node.region].resize(modes);
    for (std::size_t i = 0; i < (data_->warped ? 6u : 3u); ++i)
      for (std::size_t m = 0; m < modes; ++m)
        given[node.region][m] += share[i] * shapes[i * modes + m];
    linear += impulses[n];
    angular += cross(turn * at.x, impulses[n]);
  }
  const double xi = data_->mass_damping + damping;
  std::vector<double> gain(x.size());
  for (std::size_t r = 0; r < given.size(); ++r)
    for (std::size_t m = 0; m < given[r].size(); ++m)
      for (std::size_t i = 0; i < x.size(); ++i)
        gain[i] += given[r][m] * data_->modal[r].map[m * x.size() + i];
  for (std::size_t i = 0; i < x.size(); ++i) {
    v[i] += gain[i];
    a[i] -= (xi + data_->stiffness_damping * data_->stiffness[i]) * gain[i];
  }
  rates_known_ = false;
  if (!data_->free) return;
  velocity += linear / data_->mass;
  acceleration -= linear * (xi / data_->mass);
  spin += angular;
  torque -= angular * xi;
}

void Motion::add_weight(Loads& loads, const Vec3d& gravity, double h) const {
  if (data_->free) {
    loads.force += gravity * data_->mass;
    return;
  }
  if (squared_length(gravity) == 0) return;
  const std::size_t n = x.size();
  std::vector<double> ahead(n);
  for (std::size_t i = 0; i < n; ++i) ahead[i] = x[i] + h * v[i];
  for (const Data::Cluster& cluster : data_->clusters) {
    const auto sums = [&](const std::vector<double>& rows) {
      return Vec3d{dot_of(rows.data(), ahead.data(), n), dot_of(rows.data() + n, ahead.data(), n),
                   dot_of(rows.data() + 2 * n, ahead.data(), n)};
    };
    const Vec3d w = data_->warped ? sums(cluster.rotation) : Vec3d{};
    const WarpPull<double> pull = warp_pull(warp_factors(w), w, sums(cluster.weight), gravity);
    for (std::size_t i = 0; i < n; ++i) {
      loads.hybrid[i] += pull.u.x * cluster.weight[i] + pull.u.y * cluster.weight[n + i] +
                         pull.u.z * cluster.weight[2 * n + i];
      if (data_->warped)
        loads.hybrid[i] += pull.w.x * cluster.rotation[i] + pull.w.y * cluster.rotation[n + i] +
                           pull.w.z * cluster.rotation[2 * n + i];
    }
  }
}

void Motion::add_centrifugal(Loads& loads) const {
  if (!data_->free) return;
  const Vec3d omega = to_frame(angular_velocity());
  const double products[6] = {omega.x * omega.x, omega.y * omega.y, omega.z * omega.z,
                              omega.x * omega.y, omega.y * omega.z, omega.z * omega.x};
  for (std::size_t term = 0; term < 6; ++term)
    for (std::size_t i = 0; i < x.size(); ++i)
      loads.hybrid[i] += products[term] * data_->centrifugal[term * x.size() + i];
}

void Motion::start(const Loads& loads, double xi) {
  fresh = false;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double k = data_->stiffness[i];
    a[i] = loads.hybrid[i] - (xi + data_->stiffness_damping * k) * v[i] - k * x[i];
  }
  acceleration = loads.force / data_->mass - velocity * xi;
  torque = loads.torque - spin * xi;
}

void Motion::predict(const Loads& loads, double h, double damping) {
  const double xi = data_->mass_damping + damping;
  if (fresh) start(loads, xi);
  mass_damping_ = xi;
  frame_left_ = 1 + 0.5 * h * xi;
  pushed_ = false;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double k = data_->stiffness[i], c = xi + data_->stiffness_damping * k;
    left_[i] = 1 + 0.5 * h * c + 0.25 * h * h * k;
    new_a_[i] = (loads.hybrid[i] - c * (v[i] + 0.5 * h * a[i]) -
                 k * (x[i] + h * v[i] + 0.25 * h * h * a[i])) /
                left_[i];
    new_v_[i] = v[i] + 0.5 * h * (a[i] + new_a_[i]);
  }
  if (!data_->free) return;
  const auto damped = [&](const Vec3d& load, const Vec3d& now, const Vec3d& before) {
    return (load - (now + before * (0.5 * h)) * xi) / (1 + 0.5 * h * xi);
  };
  new_acceleration_ = damped(loads.force / data_->mass, velocity, acceleration);
  new_velocity_ = velocity + (acceleration + new_acceleration_) * (0.5 * h);
  new_torque_ = damped(loads.torque, spin, torque);
  new_spin_ = spin + (torque + new_torque_) * (0.5 * h);
}

void Motion::push(const Row& response, double impulse) {
  pushed_ = true;
  for (std::size_t i = 0; i < new_v_.size(); ++i) new_v_[i] += response.hybrid[i] * impulse;
  new_velocity_ += response.linear * impulse;
  new_spin_ += response.angular * impulse;
}

// Accelerations at the end of the step with what impulses have made of the velocities there.
void Motion::answer(double h) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double k = data_->stiffness[i], c = mass_damping_ + data_->stiffness_damping * k;
    const double change = new_v_[i] - (v[i] + 0.5 * h * (a[i] + new_a_[i]));
    new_a_[i] -= (c + 0.5 * h * k) * change;
  }
  if (!data_->free) return;
  const Vec3d faster = new_velocity_ - (velocity + (acceleration + new_acceleration_) * (0.5 * h));
  const Vec3d spun = new_spin_ - (spin + (torque + new_torque_) * (0.5 * h));
  new_acceleration_ -= faster * mass_damping_;
  new_torque_ -= spun * mass_damping_;
}

void Motion::move(double h) {
  if (pushed_) answer(h);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += 0.5 * h * (v[i] + new_v_[i]);
  v = new_v_;
  a = new_a_;
  if (data_->free) {
    centre += (velocity + new_velocity_) * (0.5 * h);
    const Vec3d mean = (spin + new_spin_) * 0.5;
    const Mat3d start = turn;
    turn = turned(per_inertia(spin) * (0.5 * h), start);  // half way, for the mean velocity
    turn = orthonormal(turned(per_inertia(mean) * h, start));
    velocity = new_velocity_;
    acceleration = new_acceleration_;
    spin = new_spin_;
    torque = new_torque_;
  }
  refresh();
}

void Motion::go_back(const MotionNumbers& before, double part, double h) {
  const double lost = (1 - part) / h;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double way = x[i] - before.x[i];
    v[i] -= lost * way;
    x[i] = before.x[i] + part * way;
  }
  if (data_->free) {
    const Vec3d way = centre - before.centre;
    velocity -= way * lost;
    centre = before.centre + way * part;
    const Mat3d back{{{before.turn.column[0].x, before.turn.column[1].x, before.turn.column[2].x},
                      {before.turn.column[0].y, before.turn.column[1].y, before.turn.column[2].y},
                      {before.turn.column[0].z, before.turn.column[1].z, before.turn.column[2].z}}};
    const Vec3d turned_by = rotation_vector(product_of(turn, back));
    spin -= turn * times(data_->inertia, to_frame(turned_by * lost));
    turn = part > 0 ? orthonormal(turned(turned_by * part, before.turn)) : before.turn;
  }
  fresh = true;
  refresh();
}

double Motion::elastic_energy() const {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += 0.5 * data_->stiffness[i] * x[i] * x[i];
  return sum;
}

bool Motion::is_sane() const {
  constexpr double most = 1e9;  // sizes, and sizes a second
  const double far = most * data_->size * std::sqrt(data_->mass);
  for (std::size_t i = 0; i < x.size(); ++i)
    if (!(std::abs(x[i]) < far) || !(std::abs(v[i]) < far)) return false;
  return is_finite(centre) && length(velocity) < most * data_->size && is_finite(spin) &&
         is_finite(turn.column[0]) && is_finite(turn.column[1]);
}

void Motion::set_velocities(std::span<const Vec3d> velocities, std::span<const double> masses) {
  velocity = spin = {};
  std::fill(v.begin(), v.end(), 0.0);
  std::vector<Vec3d> rest(velocities.begin(), velocities.end());
  if (data_->free) {
    for (std::size_t i = 0; i < rest.size(); ++i) {
      const Vec3d arm = turn * place(data_->node_of[i]).x;
      velocity += rest[i] * (masses[i] / data_->mass);
      spin += cross(arm, rest[i]) * masses[i];
    }
    const Vec3d omega = angular_velocity();
    for (std::size_t i = 0; i < rest.size(); ++i)
      rest[i] -= velocity + cross(omega, turn * place(data_->node_of[i]).x);
  }
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const Row along = row(data_->node_of[i], rest[i] * masses[i]);
    for (std::size_t m = 0; m < v.size(); ++m) v[m] += along.hybrid[m];
  }
  fresh = true;
  refresh();
}

}  // namespace pliant::spectral
