#pragma once

#include <pliant/model.h>

// Attributes of vertices that laws read. A relation has those of its vertices among its parameters,
// so that kernels load them as they load any other number, and laws that read none pay nothing.

namespace pliant {

/// Whether any law of the body reads some.
bool reads_attributes(const Body& body);
/// InputError where the body lacks an attribute that this law reads.
void check_attributes(const Body& body, const LawInfo& law);
/// The same body with all parameters of its relations. InputError where an attribute is missing.
Body with_attributes(const Body& body);

}  // namespace pliant
