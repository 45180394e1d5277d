#include "session/simulated.h"

#include <pliant/actions.h>
#include <pliant/error.h>
#include <pliant/io.h>

#include <algorithm>

#include "base/text.h"
#include "session/in_force.h"

namespace pliant::viewer {

namespace {

DocumentPointer first_document(const Simulation& simulation) {
  auto document = std::make_shared<Document>();
  document->actions = simulation.actions();
  return document;
}

}  // namespace

Simulated::Simulated(Source source)
    : title_(std::move(source.title)),
      file_(std::move(source.file)),
      question_(std::move(source.question)),
      scene_(std::move(source.scene)),
      board_(source.history_bytes),
      bodies_(source.simulation.bodies()),
      filling_(source.options.filling),
      document_(first_document(source.simulation)),
      physics_(board_, std::move(source.simulation), source.options, source.interrupted) {}

std::optional<double> Simulated::floor() const {
  const std::scoped_lock lock(board_.mutex);
  return board_.floor;
}

std::vector<std::pair<std::string, std::string>> Simulated::facts() const {
  const std::scoped_lock lock(board_.mutex);
  return board_.facts;
}

void Simulated::leave(Board::Note note) {
  {
    const std::scoped_lock lock(board_.mutex);
    board_.notes.push_back(std::move(note));
  }
  board_.news.notify_all();
}

void Simulated::tell(const std::string& trouble) {
  const std::scoped_lock lock(board_.mutex);
  board_.progress.trouble = trouble;
}

void Simulated::play() {
  {
    const std::scoped_lock lock(board_.mutex);
    board_.progress.running = true;
    board_.progress.trouble.clear();
  }
  board_.news.notify_all();
}

void Simulated::pause() {
  {
    const std::scoped_lock lock(board_.mutex);
    board_.progress.running = false;
  }
  leave([](Physics&) {});  // the newest moment is shown
}

void Simulated::step() {
  {
    const std::scoped_lock lock(board_.mutex);
    board_.progress.running = false;
    board_.progress.trouble.clear();
    ++board_.steps_wanted;
  }
  board_.news.notify_all();
}

void Simulated::reset() {
  tell("");
  // Cuts are healed by it, and cannot be made again.
  const auto is_cut = [](const Edit& edit) { return edit.before->cuts != edit.after->cuts; };
  std::erase_if(done_, is_cut);
  std::erase_if(undone_, is_cut);
  leave([](Physics& physics) { physics.reset(); });
}

void Simulated::fill(const Filling& filling) {
  if (!filling_) return;
  filling_ = filling;
  tell("");
  auto document = std::make_shared<Document>();
  document->actions = document_->actions;
  document_ = document;
  done_.clear();
  undone_.clear();
  {
    const std::scoped_lock lock(board_.mutex);
    board_.newest_version = ++version_;
  }
  leave([=, document = document_](Physics& physics) { physics.fill(filling, document); });
}

void Simulated::set_pace(Pace pace) {
  pace_ = pace;
  leave([pace](Physics& physics) { physics.set_pace(pace); });
}

Progress Simulated::progress() const {
  hear_refusals();
  const std::scoped_lock lock(board_.mutex);
  return board_.progress;
}

MomentPointer Simulated::newest() const {
  const std::scoped_lock lock(board_.mutex);
  return board_.newest;
}

MomentPointer Simulated::now() {
  const std::scoped_lock lock(board_.mutex);
  board_.taken = true;
  return board_.newest;
}

MomentPointer Simulated::recorded(std::size_t number) {
  MomentPointer moment = board_.history.moment(number);
  return moment ? moment : newest();
}

void Simulated::want_field(const std::string& name) {
  leave([name](Physics& physics) { physics.want_field(name); });
}

std::size_t Simulated::grab(std::size_t body, Index vertex, const Vec3d& target) {
  const std::size_t hand = next_hand_++;
  leave([=](Physics& physics) {
    if (physics.run()) physics.hands().grab(*physics.run(), {hand, body, vertex, target});
  });
  return hand;
}

void Simulated::move_hand(std::size_t hand, const Vec3d& target) {
  leave([=](Physics& physics) {
    if (physics.run()) physics.hands().move(*physics.run(), hand, target);
  });
}

void Simulated::let_go(std::size_t hand) {
  leave([=](Physics& physics) {
    if (physics.run()) physics.hands().let_go(*physics.run(), hand);
  });
}

void Simulated::let_all_go() {
  leave([](Physics& physics) {
    if (physics.run()) physics.hands().let_all_go(*physics.run());
  });
}

std::size_t Simulated::poke(const PokingBall& ball, const Vec3d& target) {
  const std::size_t number = next_poke_++;
  leave([=](Physics& physics) {
    if (physics.run()) physics.pokes().poke(*physics.run(), number, ball, target);
  });
  return number;
}

void Simulated::move_poke(std::size_t poke, const Vec3d& target) {
  leave([=](Physics& physics) { physics.pokes().move(poke, target); });
}

void Simulated::end_poke(std::size_t poke) {
  leave([=](Physics& physics) {
    if (physics.run()) physics.pokes().end(*physics.run(), poke);
  });
}

void Simulated::select(bool on) {
  selects_ = on;
  leave([on](Physics& physics) {
    physics.selection().wish(on ? LiveSelection::Wish::all : LiveSelection::Wish::none);
    if (physics.run()) physics.selection().apply(*physics.run());
  });
}

bool Simulated::selects() const {
  return selects_.value_or(std::ranges::any_of(actions(), [](const auto& action) {
    return action_as<action::DynamicSelection>(*action) != nullptr;
  }));
}

void Simulated::set_pixel(double size) {
  leave([size](Physics& physics) {
    physics.selection().set_pixel(size);
    if (physics.run()) physics.selection().apply(*physics.run());
  });
}

void Simulated::want_states(bool wanted) {
  leave([wanted](Physics& physics) { physics.want_states(wanted); });
}

void Simulated::want_contacts(bool wanted) {
  leave([wanted](Physics& physics) { physics.want_contacts(wanted); });
}

std::string Simulated::in_force(std::size_t action, const std::string& parameter) const {
  return action < actions().size() ? viewer::in_force(*actions()[action], parameter, bodies_) : "";
}

Notes Simulated::save_mesh(std::size_t number, const std::filesystem::path& file) {
  const MomentPointer moment = newest();
  if (number >= moment->bodies->size())
    throw InputError(file.string(), 0, "there is no body to be written yet",
                     "wait until the model is built");
  Mesh mesh = *(*moment->bodies)[number].mesh;
  Notes notes;
  for (const PaintedGroup& group : groups()) {
    if (group.body != number) continue;
    mesh.groups[group.name] = group.vertices;
    if (group.tetrahedra.empty()) continue;
    auto& regions = mesh.tetrahedra.regions;
    regions.resize(mesh.tetrahedra.size(), 0);
    const std::int32_t label = 1 + *std::ranges::max_element(regions);
    for (const Index t : group.tetrahedra) regions[t] = label;
    notes.push_back(text("tetrahedra of '", group.name, "' have the label ", label));
  }
  write_mesh(file, mesh, {}, &notes);
  return notes;
}

void Simulated::save_recording(const std::filesystem::path& folder) {
  const std::vector<double>& all = times();
  if (all.empty())
    throw InputError(folder.string(), 0, "nothing is recorded yet", "let it run first");
  const MomentPointer first = board_.history.moment(0);
  RecordingInfo info{title_};
  info.floor = floor();
  std::vector<RecordedBody> bodies;
  for (const ShownBody& body : *first->bodies)
    bodies.push_back({body.name, *body.mesh, body.voronoi, body.look});
  Recorder recorder(folder, info, std::move(bodies));
  for (std::size_t i = 0; i < all.size(); ++i) {
    RecordedFrame frame = board_.history.moment(i)->frame;
    for (BodyFrame& body : frame.bodies) body.fields.clear();  // not every frame has them
    recorder.add(std::move(frame));
  }
  recorder.finish();
}

std::filesystem::path Simulated::recording() const {
  const std::scoped_lock lock(board_.mutex);
  return board_.recording;
}

}  // namespace pliant::viewer
