// Builds the expressions of a kernel at a point, at which each dimension has a variable and the state of the reduction
// has names.
//
// Each expression becomes `const T name = ...;` in the outermost block in which all its operands are known, or is
// written inside its only user if it is short. A value that is computed in a block is known in it and in the blocks
// inside.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kernel/dependence.h"
#include "nest/nest.h"
#include "program/affine.h"
#include "program/blocks.h"
#include "program/names.h"

namespace hlo2cpp {

// The pointer to an argument's elements, in the function that is built, or a loop's variable.
using Pointer = std::function<tree::Expression(ArgumentId argument, bool written)>;

// The scratch of a call, as if it were one more argument.
inline ArgumentId scratch_of(const Kernel& kernel) {
    return ArgumentId(kernel.arguments.size());
}

// A dimension at a point: `variable` + `offset`, known in the blocks from `depth` on; a number where there is no
// variable.
struct DimensionAt {
    tree::Expression variable = {};
    std::int64_t offset = 0;
    std::size_t depth = 0;
};

// True if the kernel sums f32 or f64: acc += term, so that compilers can contract within the expression.
bool adds_term(const Kernel& kernel);

// Rules of floating-point arithmetic.
struct Arithmetic {
    bool same_bits = false; // equal bits on all machines: canonical NaNs, products fused into sums
    const Target* target = nullptr;
    const std::vector<bool>* shown = nullptr; // by argument of the kernel: true if a NaN must be canonical
};

class Emitter {
public:
    // `values`: one an argument. `roots`: all expressions that will be asked for.
    Emitter(const Kernel& kernel, const std::vector<Value>& values, std::vector<Range> ranges,
            std::vector<ExprId> roots, bool wide_index, const Arithmetic& arithmetic, Pointer pointer, Names& names,
            Blocks& blocks);

    // Binds a dimension at the point. A block must be opened before a dimension is bound again: values that depend on
    // it are remembered in the block that computed them.
    void bind(std::int64_t dim, DimensionAt at) { dimensions_[static_cast<std::size_t>(dim)] = std::move(at); }
    // Limits a dimension further, or widens it again.
    void set_range(std::int64_t dim, Range range);
    // Sets the values of Accumulator expressions, from the innermost block on.
    void bind_accumulators(std::vector<tree::Expression> accumulators);

    tree::Expression atom(ExprId expr);       // stands beside any operator
    tree::Expression expression(ExprId expr); // any
    tree::Expression variable(ExprId expr);   // a name or a literal: stores before its use do not change it
    tree::Expression index(const Index& index);
    // The values that the index may have at the point.
    Range range(const Index& index) const;
    // Conjunction of the conditions; none if it always holds.
    tree::Expression condition(const std::vector<Condition>& conditions);
    // Conjunction of the conditions' finite sides, all of them tested.
    tree::Expression test(const std::vector<Condition>& conditions);
    // Writes an element of an output: the given value, or the value of the output's expression.
    void store(const Output& output, const tree::Expression& value);
    void store(const Output& output);
    // True if NaNs that are stored there must be made canonical. Machines compute NaNs of different bits; a moved
    // element keeps its bits.
    bool needs_canonical_nan(const Output& output) const;

    // True if the sum adds products by fused multiply-adds, with one rounding each. This depends on the kernel alone,
    // never on a body of its nest, so all targets agree.
    bool fuses_products() const;
    const Target& target() const;
    // a b + c, rounded once.
    tree::Expression fused(ElementType type, const tree::Expression& a, const tree::Expression& b,
                           const tree::Expression& c) const;

    const Arithmetic& arithmetic() const { return arithmetic_; }
    const Bounds& bounds() const { return bounds_; }
    const Dependences& dependences() const { return *dependences_; }
    const Range& range(std::int64_t dim) const { return ranges_[static_cast<std::size_t>(dim)]; }
    Blocks& blocks() { return blocks_; }
    Names& names() { return names_; }
    const Kernel& kernel() const { return kernel_; }
    const std::vector<Value>& values() const { return values_; }
    tree::Type index_type() const { return tree::value_type(wide_index_ ? ElementType::S64 : ElementType::S32); }
    ElementType index_element() const { return wide_index_ ? ElementType::S64 : ElementType::S32; }
    // `const T name = value;` in the block `depth`; returns the name.
    tree::Expression define(std::size_t depth, const tree::Type& type, std::string_view wanted,
                            const tree::Expression& value);
    // Like define, but a value that is already defined in the block is used again.
    tree::Expression define_once(std::size_t depth, const tree::Type& type, std::string_view wanted,
                                 const tree::Expression& value);
    // Outermost block in which all its operands are known and which runs as often as the value is needed.
    std::size_t place(const Dependence& dependence, bool shared) const;

private:
    enum class Form { Atom, Any, Variable };
    tree::Expression emit(ExprId root, Form form);
    std::vector<ExprId> needed(ExprId root);
    void emit_one(ExprId id, ExprId root, Form form, std::size_t depth, std::size_t user_depth);
    tree::Expression computed(ExprId id);
    bool is_computed(ExprId root) const; // computed, not only moved: its NaNs depend on the machine
    tree::Expression rounded_operand(const Expr& user, ExprId operand) const;
    tree::Expression applied(const Expr& expr, const std::vector<tree::Expression>& operands) const;
    tree::Expression loaded(const Expr& expr);
    tree::Expression index_value(const Expr& expr);
    tree::Expression select(const Expr& expr);
    tree::Expression in_line(ExprId operand);
    void emit_branches(ExprId id, std::size_t depth);
    tree::Statements arm(const std::string& name, ExprId value);
    bool stays_in_line(ExprId id, ExprId root, Form form, const tree::Expression& value) const;
    bool used_once_by(ExprId user, ExprId operand) const;
    tree::Expression known_as(ExprId id) const; // a constant, an accumulator, or a computed value
    bool known(ExprId id) const;
    tree::Expression loop_variable(ArgumentId variable);
    tree::Expression term(TermId id);
    tree::Expression term_value(const Term& term);
    // The terms of a sum as they are named here; the numbers in it are added to `constant`.
    std::vector<AffineTerm> named_terms(const Index& index, std::int64_t& constant);
    std::string wanted_name(const Expr& expr) const;

    const Kernel& kernel_;
    const std::vector<Value>& values_;
    std::vector<Range> ranges_;
    std::vector<ExprId> roots_;
    Bounds bounds_;
    std::optional<Dependences> dependences_;
    Uses uses_;
    bool wide_index_;
    Arithmetic arithmetic_;
    Pointer pointer_;
    Names& names_;
    Blocks& blocks_;
    std::size_t base_; // the block in which the emitter was made; nothing is added outside it
    std::vector<DimensionAt> dimensions_;
    std::vector<tree::Expression> accumulators_;
    std::size_t accumulator_depth_ = 0;
};

} // namespace hlo2cpp
