#pragma once

#include <pliant/contact.h>

#include <string>

#include "json.h"

namespace pliant::app {

/// What contact did in a run.
Json contact_report(const ContactCounts& counts);
/// The same in a line.
std::string contact_in_words(const Json& report);

}  // namespace pliant::app
