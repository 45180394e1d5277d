#pragma once

#include <atomic>
#include <thread>

#include "session/board.h"
#include "session/document.h"
#include "session/fall.h"
#include "session/hands.h"
#include "session/live_selection.h"
#include "session/moment_maker.h"
#include "session/pacer.h"
#include "session/pokes.h"
#include "session/recording_folder.h"

namespace pliant::viewer {

struct PhysicsOptions {
  ModelOptions model{};
  std::filesystem::path output{};
  std::string scene{};  ///< its text, for the recording
  /// Nothing works on its bodies but users: see RunOptions::divide_when_energy_rises.
  bool divide_when_energy_rises = false;
  /// Of its one body, see filled(); nothing: as the simulation says.
  std::optional<Filling> filling{};
};

/// Computes a simulation in a thread of its own, from its construction to its end.
class Physics {
 public:
  /// `interrupted` is set to stop functions of the scene when this ends.
  Physics(Board& board, Simulation simulation, const PhysicsOptions& options,
          std::shared_ptr<std::atomic<bool>> interrupted);
  /// Whatever is under way ends first; the recording is complete then.
  ~Physics();
  Physics(const Physics&) = delete;
  Physics& operator=(const Physics&) = delete;

  // For notes, all in the thread of this.
  SceneRun* run() {
    maker_.look_again();  // they may move what sleeps
    return run_.get();
  }
  Hands& hands() { return hands_; }
  Pokes& pokes() { return pokes_; }
  LiveSelection& selection() { return selection_; }
  void reset();
  /// Starts anew with another filling and what is left of the document then.
  void fill(const Filling& filling, DocumentPointer document);
  void want_field(const std::string& name) { wanted_.field = name; }
  void want_states(bool wanted) { wanted_.states = wanted; }
  void want_contacts(bool wanted) { wanted_.contacts = wanted; }
  void set_pace(Pace pace) {
    pacer_.set_pace(pace);
    was_running_ = false;  // time counts anew
  }
  /// Makes the simulation what the document says; where that cannot be, Board::refusals tells.
  void apply(DocumentPointer document, std::size_t version, const std::optional<CutRequest>& cut);

 private:
  void loop();
  bool take_notes();  // false: the end
  template <class Work>
  void guarded(const Work& work);
  void build();
  void fill_body();
  Simulation described() const;  // bodies, and what the document says
  Simulation simulation_now();   // the same with what the session adds
  RunOptions run_options();
  bool is_outdated(std::size_t version) const;
  /// Goes on from where it is with what document and settings say now.
  void rebuild();
  void change_to(const Document& before, const Document& after);
  void hold_by_hand(const Document& before, const Document& after);
  void cut_by_hand(const Document& before, const Document& after);
  void complain(const std::string& what);
  void go_on_after_end();
  /// Steps if some are due; says how long to wait otherwise.
  Pacer::Clock::duration proceed();
  bool is_running();
  void advance(std::int64_t steps);
  void came_to_end();
  MomentPointer moment_of(const SceneRun& run);
  void publish();
  void publish_if_wanted();
  void describe();
  void trouble(const std::string& what);
  void record(SceneRun& run);

  Board& board_;
  Simulation base_;
  PhysicsOptions options_;
  std::shared_ptr<std::atomic<bool>> interrupted_;
  RecordingFolder folders_;
  std::shared_ptr<SceneCache> cache_ = std::make_shared<SceneCache>();
  DocumentPointer document_;
  struct CutRecord {
    CutRequest request;
    std::vector<std::vector<Index>> relations;                 // that it removed, by set
    std::vector<std::pair<const LawInfo*, std::size_t>> sets;  // of the model then: law, count
    bool made = false;
  };
  std::map<std::size_t, CutRecord> cuts_;  // by number
  std::unique_ptr<SceneRun> run_;
  bool broken_ = false;  // the run cannot go on
  bool filled_ = false;  // as options_.filling says
  MomentMaker maker_;
  Hands hands_;
  Pokes pokes_;
  LiveSelection selection_;
  Pacer pacer_;
  bool was_running_ = false;
  MomentMaker::Wanted wanted_;
  bool records_itself_ = false;     // no action of the scene does
  std::size_t recorded_bytes_ = 0;  // about, by records_itself_
  std::thread thread_;              // last: all else is there when it starts
};

}  // namespace pliant::viewer
