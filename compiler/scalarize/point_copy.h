// Copies of a kernel's expressions at one of its points.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "kernel/evaluation_order.h"
#include "scalarize/scalar_graph.h"

namespace hlo2cpp {

class PointCopy {
public:
    // Element of an argument of the kernel, and the variable of a loop, in the other code; none: it is not known there.
    using Read = std::function<ExprId(ArgumentId, const Subscripts&)>;
    using Variable = std::function<Index(ArgumentId, const Range&)>;

    PointCopy(const Kernel& from, ScalarGraph& into, Read read, Variable variable)
        : point(static_cast<std::size_t>(from.space.dimensions())), from_(from), into_(into), read_(std::move(read)),
          variable_(std::move(variable)), terms_(from.space.term_count()), ids_(from.exprs.size()) {}

    std::vector<std::int64_t> point; // along all dimensions
    std::vector<ExprId> accumulators;

    // Copies them. One that cannot be copied has no copy, and is no fault where nothing needs it.
    void run(const EvaluationOrder& order);

    // After `run`:
    ExprId operator[](ExprId id) const { return ids_[id.index()]; }
    std::optional<Index> index(const Index& index) const;
    // Truth of all of them; none where it is not known.
    std::optional<bool> hold(const std::vector<Condition>& conditions) const;

private:
    std::optional<Index> copy(const Term& term);
    ExprId copy(const Expr& expr);
    ExprId choice(const Expr& guard);

    const Kernel& from_;
    ScalarGraph& into_;
    const Read read_;
    const Variable variable_;
    std::vector<std::optional<Index>> terms_;
    std::vector<ExprId> ids_;
};

} // namespace hlo2cpp
