// The compiler as one function: module in, code and report out.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "driver/max_trips.h"
#include "driver/state.h"
#include "estimate/time.h"
#include "generate/code.h"
#include "machine/target.h"
#include "project/example_call.h"
#include "support/diagnostics.h"
#include "tile/tile.h"

namespace hlo2cpp {

enum class Stage : std::uint8_t {
    Read,
    Verify,
    Bound,
    Lower,
    Precompute,
    Fuse,
    Scalarize,
    Layout,
    Arrange,
    Tile,
    Schedule,
    Buffers,
    Program,
    Generate
};

struct CompileOptions {
    Target target;
    GenerateOptions generate;
    Devices devices; // as --replicas and --partitions have them; 0: not given
    std::vector<StateRequest> state;
    std::uint64_t seed = 0; // of random numbers
    std::vector<TripLimit> max_trips;
    std::vector<MemoryRegion> memory;          // for arena and constants, in order of preference; none: one of any size
    bool any_arguments = false;                // arguments may lie in any order of their dimensions
    std::vector<std::string> self_test_inputs; // .npy files; none: arguments are made up
    bool example = false;                      // a call of the model for an example is evaluated
    std::vector<std::string> example_inputs;   // .npy files; none: arguments are made up
    std::optional<ClockedCore> core;           // that time is estimated for
    bool finite_share = false;                 // what --finite would save is estimated
    std::vector<std::string> measure;          // a compiler and its flags; none: nothing is measured
    std::optional<Stage> stop_after;
    std::optional<Stage> dump;
    std::function<void(const std::string&)> dump_to; // gets the text of the dumped stage
    std::function<void(const char* stage)> progress; // may be empty
};

// Results of all stages; results of stages after `stop_after` are empty.
struct Compilation {
    Module module;                 // its parameters and results lie as those of the code
    std::vector<StateArray> state; // of `CompileOptions::state`
    std::size_t own_results = 0;   // leaves of the module's result, without the state of random numbers
    Module lowered;
    Kernels kernels;
    LoopNests nests;
    Schedule schedule;
    BufferPlan plan;
    ConstantPlan constants;
    Program program;
    Code code;
    std::optional<SelfTest> self_test;  // for `GenerateOptions::self_test`
    std::optional<ExampleCall> example; // for `CompileOptions::example`
    std::optional<TimeEstimate> time;   // for `CompileOptions::core`
    std::optional<Measured> measured;   // for `CompileOptions::measure`
    double finite_share = 1;            // part of its time that --finite leaves, for `CompileOptions::finite_share`
};

// Throws InputError, or fills `diagnostics` and returns early, where the module is at fault.
Compilation compile(Module module, const CompileOptions& options, Diagnostics& diagnostics);

} // namespace hlo2cpp
