// The body of `run`: the steps of the schedule in order, and the functions that they call. What is declared here stands
// in region_builder.cpp (calls, conditionals, copies, pointers), region_functions.cpp, region_loops.cpp and
// host_calls.cpp.
#pragma once

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "kernel/depth_first.h"
#include "program/blocks.h"
#include "program/exchanges.h"
#include "program/input.h"
#include "program/kernel_function.h"
#include "program/linear.h"
#include "program/scalar_homes.h"

namespace hlo2cpp {

class RegionBuilder {
public:
    RegionBuilder(const ProgramInput& input, const std::vector<Argument>& arguments, Weights& weights, Names& globals,
                  const ExchangeNumbers& exchanges);
    void build();

    std::vector<tree::Function> functions; // in the order of their calls
    tree::Statements body;                 // of `run`: pointers first, its result last
    std::vector<HostFunction> host_functions;
    std::vector<StepLine> lines;
    std::vector<TracePoint> trace_points;

private:
    void build_region(RegionId region, std::int32_t depth);
    void build_call(const Call& call, const Position& position);
    void build_inline(const Call& call);
    void build_decision(ValueId decision, tree::Statements statements, const std::string& comment);
    tree::Statements statements_of(const Call& call);
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
    void build_functions(Functions& shared);
    void build_part(Functions& shared, const Part& part);
    // What a function of one step calls a value.
    std::string parameter_name(ValueId value);
    std::string function_comment(const Functions& shared, const Part& part) const;
    void build_calls(Functions& shared, const Call& call);

    void build_host_call(const HostCall& call, const Position& position);
    // `wait`: the one that follows an exchange's start at once, or null.
    void build_host_step(const HostCall& call, const HostCall* wait, const Position& position);
    void build_device_number(const HostCall& call);
    void build_exchange(const HostCall& call, const HostCall* wait, const Position& position);
    tree::Expression exchange_call(const HostCall& call);
    bool in_memory(ValueId value) const;
    tree::Expression host_pointer(ValueId value, Names& names, bool operand);
    tree::Expression array_of(const std::vector<ValueId>& leaves, const std::string& wanted, Names& names,
                              bool operand);
    HostFunction& host_function(const HostCall& call);
    void feed(const HostCall& call, HostFunction& function, Names& names);
    void call_target(const HostCall& call, Names& names);
    tree::Expression host_place(ValueId value, Names& names);
    tree::Expression pointers_of_operands(const HostCall& call, Names& names);
    void declare_pointers(const std::string& name, std::vector<tree::Expression> pointers);

    void build_while(const While& loop, const Position& position);
    // Opens a loop whose condition is one expression; false where it is more.
    bool open_while(const While& loop, const Position& position);
    // Opens a loop that counts.
    void open_counted(const While& loop);
    void build_body(const While& loop, const Position& position);
    void use_vectors(const While& loop);
    Range rounds_of(const While& loop) const;
    std::optional<Linear> linear_of(ValueId bound, std::int64_t otherwise) const;
    std::optional<std::int64_t> extreme(Linear sum, bool largest) const;
    // What the loop's variable starts at, or stays below.
    tree::Expression bound_of(ValueId bound, const char* wanted);
    // Leaves the loop where its condition holds after so many rounds.
    void stop_after(const While& loop, const tree::Expression& rounds);
    void build_conditional(const Conditional& conditional, const Position& position);
    // `bodies`: of the branches.
    void build_if(const Conditional& conditional, std::vector<tree::Statements> bodies);
    void build_copy(const Copy& copy, RegionId region);
    void build_value_copy(const Copy& copy);

    void add_line(const Position& position, Position::Part part, const std::string& name);
    void add_provenance(const std::vector<std::string>& origins, const std::vector<Metadata>& metadata);
    // Bytes of the arena that hold nothing at the position.
    std::vector<Range> dead_bytes(const Position& position) const;
    // Reports the value that a step has just written, with --trace.
    void trace(TracePoint point);
    std::int32_t number_of(const Position& position, Position::Part part) const;
    // The pointer to a value in `run`.
    tree::Expression pointer(ValueId value);
    tree::Expression argument_pointer(ValueId value);
    tree::Expression arena_pointer(ValueId value);
    tree::Expression element(ValueId value); // the one element of a scalar
    // Of a variable of the plan.
    const ScalarHome& home_of(ValueId value) const;
    std::string scalar_name(ValueId value);
    void declare_scalars(const Position& position);
    bool is_declared_by(ValueId value) const; // by the step that is built
    tree::Expression counter(const Value& value) const;
    bool is_local(ValueId value) const { return input_.plan[value].place == Place::Local; }

    const ProgramInput& input_;
    std::map<std::pair<bool, std::int64_t>, const Argument*> arguments_; // by whether it is a result, and leaf
    Weights& weights_;
    Names& globals_;
    Names names_; // in `run`
    Blocks blocks_;
    std::vector<Functions> shared_;
    std::unordered_map<const Call*, std::size_t> shared_of_;  // of the schedule's calls
    std::unordered_map<const Call*, std::string> step_names_; // of those that are functions
    std::map<std::tuple<std::int32_t, std::int32_t, int>, std::int32_t> positions_;
    std::vector<std::size_t> buffer_of_;                                     // by value: number of its arena buffer
    std::map<std::pair<std::size_t, std::string>, std::string> arena_names_; // by buffer and element type
    tree::Statements bindings_;                                              // of arena pointers
    std::map<std::string, ElementType> pointed_;                             // to, by name of a pointer in `run`
    std::vector<std::string> variable_names_;                                // by depth of loops
    const While* band_ = nullptr;                                            // whose body is built, where it is a band
    std::map<ValueId, tree::Expression> variables_;                          // of the loops around, and decisions
    std::vector<ScalarHome> scalar_homes_;                                   // by number of the scalar
    std::vector<std::string> scalar_names_;
    std::multimap<std::pair<std::uint32_t, std::int32_t>, std::size_t> homes_at_; // by region and step
    std::vector<std::size_t> declared_by_step_;                                   // scalars
    std::vector<const While*> counted_;                                           // the loops around with a variable
    const ExchangeNumbers& exchanges_;
    std::string status_; // what `run` returns: a variable where loops may be stopped, else empty
};

} // namespace hlo2cpp
