#pragma once

#include <pliant/mesh.h>

#include <cstdint>
#include <stdexcept>
#include <string>

namespace pliant {

/// A state stopped being finite, or ran away. The State is back at its last copy from before. Its
/// words do not say which body of a world it is; who shows them knows its name.
class Diverged : public std::runtime_error {
 public:
  Diverged(const std::string& what, Index vertex, std::string law, Index relation, double time,
           std::size_t body = 0)
      : std::runtime_error(what),
        vertex_(vertex),
        law_(std::move(law)),
        relation_(relation),
        time_(time),
        body_(body) {}

  Index vertex() const { return vertex_; }         ///< that went wrong first
  const std::string& law() const { return law_; }  ///< of the relation that pulled most at it
  Index relation() const { return relation_; }     ///< in the set of that law; no_index: none
  double time() const { return time_; }            ///< s
  std::size_t body() const { return body_; }       ///< of a world

 private:
  Index vertex_;
  std::string law_;
  Index relation_;
  double time_;
  std::size_t body_;
};

}  // namespace pliant
