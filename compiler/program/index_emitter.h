// Indices and conditions of a kernel at a point: sums of the names that dimensions, loops and run-time values have
// there.
#pragma once

#include <functional>

#include "program/affine.h"
#include "program/emit_point.h"

namespace hlo2cpp {

// The pointer to an argument's elements, in the function that is built, or a loop's variable.
using Pointer = std::function<tree::Expression(ArgumentId argument, bool written)>;

// True if each output is stored before the next one is computed, so that few registers hold them: several store to each
// array, whose elements differ. Otherwise an output may overwrite an element that another one reads.
bool stores_one_by_one(const Kernel& kernel);

class IndexEmitter : public EmitPoint {
public:
    // `values`: one an argument.
    IndexEmitter(const Kernel& kernel, const std::vector<Value>& values, std::vector<Range> ranges,
                 std::vector<ExprId> roots, bool wide_index, Pointer pointer, Names& names, Blocks& blocks)
        : EmitPoint(kernel, std::move(ranges), std::move(roots), names, blocks), values_(values),
          wide_index_(wide_index), pointer_(std::move(pointer)), distances_(stores_one_by_one(kernel)) {}
    virtual ~IndexEmitter() = default;

    tree::Expression index(const Index& index);
    // The values that the index may have at the point.
    Range range(const Index& index) const;
    using EmitPoint::range;
    // Conjunction of the conditions; none if it always holds.
    tree::Expression condition(const std::vector<Condition>& conditions);
    // Statements that `build` adds run where the conditions hold.
    template <typename Build>
    void where(const std::vector<Condition>& conditions, Build&& build) {
        const tree::Expression holds = condition(conditions);
        if (holds.valid()) blocks_.open_if(holds);
        build();
        if (holds.valid()) blocks_.close();
    }
    // Conjunction of the conditions' finite sides, all of them tested.
    tree::Expression test(const std::vector<Condition>& conditions);

    tree::Type index_type() const { return tree::value_type(index_element()); }
    ElementType index_element() const { return wide_index_ ? ElementType::S64 : ElementType::S32; }

protected:
    const std::vector<Value>& values_;
    const bool wide_index_;
    const Pointer pointer_;

private:
    const bool distances_; // many indices differ in their constants, which stand at the end

    virtual tree::Expression run_time_value(ExprId expr) = 0;
    tree::Expression loop_variable(ArgumentId variable);
    tree::Expression term(TermId id);
    tree::Expression term_value(const Term& term);
    // The terms of a sum as they are named here; the numbers in it are added to `constant`.
    std::vector<AffineTerm> named_terms(const Index& index, std::int64_t& constant);
};

} // namespace hlo2cpp
