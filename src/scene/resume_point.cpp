#include "scene/resume_point.h"

#include <pliant/probes.h>

#include <algorithm>

#include "base/file.h"
#include "base/text.h"
#include "record/sound.h"

namespace pliant {

namespace {

namespace fs = std::filesystem;

/// What a run has written so far, as far as it can be relied on.
struct Written {
  std::optional<record::Parts> recording;
  std::optional<InputError> problem;  // the first
  std::uint64_t probe_bytes = 0;
  std::int64_t probe_rows = 0;

  std::int64_t frames() const { return recording ? recording->frames() : 0; }
};

void look_at_recording(const fs::path& folder, Written& written) {
  if (!has_recording(folder)) return;
  try {
    written.recording = record::find_sound_parts(folder);
    written.problem = written.recording->problem;
  } catch (const InputError& problem) {
    written.problem = problem;
  }
}

void look_at_probes(const fs::path& folder, Written& written) {
  const fs::path table = folder / "probes.csv";
  std::error_code error;
  if (!fs::exists(table, error)) return;
  const std::string bytes = read_file(table);
  const std::optional<std::uint64_t> sound = sound_probe_bytes(table);
  const std::uint64_t committed = sound.value_or(bytes.size());
  written.probe_bytes = committed;
  written.probe_rows = std::max<std::int64_t>(std::ranges::count(bytes, '\n') - 1, 0);
  const bool whole = !sound || committed > 0;
  if (!whole && !written.problem)
    written.problem = InputError(table.string(), 0, "is not as it was written", "bring it back");
}

Written written_in(const fs::path& folder) {
  Written written;
  look_at_recording(folder, written);
  look_at_probes(folder, written);
  return written;
}

/// The checkpoint to go on from, and the first frame before it that is damaged.
struct Choice {
  const Checkpoint* checkpoint = nullptr;
  std::optional<std::int64_t> damaged;
};

// Frames are read from the checkpoint before on; what is older survived that one's time already.
Choice choose(const std::vector<Checkpoint>& checkpoints, const Written& written) {
  Choice second_best;
  for (std::size_t i = 0; i < checkpoints.size(); ++i) {
    const Checkpoint& checkpoint = checkpoints[i];
    if (checkpoint.frames > written.frames() || checkpoint.probe_bytes > written.probe_bytes)
      continue;
    const std::int64_t from =
        i + 1 < checkpoints.size() ? std::min(checkpoints[i + 1].frames, checkpoint.frames) : 0;
    Choice choice{&checkpoint, {}};
    if (written.recording)
      choice.damaged = record::first_damaged(*written.recording, from, checkpoint.frames);
    if (!choice.damaged) return choice;
    if (!second_best.checkpoint) second_best = choice;
  }
  return second_best;
}

[[noreturn]] void refuse_to_lose(const fs::path& folder, const Written& written,
                                 const Checkpoints& checkpoints) {
  const std::optional<InputError> why =
      !checkpoints.damaged.empty() ? checkpoints.damaged.front() : written.problem;
  throw InputError(
      folder.string(), 0,
      text(checkpoints.sound.empty() ? "there is no checkpoint to go on from"
                                     : "no checkpoint has all that was written before it",
           why ? text(" (", why->what(), ')') : "", "; nothing was changed"),
      text("bring back what is missing, or give --restart: it throws away ", written.frames(),
           " frames, ", written.recording ? written.recording->unsound.size() : 0,
           " more files of the recording and ", written.probe_rows,
           " rows of probes, and begins anew"));
}

void tell(const Choice& choice, const Written& written, const Checkpoints& checkpoints,
          Notes& notes) {
  for (const InputError& problem : checkpoints.damaged) notes.push_back(problem.what());
  if (written.problem) notes.push_back(written.problem->what());
  if (choice.checkpoint != &checkpoints.sound.front() || !checkpoints.damaged.empty())
    notes.push_back(
        text("it goes on from step ", choice.checkpoint->step, ", the checkpoint that is sound"));
  if (choice.damaged)
    notes.push_back(text("frame ", *choice.damaged,
                         " of the recording is damaged and stays so; the others are kept"));
  const std::int64_t later = written.frames() - choice.checkpoint->frames;
  if (later > 1) notes.push_back(text(later, " frames after the checkpoint are computed again"));
}

}  // namespace

std::optional<Checkpoint> resume_point(const RunOptions& options, Notes& notes) {
  const Checkpoints checkpoints = read_checkpoints(options.output);
  const Written written = written_in(options.output);
  const Choice choice = choose(checkpoints.sound, written);
  if (choice.checkpoint) {
    tell(choice, written, checkpoints, notes);
    return *choice.checkpoint;
  }
  // The state at the start is no loss.
  const bool nothing = written.frames() <= 1 && written.probe_rows <= 1 && !written.problem &&
                       checkpoints.sound.empty() && checkpoints.damaged.empty();
  if (!nothing && !options.restart) refuse_to_lose(options.output, written, checkpoints);
  return std::nullopt;
}

}  // namespace pliant
