#pragma once

#include <pliant/model.h>

#include <string>

namespace pliant {

/// What errors of contact call a body.
std::string contact_name(std::size_t bodies, std::size_t body);
std::string contact_name(const State& world, std::size_t body);

/// InputError where settings are wrong or name what is not there.
void check_contact(const Contact& settings, const State& world);

}  // namespace pliant
