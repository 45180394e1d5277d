#include "tools/toolbox.h"

#include "tools/toolbox_parts.h"

namespace pliant::viewer {

Tool* Toolbox::Parts::tool() {
  switch (chosen) {
    case ToolKind::grab:
      return &grab;
    case ToolKind::pin:
      return &pin;
    case ToolKind::cut:
      return &cut;
    case ToolKind::paint:
      return &paint;
    case ToolKind::poke:
      return &poke;
    case ToolKind::look:
      break;
  }
  return nullptr;
}

double Toolbox::Parts::ring(const Bench& bench) const {
  if (chosen == ToolKind::paint) return paint.brush.radius;
  if (chosen == ToolKind::pin) return pin.brush.radius;
  if (chosen != ToolKind::poke || !hover || !hover->hit ||
      hover->hit->body >= bench.shown.bodies->size())
    return 0;
  return poke.radius(bench, hover->hit->body) / bench.sight.unit_at(hover->hit->place);
}

void Toolbox::Parts::meet(const Live& other) {
  if (live == &other) return;
  const ToolKind kept = chosen;
  *this = Parts{};
  chosen = kept;
  live = &other;
}

Toolbox::Toolbox() : parts_(std::make_unique<Parts>()) {}
Toolbox::~Toolbox() = default;

ToolKind Toolbox::chosen() const {
  return parts_->chosen;
}

void Toolbox::choose(ToolKind kind) {
  parts_->chosen = kind;
  parts_->hover.reset();
}

bool Toolbox::press(const Bench& bench, Point at, Modifiers modifiers) {
  parts_->meet(bench.live);
  cancel(bench);
  Tool* tool = parts_->tool();
  if (tool == nullptr || !tool->press(bench, parts_->picker, at, modifiers)) return false;
  parts_->busy = tool;
  return true;
}

void Toolbox::drag(const Bench& bench, Point at) {
  parts_->meet(bench.live);
  if (parts_->busy != nullptr) parts_->busy->drag(bench, parts_->picker, at);
}

void Toolbox::release(const Bench& bench, Point at) {
  parts_->meet(bench.live);
  if (parts_->busy == nullptr) return;
  parts_->busy->drag(bench, parts_->picker, at);
  parts_->busy->release(bench);
  parts_->busy = nullptr;
}

void Toolbox::hover(const Bench& bench, Point at) {
  parts_->meet(bench.live);
  if (parts_->tool() == nullptr) return;
  parts_->hover = {at, std::nullopt};
  if (parts_->chosen == ToolKind::grab || parts_->chosen == ToolKind::pin ||
      parts_->chosen == ToolKind::poke)
    parts_->hover->hit = parts_->picker.hit(bench, at);
}

bool Toolbox::wheel(const Bench& bench, double steps) {
  parts_->meet(bench.live);
  return parts_->busy != nullptr && parts_->busy->wheel(bench, steps);
}

void Toolbox::cancel(const Bench& bench) {
  parts_->meet(bench.live);
  if (parts_->busy != nullptr) parts_->busy->cancel(bench);
  parts_->busy = nullptr;
}

std::vector<float> Toolbox::paint_of(std::size_t body, const Live& live,
                                     const Moment& shown) const {
  if (parts_->chosen != ToolKind::paint) return {};
  std::vector<float> numbers(shown.frame.bodies[body].positions.size());
  const auto groups = parts_->paint.groups(live, shown);
  for (std::size_t g = 0; g < groups.size(); ++g)
    if (groups[g].body == body)
      for (Index v : groups[g].vertices)
        if (v < numbers.size()) numbers[v] = static_cast<float>(g % group_inks + 1);
  return numbers;
}

}  // namespace pliant::viewer
