// The body of `run`: the steps of the schedule in order. Loops stand in region_loops.cpp.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "program/blocks.h"
#include "program/exchanges.h"
#include "program/host_calls.h"
#include "program/run_values.h"
#include "program/step_functions.h"
#include "program/step_log.h"

namespace hlo2cpp {

class RegionBuilder {
public:
    RegionBuilder(const ProgramInput& input, const std::vector<Argument>& arguments, Weights& weights, Names& globals,
                  const ExchangeNumbers& exchanges);
    // Pointers first, the result of `run` last. The program gets the functions that it calls, its lines and its trace.
    tree::Statements build(Program& program);

private:
    void build_region(RegionId region, std::int32_t depth);
    void build_call(const Call& call, const Position& position);
    void build_inline(const Call& call);
    // A variable that the statements set.
    void build_decision(ValueId decision, tree::Statements statements, const std::string& comment);
    tree::Statements statements_of(const KernelUse& use, const Pointer& pointer);
    tree::Statements statements_of(const Call& call);

    // `wait`: the wait that follows the start of an exchange at once, or null.
    void build_host_step(const HostCall& call, const HostCall* wait, const Position& position);
    void build_device_number(const HostCall& call);
    void build_exchange(const HostCall& call, const HostCall* wait, const Position& position);

    void build_while(const While& loop, const Position& position);
    // Opens a loop whose condition is one expression; returns false if it is more.
    bool open_while(const While& loop, const Position& position);
    // A loop that counts, behind one over vectors of its rounds if it has these.
    void build_counted(const While& loop, const Position& position, const tree::Expression& rounds);
    void build_body(const While& loop, const Position& position);
    // The loop over vectors. Returns the first round that is left for the loop behind it, or nothing if none is.
    tree::Expression build_vectors(const While& loop, const ModuleLoop& vectors, tree::For counts,
                                   const Position& position);
    // A call in a loop over vectors.
    void build_rounds(const Call& call, const ModuleLoop& vectors);
    void trace_parts(const While& loop, const Position& position);
    // The value that the loop's variable starts at, or stays below.
    tree::Expression bound_of(ValueId bound, const char* wanted);
    // Leaves the loop after so many rounds if its condition still holds.
    void stop_after(const While& loop, const tree::Expression& rounds);

    void build_conditional(const Conditional& conditional, const Position& position);
    // `bodies`: bodies of the branches.
    void build_if(const Conditional& conditional, std::vector<tree::Statements> bodies);
    void build_copy(const Copy& copy, RegionId region);
    void build_value_copy(const Copy& copy);

    void add_provenance(const std::vector<std::string>& origins, const std::vector<Metadata>& metadata);
    void trace(TracePoint point) { blocks_.add(log_.trace(std::move(point), values_, band_)); }

    const ProgramInput& input_;
    Names names_; // in `run`
    RunValues values_;
    StepLog log_;
    StepFunctions functions_;
    Blocks blocks_;
    HostCalls host_;
    const ExchangeNumbers& exchanges_;
    std::vector<std::string> variable_names_; // by depth of loops
    std::size_t counted_ = 0;                 // number of loops around that count
    std::map<ValueId, std::string> lanes_;    // vectors of rounds in place of scalars, in the body that is built
    const While* band_ = nullptr;             // the band whose body is built, or null
    std::vector<std::size_t> part_begins_;    // in `run`: the numbers of statements that steps begin with
    std::string status_;                      // variable that `run` returns if loops may be stopped, else empty
};

} // namespace hlo2cpp
