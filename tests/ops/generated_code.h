// What `make_op_code` wrote: the generated code of every fixture, linked into the test.
#pragma once

#include <cstddef>

namespace hlo2cpp::testing {

struct GeneratedCode {
    const char* fixture; // path
    const char* error;   // why there is no code, or null
    // The entries, of the parameter leaves, then the result leaves that alias none; null where there is an error.
    int (*run)(void** pointers);
    int (*run_in)(void* arena, void** pointers);
    std::size_t arena_bytes;
    const int* aliased; // for each result leaf the parameter leaf that it is written to, or -1
    std::size_t result_count;
};

extern const GeneratedCode* const generated_batches[]; // each ends with one whose fixture is null
extern const std::size_t generated_batch_count;

} // namespace hlo2cpp::testing
