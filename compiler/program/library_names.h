// Names of helpers of the runtime library, types and intrinsics: the scope around all others of a generated file.
#pragma once

#include <string>
#include <vector>

#include "program/names.h"

namespace hlo2cpp {

// Made once, for there are tens of thousands.
const Names& library_names();
// Names of the C library that compilers of C know without a header, beside those that no identifier has: functions of a
// file may not have them, also where they are static.
std::vector<std::string> names_of_c_library();

} // namespace hlo2cpp
