// The little program that `run` puts around a generated file: reads raw arguments, calls the entry, writes raw results.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "driver/compile.h"

namespace hlo2cpp {

// How the entry is called: its leaves in the order of its pointers.
struct Signature {
    struct Parameter {
        Shape shape; // with its layout
        bool written = false;
    };
    struct Result {
        Shape shape;
        std::optional<std::size_t> parameter; // whose memory it is written to; then the entry has no pointer for it
    };
    std::vector<Parameter> parameters;
    std::vector<Result> results;
};

// The C type of an element at the entry; of complex numbers, that of a part.
std::string entry_type(ElementType type);

Signature signature_of(const Module& module, const Schedule& schedule);

// C++17 that includes NAME.cpp, reads in0.raw, in1.raw, ... in the folder that its argument names, and writes out0.raw, ...;
// exits with what the entry returned.
std::string harness_text(const std::string& name, const Signature& signature);

} // namespace hlo2cpp
