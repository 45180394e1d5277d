#include <algorithm>

#include "render/colour_map.h"
#include "tools/toolbox_parts.h"

namespace pliant::viewer {

namespace {

constexpr ImU32 white = IM_COL32(255, 255, 255, 230), dark = IM_COL32(25, 30, 40, 200);
constexpr ImU32 hand_ink = IM_COL32(38, 132, 255, 255), pin_ink = IM_COL32(214, 40, 57, 255);
constexpr ImU32 blade_ink = IM_COL32(230, 60, 30, 255), contact_ink = IM_COL32(250, 170, 20, 255);
// More dots would only make one blot, and pictures slow.
constexpr std::size_t most_dots = 4000;

ImVec2 place(Point at) {
  return {static_cast<float>(at.x), static_cast<float>(at.y)};
}

// Draws on the viewport; sizes grow with the letters.
class Marker {
 public:
  Marker(ImDrawList& canvas, const Bench& bench)
      : canvas_(canvas), bench_(bench), unit_(ImGui::GetFontSize() / 15) {}

  void line(Point from, Point to, ImU32 ink, float width) {
    canvas_.AddLine(place(from), place(to), dark, (width + 1.5f) * unit_);
    canvas_.AddLine(place(from), place(to), ink, width * unit_);
  }
  void dot(Point at, float radius, ImU32 ink) {
    canvas_.AddCircleFilled(place(at), (radius + 1) * unit_, white);
    canvas_.AddCircleFilled(place(at), radius * unit_, ink);
  }
  void ring(Point at, float radius, ImU32 ink) {
    canvas_.AddCircle(place(at), radius, dark, 0, 2.5f * unit_);
    canvas_.AddCircle(place(at), radius, ink, 0, 1.2f * unit_);
  }
  // A needle that leans to the right, with its point at the vertex.
  void pin(Point at) {
    const Point head{at.x + 4 * unit_, at.y - 9 * unit_};
    canvas_.AddLine(place(at), place(head), dark, 1.5f * unit_);
    dot(head, 3, pin_ink);
  }
  void speck(Point at, ImU32 ink) {
    const float half = 1.7f * unit_;
    const ImVec2 p = place(at);
    canvas_.AddRectFilled({p.x - half - 1, p.y - half - 1}, {p.x + half + 1, p.y + half + 1}, dark);
    canvas_.AddRectFilled({p.x - half, p.y - half}, {p.x + half, p.y + half}, ink);
  }

  // The head of an arrow that ends here.
  void head(Point from, Point to, ImU32 ink) {
    const double length = std::max(distance(from, to), 1e-9), size = 4.5 * unit_;
    const Point along{(to.x - from.x) / length * size, (to.y - from.y) / length * size};
    const ImVec2 tip = place(to);
    canvas_.AddTriangleFilled(
        tip, place({to.x - along.x - 0.6 * along.y, to.y - along.y + 0.6 * along.x}),
        place({to.x - along.x + 0.6 * along.y, to.y - along.y - 0.6 * along.x}), ink);
  }
  void push(const ContactPoint& contact, double strongest) {
    const auto at = bench_.sight.seen_at(contact.place);
    if (!at) return;
    if (strongest > 0) {
      constexpr double longest = 60;  // units
      const double metres = longest * unit_ * bench_.sight.unit_at(contact.place);
      const auto to = bench_.sight.seen_at(contact.place + contact.force * (metres / strongest));
      if (to && distance(*at, *to) > 2 * unit_) {
        line(*at, *to, contact_ink, 1.5f);
        head(*at, *to, contact_ink);
      }
    }
    canvas_.AddCircleFilled(place(*at), 2.6f * unit_, dark);
    canvas_.AddCircleFilled(place(*at), 1.8f * unit_, contact_ink);
  }

  void hand(const HeldVertex& held) {
    if (held.body >= bench_.shown.frame.bodies.size()) return;
    const auto& x = bench_.positions(held.body);
    if (held.vertex >= x.size()) return;
    const auto from = bench_.sight.seen_at(x[held.vertex]);
    const auto to = bench_.sight.seen_at(held.target);
    if (from && to) line(*from, *to, hand_ink, 2);
    if (from) dot(*from, 3.5f, hand_ink);
    if (to) {
      dot(*to, 5, hand_ink);
      canvas_.AddCircleFilled(place(*to), 2 * unit_, white);
    }
  }

 private:
  ImDrawList& canvas_;
  const Bench& bench_;
  float unit_;
};

void draw_hands(Marker& marker, const Bench& bench, const GrabTool& grab) {
  if (!bench.present) return;
  const auto& mine = grab.holds();
  for (const HeldVertex& held : bench.shown.held)
    if (!mine || held.hand != mine->hand) marker.hand(held);
  if (mine) marker.hand(*mine);
}

// Arrows are as long as forces are strong, the strongest of the moment the longest.
void draw_contacts(Marker& marker, const Bench& bench) {
  const std::vector<ContactPoint>& contacts = bench.shown.contacts;
  double strongest = 0;
  for (const ContactPoint& c : contacts) strongest = std::max(strongest, length(c.force));
  const std::size_t every = contacts.size() / (most_dots / 4) + 1;
  for (std::size_t i = 0; i < contacts.size(); i += every) marker.push(contacts[i], strongest);
}

void draw_pins(Marker& marker, const Bench& bench, Picker& picker, const PinTool& tool) {
  for (std::size_t b = 0; b < bench.shown.bodies->size(); ++b) {
    const auto pinned = tool.pinned(bench, b);
    if (pinned.empty()) continue;
    std::vector<Index> shown;
    std::ranges::set_intersection(pinned, picker.facing(bench, b), std::back_inserter(shown));
    const std::size_t every = shown.size() / (most_dots / 4) + 1;
    for (std::size_t i = 0; i < shown.size(); i += every)
      if (const auto at = bench.sight.seen_at(bench.positions(b)[shown[i]])) marker.pin(*at);
  }
}

void draw_paint(Marker& marker, const Bench& bench, Picker& picker, const PaintTool& tool) {
  const auto groups = tool.groups(bench.live, bench.shown);
  std::vector<std::vector<Index>> facing(bench.shown.bodies->size());
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const std::size_t body = groups[g].body;
    if (body >= facing.size()) continue;
    if (facing[body].empty()) facing[body] = picker.facing(bench, body);
    std::vector<Index> shown;
    std::ranges::set_intersection(groups[g].vertices, facing[body], std::back_inserter(shown));
    const std::size_t every = shown.size() / most_dots + 1;
    for (std::size_t i = 0; i < shown.size(); i += every)
      if (const auto at = bench.sight.seen_at(bench.positions(body)[shown[i]]))
        marker.speck(*at, group_ink(g));
  }
}

}  // namespace

ImU32 group_ink(std::size_t number) {
  const render::gl::Colour c = render::gl::colour_at(render::gl::ColourMapKind::groups,
                                                     static_cast<double>(number % 8 + 1) / 8);
  return ImGui::ColorConvertFloat4ToU32({c.x, c.y, c.z, 1});
}

void Toolbox::draw(ImDrawList& canvas, const Bench& bench) const {
  Parts& parts = *parts_;
  parts.meet(bench.live);
  const Sight& sight = bench.sight;
  canvas.PushClipRect(place(sight.corner),
                      place({sight.corner.x + sight.width, sight.corner.y + sight.height}), true);
  Marker marker(canvas, bench);
  if (bench.contacts) draw_contacts(marker, bench);
  if (parts.chosen == ToolKind::paint) draw_paint(marker, bench, parts.picker, parts.paint);
  draw_pins(marker, bench, parts.picker, parts.pin);
  draw_hands(marker, bench, parts.grab);
  if (const auto& stroke = parts.cut.stroke()) {
    marker.line(stroke->from, stroke->to, blade_ink, 2);
    marker.dot(stroke->from, 3, blade_ink);
    marker.dot(stroke->to, 3, blade_ink);
  }
  if (parts.hover && bench.present) {
    const auto& [at, hit] = *parts.hover;
    if (const double ring = parts.ring(bench); ring > 0)
      marker.ring(at, static_cast<float>(ring), white);
    if (hit && parts.chosen != ToolKind::poke && parts.busy == nullptr &&
        hit->body < bench.shown.bodies->size() && hit->vertex < bench.positions(hit->body).size())
      if (const auto seen = sight.seen_at(bench.positions(hit->body)[hit->vertex]))
        marker.dot(*seen, 3, parts.chosen == ToolKind::grab ? hand_ink : pin_ink);
  }
  parts.hover.reset();
  canvas.PopClipRect();
}

}  // namespace pliant::viewer
