#include "model/attributes.h"

#include <pliant/error.h>

#include <algorithm>
#include <cmath>

#include "backend/backend.h"
#include "base/text.h"
#include "model/checks.h"

namespace pliant {

namespace {

const std::vector<double>& attribute_of(const Body& body, const LawInfo& law,
                                        std::string_view name) {
  const auto found = std::ranges::find(body.attributes, name, &VertexAttribute::name);
  need(found != body.attributes.end(),
       text(law.name, ": it reads the attribute '", name, "' of vertices, which the body lacks"),
       "give it to the body; in scenes the action SetAttribute does");
  const std::size_t count = found->values.size();
  need(count == 1 || count == body.vertices.size(),
       text("the attribute '", name, "' has ", count, " values for ", body.vertices.size(),
            " vertices"),
       "give one for all, or one a vertex");
  for (const double value : found->values) check_finite(value, name);
  return found->values;
}

// Calls f(set, field) for each parameter that is this attribute of a vertex. InputError where no
// law has any.
template <class F>
void for_readers(const Model& model, std::string_view attribute, const F& f) {
  bool any = false;
  std::string known;
  for (std::size_t set = 0; set < model.set_count(); ++set)
    for (const LawField& field : model.law(set).parameters) {
      if (field.attribute.empty()) continue;
      if (known.find(field.attribute) == known.npos)
        known += (known.empty() ? "" : ", ") + std::string(field.attribute);
      if (field.attribute != attribute) continue;
      any = true;
      f(set, field);
    }
  need(any, text("no law of the body reads the attribute '", attribute, "'"),
       known.empty() ? "its laws read none" : text("they read: ", known));
}

}  // namespace

bool reads_attributes(const Body& body) {
  return std::ranges::any_of(body.relations, [](const Relations& set) {
    const LawInfo& info = law(set.law);
    return info.given().size() < info.parameters.size();
  });
}

void check_attributes(const Body& body, const LawInfo& law) {
  for (const LawField& field : law.parameters.subspan(law.given().size()))
    attribute_of(body, law, field.attribute);
}

Body with_attributes(const Body& body) {
  Body out = body;
  for (Relations& set : out.relations) {
    const LawInfo& info = law(set.law);
    const auto arity = static_cast<std::size_t>(info.arity);
    for (const LawField& field : info.parameters.subspan(info.given().size())) {
      const std::vector<double>& values = attribute_of(body, info, field.attribute);
      std::vector<double>& of_relations = set.parameters.emplace_back();
      if (values.size() == 1) of_relations = values;
      for (std::size_t r = 0; values.size() > 1 && r < set.vertices.size() / arity; ++r)
        of_relations.push_back(
            values[set.vertices[r * arity + static_cast<std::size_t>(field.vertex)]]);
    }
  }
  return out;
}

double State::attribute(std::string_view name, std::size_t vertex) const {
  check_vertex(model(), vertex);
  std::optional<double> found;
  for_readers(model(), name, [&](std::size_t set, const LawField& field) {
    const std::vector<Index>& vertices = model().compiled().incidence().vertices[set];
    const auto arity = static_cast<std::size_t>(model().law(set).arity);
    for (std::size_t r = 0; !found && r < vertices.size() / arity; ++r)
      if (vertices[r * arity + static_cast<std::size_t>(field.vertex)] == vertex)
        found = parameter(set, field.name, r);
  });
  need(found.has_value(), text("no relation reads '", name, "' of vertex ", vertex),
       "ask for a vertex that has one");
  return *found;
}

void State::set_attribute(std::string_view name, std::span<const Index> vertices,
                          std::span<const double> values) {
  need(values.size() == 1 || values.size() == vertices.size(),
       text(values.size(), " values for ", vertices.size(), " vertices"),
       "give one value for all, or one a vertex");
  for (const double value : values) check_finite(value, name);
  std::vector<Index> place(model().vertex_count(), no_index);  // among those that are given
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    check_vertex(model(), vertices[i]);
    need(place[vertices[i]] == no_index, text("vertex ", vertices[i], " is named twice"),
         "name each vertex once");
    place[vertices[i]] = static_cast<Index>(i);
  }
  for_readers(model(), name, [&](std::size_t set, const LawField& field) {
    const std::vector<Index>& all = model().compiled().incidence().vertices[set];
    const auto arity = static_cast<std::size_t>(model().law(set).arity);
    std::vector<Index> relations;
    std::vector<double> wanted;
    for (std::size_t r = 0; r < all.size() / arity; ++r) {
      const Index at = place[all[r * arity + static_cast<std::size_t>(field.vertex)]];
      if (at == no_index) continue;
      relations.push_back(static_cast<Index>(r));
      wanted.push_back(values[values.size() == 1 ? 0 : at]);
    }
    if (!relations.empty()) set_parameters(set, field.name, relations, wanted);
  });
}

}  // namespace pliant
