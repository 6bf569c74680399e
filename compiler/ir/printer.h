// A module as text, to look at and to compare: like HLO text, but with every attribute that the IR holds and nothing
// else.
#pragma once

#include <string>

#include "ir/module.h"

namespace hlo2cpp {

struct PrintOptions {
    std::int64_t max_elements = -1; // of a constant; one with more is abridged. Negative: all
    bool metadata = true;
};

std::string print(const Module& module, const PrintOptions& options = {});
std::string print(const Module& module, const Computation& computation, const PrintOptions& options = {});
std::string print(const Literal& literal, std::int64_t max_elements = -1); // "{1, 2.5, nan}", flat in row-major order

} // namespace hlo2cpp
