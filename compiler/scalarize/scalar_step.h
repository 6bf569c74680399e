// A step of scalars: calls of small kernels, one after the other, as straight-line code. Elements that one call stores
// and another one loads are values there, in no memory.
#pragma once

#include <map>
#include <set>

#include "scalarize/scalar_graph.h"

namespace hlo2cpp {

class PointCopy;

class ScalarStep {
public:
    ScalarStep(const Kernels& kernels, const ScalarRules& rules) : kernels_(kernels), graph_(kernel_, rules) {}
    ScalarStep(const ScalarStep&) = delete;

    bool empty() const { return calls_.empty(); }
    std::size_t calls() const { return calls_.size(); }
    // Adds a call; false, and unchanged, if its elements cannot be told apart here.
    bool append(const Call& call);
    void take_back(); // the last one
    // Estimated instructions, if these arrays are stored.
    std::int64_t instructions(const std::set<ValueId>& stored) const;

    struct Made {
        Kernel kernel;
        Call call; // its `kernel` is not known yet
    };
    Made finish(const std::set<ValueId>& stored);

private:
    using Elements = std::vector<ExprId>; // of an array, row-major

    struct Part {
        const Call* call = nullptr;
        std::vector<ValueId> made;
    };

    bool copy_points(const Kernel& kernel, const Call& call, std::map<ValueId, Elements>& arrays);
    bool copy_sums(const Kernel& kernel, const std::vector<EvaluationOrder>& orders, PointCopy& copy);
    ExprId element(const Call& call, const Kernel& kernel, ArgumentId argument, const Subscripts& index,
                   const std::map<ValueId, Elements>& arrays);
    ExprId load(ValueId value, const Subscripts& index);
    ArgumentId argument_of(ValueId value);
    void name_elements(ValueId value, const Elements& elements);
    std::vector<bool> needed(const std::set<ValueId>& stored) const;
    Call joined_call() const;

    const Kernels& kernels_;
    Kernel kernel_;
    ScalarGraph graph_;
    std::vector<Part> calls_;
    std::map<ValueId, Elements> made_;
    std::set<ExprId> named_; // after an array
    std::map<ValueId, ArgumentId> arguments_;
    std::vector<ValueId> values_; // by argument
};

} // namespace hlo2cpp
