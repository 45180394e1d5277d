#pragma once

#include <condition_variable>
#include <deque>
#include <filesystem>
#include <mutex>

#include "session/history.h"
#include "session/show.h"

namespace pliant::viewer {

class Physics;
struct Document;

/// What the thread that computes and the one that shows tell each other. Nobody keeps the mutex
/// while anything takes time.
struct Board {
  using Note = std::function<void(Physics&)>;
  using Facts = std::vector<std::pair<std::string, std::string>>;

  explicit Board(std::size_t history_bytes) : history(history_bytes) {}

  mutable std::mutex mutex;
  std::condition_variable news;
  // Told by the one that shows.
  std::deque<Note> notes;
  std::int64_t steps_wanted = 0;
  std::size_t newest_version = 0;  // of the document
  bool stop = false;
  bool taken = true;  // the newest moment; a newer one is wanted
  // Told by the one that computes, but `running`, which both change.
  Progress progress{};
  MomentPointer newest;
  Facts facts;
  std::optional<double> floor{};
  std::filesystem::path recording;
  /// A document that cannot be, or that changed nothing.
  struct Refusal {
    std::size_t version = 0;
    std::shared_ptr<const Document> stays;  // null: there was nothing to change
  };
  std::vector<Refusal> refusals;

  History history;  // has a mutex of its own
};

}  // namespace pliant::viewer
