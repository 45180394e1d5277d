#include "window/gui.h"

#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui_internal.h>

#include <algorithm>

namespace pliant::viewer {

Gui::Gui(const SystemWindow& window) {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;  // nothing is left behind on the disk
  ImGui_ImplGlfw_InitForOpenGL(window.handle(), true);
  ImGui_ImplOpenGL3_Init("#version 330 core");
}

Gui::~Gui() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
}

void Gui::dress(render::gl::Theme theme, double scale, double pixels) {
  const bool letters = scale != scale_ || pixels != pixels_;
  if (!letters && theme_ == theme) return;
  theme_ = theme;
  scale_ = scale;
  pixels_ = pixels;
  apply_style(theme, scale);
  if (!letters) return;
  ImGui_ImplOpenGL3_DestroyDeviceObjects();
  load_font(scale, pixels);
}

void Gui::begin() {
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGui::NewFrame();
}

void Gui::end() {
  ImGui::Render();
}

void Gui::draw() const {
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

bool Gui::takes_keys() const {
  return ImGui::GetIO().WantTextInput;
}

bool Gui::covers(Point at) const {
  const ImVec2 place(static_cast<float>(at.x), static_cast<float>(at.y));
  if (ImGui::GetTopMostPopupModal() != nullptr) return true;
  return std::ranges::any_of(GImGui->Windows, [&](const ImGuiWindow* w) {
    return w->WasActive && !w->Hidden && (w->Flags & ImGuiWindowFlags_NoMouseInputs) == 0 &&
           (w->Flags & ImGuiWindowFlags_ChildWindow) == 0 && w->Rect().Contains(place);
  });
}

bool Gui::question_typed() const {
  const auto& typed = ImGui::GetIO().InputQueueCharacters;
  return std::find(typed.begin(), typed.end(), ImWchar('?')) != typed.end();
}

}  // namespace pliant::viewer
