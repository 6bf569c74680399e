// Attributes that change no result, kept for whoever writes the module as HLO.
#pragma once

#include "ir/notes.h"
#include "read/stablehlo/structure.h"

namespace hlo2cpp::stablehlo {

// Of an operation, an argument or the module; null where there are none.
NotesPtr notes_of(const Dictionary& attributes);

} // namespace hlo2cpp::stablehlo
