// Names of helpers of the runtime library, types and intrinsics: the scope around all others of a generated file.
#pragma once

#include "program/names.h"

namespace hlo2cpp {

// Made once, for there are tens of thousands.
const Names& library_names();

} // namespace hlo2cpp
