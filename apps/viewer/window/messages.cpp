#include "window/messages.h"

#include <imgui.h>

#include <algorithm>

#include "base/text.h"
#include "window/style.h"
#include "window/widgets.h"

namespace pliant::viewer {

namespace {

constexpr std::chrono::seconds note_time(6);
constexpr std::size_t most = 4;

}  // namespace

void Messages::add(Message message) {
  std::erase_if(messages_, [&](const Message& m) { return m.words == message.words; });
  message.since = Clock::now();
  messages_.push_back(std::move(message));
  if (messages_.size() > most) messages_.erase(messages_.begin());
}

void Messages::error(const std::string& words) {
  add({words, true, false, {}});
}

void Messages::note(const std::string& words) {
  add({words, false, false, {}});
}

void Messages::trouble(const std::string& words) {
  if (words == trouble_) return;
  trouble_ = words;
  std::erase_if(messages_, [](const Message& m) { return m.lasting; });
  if (!words.empty()) add({words, true, true, {}});
}

std::vector<std::string> Messages::shown() const {
  std::vector<std::string> words;
  for (const bool error : {true, false})
    for (const Message& m : messages_)
      if (m.error == error) words.push_back(m.words);
  return words;
}

bool Messages::passing() const {
  return std::ranges::any_of(messages_, [](const Message& m) { return !m.error; });
}

void Messages::draw(const Rectangle& viewport) {
  const auto now = Clock::now();
  std::erase_if(messages_, [&](const Message& m) { return !m.error && now - m.since > note_time; });
  const float letter = ImGui::GetFontSize();
  const float width = std::min(static_cast<float>(viewport.width()) - 2 * letter, 34 * letter);
  auto y = static_cast<float>(viewport.bottom) - letter;
  std::ptrdiff_t closed = -1;
  for (std::size_t i = messages_.size(); i-- > 0;) {
    const Message& m = messages_[i];
    ImGui::SetNextWindowPos({static_cast<float>(viewport.middle().x), y}, 0, {0.5f, 1});
    ImGui::SetNextWindowSizeConstraints({width, 0}, {width, 20 * letter});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, ImGui::GetStyle().Colors[ImGuiCol_PopupBg]);
    ImGui::PushStyleColor(ImGuiCol_Border, m.error ? inks().warning : inks().line);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
    ImGui::Begin(text("##message ", i).c_str(), nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
    const float side = ImGui::GetFrameHeight();
    ImGui::PushTextWrapPos(width - 1.25f * side - ImGui::GetStyle().WindowPadding.x * 1.5f);
    if (m.error) ImGui::PushStyleColor(ImGuiCol_Text, inks().warning);
    ImGui::TextUnformatted(m.words.c_str());
    if (m.error) ImGui::PopStyleColor();
    ImGui::PopTextWrapPos();
    ImGui::SetCursorPos({width - 1.25f * side - ImGui::GetStyle().WindowPadding.x / 2,
                         ImGui::GetStyle().WindowPadding.y / 2});
    if (icon_button(Icon::close, "Close message", nullptr)) closed = static_cast<std::ptrdiff_t>(i);
    y -= ImGui::GetWindowHeight() + letter / 2;
    ImGui::End();
    ImGui::PopStyleVar();
    ImGui::PopStyleColor(2);
  }
  if (closed >= 0) messages_.erase(messages_.begin() + closed);
}

}  // namespace pliant::viewer
