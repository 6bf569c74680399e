// Builds the expressions of a kernel at a point, at which each dimension has a variable and the state of the reduction
// has names.
//
// Each expression becomes `const T name = ...;` in the outermost block in which all its operands are known, or is
// written inside its only user if it is short. A value that is computed in a block is known in it and in the blocks
// inside.
#pragma once

#include <string>
#include <vector>

#include "nest/nest.h"
#include "ops/integer_ranges.h"
#include "program/index_emitter.h"

namespace hlo2cpp {

// The scratch of a call, as if it were one more argument.
inline ArgumentId scratch_of(const Kernel& kernel) {
    return ArgumentId(kernel.arguments.size());
}

// True if the kernel sums f32 or f64: acc += term, so that compilers can contract within the expression. Or integers
// that cannot wrap.
bool adds_term(const Kernel& kernel);

// Rules of floating-point arithmetic.
struct Arithmetic {
    bool same_bits = false; // equal bits on all machines: canonical NaNs, products fused into sums
    const Target* target = nullptr;
    const std::vector<bool>* shown = nullptr; // by argument of the kernel: true if a NaN must be canonical

    const Target& machine() const; // none: that of code for no machine
    // a b + c, rounded once.
    tree::Expression fused(ElementType type, const tree::Expression& a, const tree::Expression& b,
                           const tree::Expression& c) const;
};

class Emitter : public IndexEmitter {
public:
    // `values`: one an argument. `roots`: all expressions that will be asked for.
    Emitter(const Kernel& kernel, const std::vector<Value>& values, std::vector<Range> ranges,
            std::vector<ExprId> roots, bool wide_index, const Arithmetic& arithmetic, Pointer pointer, Names& names,
            Blocks& blocks);

    tree::Expression atom(ExprId expr);       // stands beside any operator
    tree::Expression expression(ExprId expr); // any
    tree::Expression variable(ExprId expr);   // a name or a literal: stores before its use do not change it
    // Writes an element of an output: the given value, or the value of the output's expression.
    void store(const Output& output, const tree::Expression& value);
    void store(const Output& output);
    // True if NaNs that are stored there must be made canonical. Machines compute NaNs of different bits; a moved
    // element keeps its bits.
    bool needs_canonical_nan(const Output& output) const;
    // True if the sum adds products by fused multiply-adds, with one rounding each. This depends on the kernel alone,
    // never on a body of its nest, so all targets agree.
    bool fuses_products() const;

    const Arithmetic& arithmetic() const { return arithmetic_; }
    const IntegerRanges& integers() const { return integers_; }
    const std::vector<Value>& values() const { return values_; }

private:
    enum class Form { Atom, Any, Variable };
    tree::Expression emit(ExprId root, Form form);
    void emit_one(ExprId id, ExprId root, Form form, std::size_t depth, std::size_t user_depth);
    void emit_waves(ExprId id, std::size_t depth);
    void emit_choices(ExprId predicate);
    tree::Expression computed(ExprId id);
    tree::Expression rounded_operand(const Expr& user, ExprId operand) const;
    tree::Expression loaded(const Expr& expr);
    tree::Expression index_value(const Expr& expr);
    tree::Expression run_time_value(ExprId expr) override;
    tree::Expression select(const Expr& expr);
    void emit_branches(ExprId id, std::size_t depth);
    tree::Statements arm(const std::string& name, ExprId value);
    bool stays_in_line(ExprId id, ExprId root, Form form, const tree::Expression& value) const;
    bool is_short_sum(const Expr& expr, const tree::Expression& value) const;
    bool used_once_by(ExprId user, ExprId operand) const;

    Arithmetic arithmetic_;
    const IntegerRanges integers_;
    const std::unordered_map<ExprId, ExprId> waves_; // of a sine the cosine of the same angle, and the other way round
    std::unordered_map<ExprId, std::vector<ExprId>> choices_; // by predicate, of straight-line code
};

} // namespace hlo2cpp
