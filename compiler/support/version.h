// The version of hlo2cpp, which the project's CMakeLists.txt states, and its date, which the change log states.
#pragma once

namespace hlo2cpp {

const char* version();      // "0.2.0"
const char* release_date(); // "2026-11-26"

} // namespace hlo2cpp
