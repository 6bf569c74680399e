// The stage between `buffers` and `generate`: the C++ to be written, as a tree of statements. All decisions are made.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "buffers/constant_plan.h"
#include "ir/module.h"
#include "program/arguments.h"
#include "program/device_tables.h"
#include "program/options.h"
#include "tile/loop_nest.h"
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
    std::optional<Call> call = {}; // whose output it is; none: a copy
    std::int64_t elements = 0;     // that a report shows
    // In a band (arrange/band.h): the first element of the array that its first report shows; each report goes on where
    // the one before it ended. None: a report shows the value.
    std::optional<std::int64_t> first = {};
};

// A constant array in flash.
inline tree::Type element_of_constant(ElementType type, bool as_bytes) {
    return as_bytes ? tree::arena_type(type) : tree::memory_type(type);
}

struct NamedConstant {
    LiteralPtr literal;
    std::string name;      // of the array
    std::string comment;   // what it stands for in the module, who reads it, in which order: see constant_names.h
    bool as_bytes = false; // in the file: a string of its bytes, not numbers; what points there may alias
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
    std::optional<DeviceTables> devices;      // of a program for several
    std::vector<StepLine> lines;
    std::vector<TracePoint> trace;

    bool has_feeds() const; // NAME_infeed and the like are called
    std::int64_t weights_bytes() const;
    // Of the arrays that are kept from call to call, the strictest alignment first, so that no compiler puts gaps
    // between them.
    std::vector<Argument> state() const;
    std::int64_t state_bytes() const; // without what a compiler adds behind the last array
};

Program build_program(const Module& module, const Kernels& kernels, const LoopNests& nests, const Schedule& schedule,
                      const BufferPlan& plan, const ConstantPlan& constants, const GenerateOptions& options,
                      const DeviceTables& common = {}); // that the program has, whatever it exchanges itself

} // namespace hlo2cpp
