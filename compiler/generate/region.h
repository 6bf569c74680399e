// The body of `run`: the steps of the schedule in order, and the functions that they call.
#pragma once

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "generate/arguments.h"
#include "generate/blocks.h"
#include "generate/kernel_function.h"
#include "generate/program.h"
#include "schedule/depth_first.h"

namespace hlo2cpp {

// A step as the banner lists it.
struct StepLine {
    std::int32_t position = 0; // in the depth-first order
    std::int32_t depth = 0;
    std::string name;
    std::string note; // how often it runs; may be empty
};

class RegionPrinter {
public:
    RegionPrinter(const Program& program, const std::vector<Argument>& arguments, Weights& weights, Names& globals);
    void print();

    std::string functions;          // one after the other
    std::vector<std::string> lines; // of the body of `run`, pointers first
    std::vector<StepLine> steps;
    std::set<std::string> used_arguments;
    std::vector<TracePoint> trace_points;
    std::int64_t step_stack_bytes = 0, entry_stack_bytes = 0; // of the step that needs most, and of what calls it

private:
    void print_region(RegionId region, std::int32_t depth);
    void print_call(const Call& call, const Position& position);
    void print_inline(const Call& call);
    void print_decision(ValueId decision, const std::vector<std::string>& statements, const std::string& comment);
    std::vector<std::string> statements_of(const Call& call);
    // Opens a loop whose condition is one expression; false where it is more.
    bool open_while(const While& loop, const Position& position);
    // The functions that some calls share, which are printed in front of the first one.
    struct Functions {
        CallGroup calls;
        std::vector<std::pair<std::string, KernelFunction>> printed; // by name, without their text
    };
    void group_calls();
    void print_functions(Functions& shared);
    void print_part(Functions& shared, const Part& part, const std::string& name, const std::string& comment);
    std::string step_comment(const Functions& shared, const std::string& box) const;
    void print_call_of(const Functions& shared, const Call& call);
    void print_while(const While& loop, const Position& position);
    void print_conditional(const Conditional& conditional, const Position& position);
    // `bodies`: the lines of each branch.
    void print_switch(const std::string& selector, const std::vector<std::vector<std::string>>& bodies);
    // `is_first`: what the selector is compared with where the first branch runs; empty: it is a bool.
    void print_if(const std::string& selector, const std::string& is_first,
                  const std::vector<std::vector<std::string>>& bodies);
    void print_copy(const Copy& copy, RegionId region);
    void print_pred_copy(const Copy& copy);
    void print_provenance(const std::vector<std::string>& origins, const std::vector<Metadata>& metadata);
    // Bytes of the arena that hold nothing at the position.
    std::vector<Range> dead_bytes(std::int32_t position) const;
    // Reports the value that a step has just written, with --trace.
    void trace(const TracePoint& point);
    std::int32_t position_of(RegionId region, std::size_t step, Position::Part part) const;
    // The pointer to a value in `run`.
    std::string pointer(ValueId value, bool written);
    std::string element(ValueId value); // the one element of a scalar
    std::string counter(const Value& value) const;
    bool is_local(ValueId value) const { return program_.plan[value].place == Place::Local; }
    // Opens the loop of a known trip count.
    void open_counted(const While& loop);

    const Program& program_;
    const std::vector<Argument>& arguments_;
    Weights& weights_;
    Names& globals_;
    Names names_; // in `run`
    Blocks blocks_;
    std::size_t step_parameters_ = 0; // of the step that has most
    std::vector<Functions> functions_;
    std::unordered_map<const Call*, std::size_t> functions_of_; // of the schedule's calls
    std::map<std::tuple<std::int32_t, std::int32_t, int>, std::int32_t> positions_;
    std::vector<std::size_t> buffer_of_;                                        // by value: number of its arena buffer
    std::map<std::pair<std::size_t, std::string>, std::string> arena_pointers_; // by buffer and element type
    std::vector<std::string> bindings_;
    std::vector<std::string> variable_names_;  // by depth of loops
    std::map<ValueId, std::string> variables_; // of the loops around, and decisions
    std::size_t loops_around_ = 0;             // with a variable
};

// What a function's text holds of comments above it: HLO instructions, op names, source lines.
std::string provenance_comment(const std::vector<std::string>& origins, const std::vector<Metadata>& metadata);

} // namespace hlo2cpp
