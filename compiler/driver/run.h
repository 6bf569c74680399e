// Runs a module: the generated code through the host's C++ compiler, or the evaluator.
#pragma once

#include <string>
#include <vector>

#include "check/check.h"
#include "driver/compile.h"

namespace hlo2cpp {

struct Arguments {
    std::vector<Literal> leaves; // one a parameter leaf, row-major
    bool state_given = true;     // else arguments that are state have their initial values
    bool positive = false;       // all made-up floats are positive
    bool given = false;          // from files, not made up
};

// Arguments from .npy files, one for each argument leaf in order, with or without the state; throws InputError that
// names the argument at fault, or the option if it gives another number of arguments.
Arguments read_arguments(const Module& module, const std::vector<StateArray>& state,
                         const std::vector<std::string>& paths, const std::string& option = "--input");
// Most rounds of loops that made-up arguments may lead to.
constexpr std::int64_t kMaxMadeUpRounds = 1'000'000;
// Made-up arguments; they are positive if others make results NaN, or loops endless.
Arguments made_up_arguments(const Module& module, const std::vector<StateArray>& state, const std::string& infeed = {});
// Arguments from these .npy files, or made-up ones where there are none.
Arguments read_or_made_up_arguments(const Module& module, const std::vector<StateArray>& state,
                                    const std::vector<std::string>& paths);
// Initial value of parameter leaf `leaf`, row-major; null if the leaf is no state.
LiteralPtr initial_value(const Module& module, const std::vector<StateArray>& state, std::size_t leaf);

// One literal a result leaf, row-major. `host`: null where there is none. With `max_rounds`, throws InputError once the
// loops of the module have made that many.
std::vector<Literal> run_evaluator(const Module& module, const std::vector<Literal>& arguments,
                                   std::int64_t max_rounds = 0, HostData* host = nullptr);
// Options to build and start the program around generated code.
struct RunOptions {
    std::string cxxflags;           // for the compiler, after ours
    std::vector<std::string> links; // C++ or C sources, objects and archives that are linked as well
    std::string infeed;             // the bytes that infeeds take, on each device
    std::string compiler;           // its command; empty: $CXX, else c++
    std::string launch;             // starts {n} processes over MPI, one a device; empty: devices are threads of one
};

// The generated code on all devices, whose arguments are given: one run a device. Throws InputError where the compiler
// fails, or the program does not end with 0.
std::vector<GeneratedRun> run_compiled(const Compilation& compilation, const std::string& name, const Target& target,
                                       const std::vector<Arguments>& arguments, const RunOptions& options);
// Runs the generated code on one device. `infeed`: the bytes that infeeds take. `links`: C++ or C sources, objects and
// archives that are linked as well. Throws InputError where the compiler fails, or the program does not end with 0.
GeneratedRun run_compiled(const Compilation& compilation, const std::string& name, const Target& target,
                          const Arguments& arguments, const std::string& cxxflags,
                          const std::vector<std::string>& links = {}, const std::string& infeed = {});

} // namespace hlo2cpp
