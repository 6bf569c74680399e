// The generated code of every case, which `make_case_code` wrote, linked into the test.
#pragma once

#include <cstddef>

#include "hlo2cpp_collectives.h"

namespace hlo2cpp::testing {

struct CaseCode {
    const char* path;
    const char* error; // why there is no code, or null; then the rest is null, too
    const hlo2cpp_devices* devices;
    // The entry of one device, of the parameter leaves, then the result leaves that alias none.
    int (*run_in)(void* arena, int32_t device, const hlo2cpp_collectives* collectives, void** pointers);
    std::size_t arena_bytes;
    const int* aliased; // for each result leaf the parameter leaf that it is written to, or -1
};

extern const CaseCode case_codes[]; // ends with one whose path is null

} // namespace hlo2cpp::testing
