// The functions that steps call: groups of steps that share one, names, comments, and calls.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "program/kernel_function.h"
#include "program/run_values.h"

namespace hlo2cpp {

class StepFunctions {
public:
    // Adds names of functions to `names`, the scope of `run`, and to `globals`.
    StepFunctions(const ProgramInput& input, RunValues& values, Weights& weights, Names& names, Names& globals);

    const std::string& name_of(const Call& call) const { return step_names_.at(&call); }
    // The functions of the step are built where it is the first that calls them.
    void build(const Call& call);
    // The calls of a step, whose number among the lines is given.
    tree::Statements calls(const Call& call, std::size_t number);

    std::vector<tree::Function> functions; // in the order of their calls

private:
    // The functions that some calls share, built in front of the first one.
    struct Functions {
        CallGroup calls;
        std::vector<std::string> names;    // of the functions
        std::vector<std::size_t> steps;    // numbers of the calls, as far as they are built
        std::vector<KernelFunction> built; // without their bodies
        std::size_t first = 0;             // its place in `functions`
        bool alone() const { return calls.size() == 1; }
    };
    void group_calls();
    void name_functions();
    void build_part(Functions& shared, const Part& part);
    std::vector<tree::Expression> arguments_of(const Call& call, const KernelFunction& function);
    std::string parameter_name(ValueId value); // name of a value in a function of one step
    std::string comment_of(const Functions& shared, const Part& part) const;

    const ProgramInput& input_;
    RunValues& values_;
    Weights& weights_;
    Names& names_;
    Names& globals_;
    std::string chunk_; // the number of a chunk in `run`; empty: no step has chunks
    std::vector<Functions> shared_;
    std::unordered_map<const Call*, std::size_t> shared_of_;  // of the schedule's calls
    std::unordered_map<const Call*, std::string> step_names_; // of those that are functions
};

} // namespace hlo2cpp
