#pragma once

#include <pliant/notes.h>
#include <pliant/progress.h>

namespace pliant::python {

/// Sentences for the user become Python warnings (pliant.Note); an exception where the user has
/// asked for that.
void tell(const Notes& notes);

/// For long work without the GIL: obeys Ctrl-C.
Progress interruptible();

}  // namespace pliant::python
