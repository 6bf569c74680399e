// Stack frames as GCC and Clang list them (-fstack-usage), and the deepest stack.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "measure/object_functions.h"

namespace hlo2cpp {

// A line of an .su file: "n.cpp:81:13:void n_detail::{anonymous}::step(const float*)\t8\tstatic" of GCC,
// "n.cpp:81:_ZN8n_detail12_GLOBAL__N_14stepEPKf\t8\tstatic" of Clang.
struct StackFrame {
    std::string function; // the identifier that its symbol holds: "step"
    std::int64_t bytes = 0;
    bool bounded = true; // no array whose size is known only when it runs
};

// Throws InputError if a line has neither form.
std::vector<StackFrame> read_stack_usage(std::string_view text);

// Frame bytes of functions, which the file lists in the same order. Throws InputError if the two name different
// functions, or if a frame has no bound.
std::vector<std::int64_t> frame_bytes(const std::vector<StackFrame>& frames,
                                      const std::vector<ObjectFunction>& functions);

struct DeepestChain {
    std::int64_t bytes = 0;
    std::vector<std::size_t> functions; // callers first
};

// Stack bytes of each function and its deepest callees. Throws InputError on recursion.
std::vector<std::int64_t> stack_bytes(const std::vector<std::int64_t>& frames,
                                      const std::vector<ObjectFunction>& functions);

// The deepest chain that begins at one of the entries. Throws InputError on recursion.
DeepestChain deepest_chain(const std::vector<std::int64_t>& frames, const std::vector<ObjectFunction>& functions,
                           const std::vector<std::size_t>& entries);

} // namespace hlo2cpp
