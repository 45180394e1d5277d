#include <fmt/format.h>
#include <pliant/action.h>

#include "command.h"
#include "json.h"

namespace pliant::app {

namespace {

Json to_json(const Declaration& d) {
  Json parameters = Json::array();
  for (const Parameter& p : d.parameters)
    parameters.push_back({{"name", p.name},
                          {"unit", p.unit},
                          {"kind", name(p.kind)},
                          {"default", p.fallback.empty() ? Json() : Json(text_of(p.fallback))},
                          {"allowed", p.allowed()},
                          {"help", p.help}});
  return {{"name", d.name},
          {"group", d.group},
          {"help", d.help},
          {"example", d.example},
          {"parameters", parameters}};
}

struct Actions {
  std::string wanted;
  bool json = false, markdown = false;

  void declare(Options& app) {
    app.add_option("NAME", wanted, "Tell all about one action");
    app.add_flag("--markdown", markdown, "Print the reference page docs/actions.md");
    app.add_flag("--json", json, "Print a report for programs");
  }

  int run() {
    if (json) {
      Json all = Json::array();
      for (const ActionType* type : actions())
        if (wanted.empty() || type == &find_action(wanted))
          all.push_back(to_json(type->declaration));
      print_json(all);
    } else if (!wanted.empty()) {
      fmt::print("{}", action_text(find_action(wanted).declaration));
    } else {
      fmt::print("{}", markdown ? actions_markdown() : actions_text());
    }
    return 0;
  }
};

}  // namespace

void add_actions(Commands& commands) {
  commands.add<Actions>("actions", "List what scenes can be made of",
                        "  pliant actions\n"
                        "  pliant actions Gravity\n"
                        "  pliant actions --markdown > docs/actions.md");
}

}  // namespace pliant::app
