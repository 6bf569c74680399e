// A step of scalars: steps on small arrays, one after the other, as straight-line code. It is found by running them
// with an expression in the place of each element: what one step stores and another one loads is in no memory.
#pragma once

#include <map>
#include <set>

#include "scalarize/scalar_graph.h"

namespace hlo2cpp {

class PointCopy;
struct PointOrders;

class ScalarStep {
public:
    ScalarStep(const Kernels& kernels, const Goal& goal) : kernels_(kernels), goal_(goal), graph_(kernel_, goal) {}
    ScalarStep(const ScalarStep&) = delete;

    // Runs a step. False, and no more to be used, if its elements cannot be told apart here, or if that takes too long.
    bool run(const StepNode& node);
    // Estimated instructions, if these arrays are stored.
    std::int64_t instructions(const std::vector<ValueId>& stored) const;
    std::size_t expressions() const { return kernel_.exprs.size(); }

    struct Made {
        Kernel kernel;
        std::vector<ValueId> values; // that a call passes, by argument
    };
    Made finish(const std::vector<ValueId>& stored);

private:
    using Elements = std::vector<ExprId>; // of an array, row-major

    bool run(const Call& call);
    bool run(const While& loop);
    bool run(const Conditional& conditional);
    bool run(const Copy&) { return false; }
    bool run(const HostCall&) { return false; }
    bool run(RegionId region);
    bool run_round(const While& loop);
    std::optional<Range> rounds_of(const While& loop);
    std::optional<std::int64_t> known_number(ValueId scalar);

    bool may_be_scalars(const Kernel& kernel) const;
    bool copy_points(const Kernel& kernel, const Call& call, std::map<ValueId, Elements>& arrays);
    bool copy_sums(const Kernel& kernel, const PointOrders& orders, PointCopy& copy);
    ExprId element(const Call& call, const Kernel& kernel, ArgumentId argument, const Subscripts& index,
                   const std::map<ValueId, Elements>& arrays);
    bool store_somewhere(Elements& elements, const std::vector<std::int64_t>& dims, const std::vector<Index>& index,
                         ExprId value);
    ExprId element_somewhere(const Elements& elements, const std::vector<std::int64_t>& dims, const Subscripts& index);
    Elements elements_of(ValueId value);
    ExprId element_of(ValueId value, const Subscripts& index);
    Index variable(ValueId counter, const Range& range);
    ArgumentId argument_of(ValueId value);
    void name_elements(ValueId value, const Elements& elements);
    std::vector<bool> needed(const std::vector<ValueId>& stored) const;

    const Kernels& kernels_;
    const Goal goal_;
    Kernel kernel_;
    ScalarGraph graph_;
    std::map<ValueId, Elements> made_;
    std::map<ValueId, std::int64_t> counters_; // variables of the loops that run
    std::set<ExprId> named_;                   // after an array
    std::map<ValueId, ArgumentId> arguments_;
    std::vector<ValueId> values_; // by argument
};

} // namespace hlo2cpp
