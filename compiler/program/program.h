// The stage between `buffers` and `generate`: it builds the C++ as a tree of statements. Earlier stages decide all
// loops, tiles and memory. This stage decides which functions share their code (share_sizes), and all names.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "buffers/constant_plan.h"
#include "ir/module.h"
#include "nest/nest.h"
#include "program/arguments.h"
#include "program/device_tables.h"
#include "program/options.h"
#include "tree/statement.h"

namespace hlo2cpp {

// A step as the banner lists it.
struct StepLine {
    std::int32_t position = 0; // in the depth-first order
    std::int32_t depth = 0;
    std::string name;
};

// A place where the code of --trace reports a value. The number that it reports is the place in `Program::trace`.
struct TracePoint {
    std::string step; // its name in the file
    RegionId region;
    ValueId value;
    std::optional<Call> call = {}; // the call whose output it is; none: a copy
    std::int64_t elements = 0;     // number of elements in a report
    // First round of the band that reports the rows of each (kernel/band_rows.h). None: a report shows the whole value.
    std::optional<std::int64_t> first_round = {};
};

// Element type of a constant array in flash.
inline tree::Type element_of_constant(ElementType type, bool as_bytes) {
    return as_bytes ? tree::arena_type(type) : tree::memory_type(type);
}

struct NamedConstant {
    LiteralPtr literal;
    std::string name;        // of the array
    std::string comment;     // meaning in the module, readers and order: see constant_names.h
    bool as_bytes = false;   // the file has it as a string of bytes, not as numbers; pointers to it may alias
    std::string region = {}; // memory region that it is copied to at start; empty: it stays in flash
    tree::Type element() const { return element_of_constant(literal->shape.type, as_bytes); }
};

// A function of the host that `run` calls.
struct HostFunction {
    std::string name;
    bool takes_opaque = false;
    Feed feed = Feed::None;
    std::vector<std::string> transfers = {}; // of a feed: "x, f32[3], on channel 5", one an array
};

struct Program {
    std::string prefix; // of macros: NAME in capitals
    std::vector<Argument> arguments;
    std::vector<NamedConstant> constants;
    std::vector<tree::Function> steps;   // in the order of their calls
    std::optional<tree::Function> reset; // gives the state its initial values
    tree::Function run;
    std::vector<HostFunction> host_functions; // in the order of their first calls
    std::optional<DeviceTables> devices;      // of a program for several devices
    std::vector<StepLine> lines;
    std::int64_t divided_steps = 0; // that run in chunks
    std::int64_t parts = 0;         // of `run`, which is then run_step, and runs one a call; 0: it is one
    std::vector<TracePoint> trace;

    bool has_feeds() const; // true if NAME_infeed or similar functions are called
    std::int64_t weights_bytes() const;
    std::map<std::string, std::int64_t> weights_by_region() const; // bytes of those that are copied to regions
    std::int64_t copied_bytes() const;                             // of all regions
    // Arrays that are kept from call to call, the strictest alignment first, so that compilers put no gaps between
    // them.
    std::vector<Argument> state() const;
    std::int64_t state_bytes() const; // without padding behind the last array
};

Program build_program(const Module& module, const Kernels& kernels, const LoopNests& nests, const Schedule& schedule,
                      const BufferPlan& plan, const ConstantPlan& constants, const GenerateOptions& options,
                      const DeviceTables& common = {}); // tables that the program has in any case

} // namespace hlo2cpp
