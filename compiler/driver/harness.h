// The little program that `run` puts around a generated file: reads raw arguments, calls the entry, writes raw results.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "driver/compile.h"

namespace hlo2cpp {

// The call of the entry: its leaves in the order of its pointers.
struct Signature {
    struct Parameter {
        Shape shape; // with its layout
        bool written = false;
        std::string state;     // its member of NAME_state, where it lives there; then the entry has no pointer for it
        bool from_file = true; // else NAME_reset sets it; only of state
    };
    struct Result {
        Shape shape;
        std::optional<std::size_t> parameter; // whose memory it is written to; then the entry has no pointer for it
    };
    std::vector<Parameter> parameters;
    std::vector<Result> results;
    bool trace = false;                    // the code calls NAME_trace
    bool feeds = false;                    // or NAME_infeed and the like
    std::int64_t devices = 1;              // that run the program
    std::vector<MemoryRegion> arenas = {}; // of each device
};

// The C type of an element at the entry; for a complex number, the type of one part.
std::string entry_type(ElementType type);

Signature signature_of(const Module& module, const Schedule& schedule);
Signature signature_of(const Compilation& compilation); // with its state

// C++17 that includes NAME.cpp, reads in0.raw, in1.raw, ... in the folder that its argument names, and writes out0.raw,
// ...; exits with what the entry returned. With trace, reports go to trace.raw: each is the number of the report
// (int32), that of the elements (int64) and the elements; a lone -1 ends them where there were too many to keep.
// Infeeds take the bytes of infeed.raw, and outfeeds go to outfeed.raw, unless what is linked defines them.
std::string harness_text(const std::string& name, const Signature& signature);

// The two parts of harness_text: its beginning, and the function `run_device`. For several devices, the function takes
// the device and its collectives, and its files are in the folder d<D>.
std::string harness_start(const std::string& name, const Signature& signature);
std::string device_function_text(const std::string& name, const Signature& signature);

} // namespace hlo2cpp
