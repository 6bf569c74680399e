// The generated source: the last stage but the report. It prints the program and fills the templates.
#pragma once

#include <string>

#include "check/self_test.h"
#include "estimate/time.h"
#include "measure/measured.h"
#include "program/program.h"

namespace hlo2cpp {

struct GenerateInput {
    const Module& module;
    const Kernels& kernels;
    const Target& target;
    const Schedule& schedule;
    const BufferPlan& plan;
    const Program& program;
    const GenerateOptions& options;
    const std::optional<TimeEstimate>& time; // of one call
    const std::optional<Measured>& measured; // of a file generated before with the same options
    const std::optional<SelfTest>& self_test;

    bool in_c() const { return options.language == Language::C; }
    std::string source_file() const { return options.name + source_suffix(options.language); }
    std::string weights_source_file() const { return options.name + "_weights" + source_suffix(options.language); }
    bool has_arena() const { return plan.arena_bytes() > 0; }
    bool has_state() const { return program.reset.has_value(); }
    bool has_chunks() const { return program.divided_steps > 0; }
    bool has_devices() const { return program.devices.has_value(); }               // several of them
    bool has_memory() const { return has_arena() || has_state(); }                 // in a context
    bool weights_apart() const { return options.weights != WeightsPlace::Inline; } // NAME.cpp has none of their values
    // Arguments that the caller passes: all but the state.
    std::vector<Argument> entry_arguments() const;
};

struct Code {
    std::string header;         // NAME.h
    std::string header_pattern; // the same with kAnyText in the place of measured figures, see support/text_pattern.h
    std::string source;         // NAME.cpp
    struct File {
        std::string name, contents;
    };
    std::vector<File> others; // NAME_weights.cpp, NAME_weights.bin
};

Code generate(const GenerateInput& input);
// Hash of all inputs of the generated files except weight values stored apart: 8 hexadecimal digits, NAME_HASH.
std::string run_hash(const Module& module, const Program& program, const GenerateOptions& options);
std::string run_hash(const GenerateInput& input);

// The program for --dump: its functions, and facts of the tree that C++ text does not show.
std::string print(const Program& program);

} // namespace hlo2cpp
