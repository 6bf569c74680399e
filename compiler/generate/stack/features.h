// What a function's text says about the stack that a compiler will give it (features.def).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tile/target.h"

namespace hlo2cpp {

struct StackFeatures {
    enum Name : std::size_t {
#define STACK_FEATURE(name, meaning) name,
#include "generate/stack/features.def"
        kCount
    };
    std::int64_t& operator[](Name name) {
        return values[name];
    }
    std::int64_t operator[](Name name) const {
        return values[name];
    }
    std::array<std::int64_t, kCount> values{};
};

// Of a step's function: its parameters and the lines of its body.
StackFeatures step_features(const Target& target, const std::string& parameters, const std::vector<std::string>& lines);
// Of the entry with `run`, whose lines these are, without the steps.
StackFeatures entry_features(const Target& target, std::size_t arguments, std::size_t step_parameters,
                             const std::vector<std::string>& lines);

} // namespace hlo2cpp
