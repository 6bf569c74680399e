// The arrays that the generated file itself keeps on the stack: accumulator tiles and the small arrays behind them.
// What a compiler adds for registers that it saves or spills is not in the text.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "ir/element_type.h"

namespace hlo2cpp {

// The arrays of one function, in scopes that are inside each other.
struct Locals {
    std::int64_t bytes = 0;
    void add_array(ElementType type, std::int64_t elements) { bytes += elements * byte_size(type); }
};

// The most that one step needs with the helpers that it calls.
class DeepestLocals {
public:
    // `body`: the text of the function, which names its helpers.
    void add_function(const Locals& own, std::string_view body);
    std::int64_t bytes() const { return bytes_; }

private:
    std::int64_t bytes_ = 0;
};

} // namespace hlo2cpp
