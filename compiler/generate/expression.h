// Prints the expressions of a kernel at a point: where each dimension has a text, and the state of the reduction has
// names.
//
// Each expression becomes `const T name = ...;` in the outermost block where all that it depends on is known, or stands
// in its only user's text where it is short. What is computed in a block is known in it and in the blocks inside.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "generate/affine_text.h"
#include "generate/blocks.h"
#include "generate/facts.h"
#include "generate/names.h"

namespace hlo2cpp {

// The name of the pointer to an argument's elements, where the kernel is printed, or of a loop's variable.
using PointerName = std::function<std::string(ArgumentId argument, bool written)>;
// The scratch of a call, as if it were one more argument.
inline ArgumentId scratch_of(const Kernel& kernel) {
    return ArgumentId(kernel.arguments.size());
}

// A dimension at a point: `name` + `offset`, known in the blocks from `depth` on; a number where there is no name.
struct DimensionText {
    std::string name;
    std::int64_t offset = 0;
    std::size_t depth = 0;
};

class Emitter {
public:
    // `values`: one an argument. `roots`: all expressions that will be asked for. `canonical_nans`: a NaN that is
    // computed is stored as the same bits on every machine.
    Emitter(const Kernel& kernel, const std::vector<Value>& values, std::vector<Range> ranges,
            std::vector<ExprId> roots, bool wide_index, bool canonical_nans, PointerName pointer, Names& names,
            Blocks& blocks);

    // What is known at the point. Where a dimension is bound again, a block must be opened first: values that depend on
    // it are remembered in the block that they were computed in.
    void bind(std::int64_t dim, DimensionText text) { dimensions_[static_cast<std::size_t>(dim)] = std::move(text); }
    // Limits a dimension further, or widens it again.
    void set_range(std::int64_t dim, Range range);
    // From the innermost block on, Accumulator expressions have these names.
    void bind_accumulators(std::vector<std::string> names);

    std::string atom(ExprId expr);       // stands beside any operator
    std::string expression(ExprId expr); // any text
    std::string variable(ExprId expr);   // a name or a literal: what is stored before it is used does not change it
    std::string index(const Index& index);
    // The values that the index may have at the point.
    Interval range(const Index& index) const;
    // "" where it always holds.
    std::string condition(const std::vector<Condition>& conditions);
    // The statement that writes an element of an output: the value `text`, or what the output's expression is.
    void store(const Output& output, const std::string& text);
    void store(const Output& output);
    // Whether what is stored there must be made canonical: machines have NaNs of different bits, where no element is
    // moved.
    bool needs_canonical_nan(const Output& output) const;

    const Facts& facts() const { return *facts_; }
    Blocks& blocks() { return blocks_; }
    Names& names() { return names_; }
    const Kernel& kernel() const { return kernel_; }
    const std::vector<Value>& values() const { return values_; }
    std::string index_type() const { return wide_index_ ? "int64_t" : "int32_t"; }
    const char* index_suffix() const { return wide_index_ ? "_s64" : "_s32"; }
    // `const T name = text;` in the block `depth`; returns the name.
    std::string define(std::size_t depth, const std::string& type, std::string_view wanted, const std::string& text);
    // The outermost block from which all of it is known and where it runs as often as it must.
    std::size_t place(const Dependence& dependence, bool shared) const;

private:
    enum class Form { Atom, Text, Variable };
    std::string emit(ExprId root, Form form);
    std::vector<ExprId> needed(ExprId root);
    void emit_one(ExprId id, ExprId root, Form form, std::size_t depth, std::size_t user_depth);
    std::string printed(ExprId id);
    std::string shown_bits(const Expr& user, ExprId operand) const;
    std::string printed_apply(const Expr& expr, const std::vector<std::string>& operands) const;
    std::string printed_load(const Expr& expr);
    std::string printed_index_value(const Expr& expr);
    std::string printed_select(const Expr& expr);
    std::string in_line(ExprId operand);
    void emit_branches(ExprId id, std::size_t depth);
    Block arm(std::string header, const std::string& name, ExprId value);
    bool stays_in_line(ExprId id, ExprId root, Form form, const std::string& text) const;
    bool used_once_by(ExprId user, ExprId operand) const;
    std::string text_of(ExprId id) const; // of a constant, an accumulator, or what is computed
    bool known(ExprId id) const;
    std::string loop_variable(ArgumentId variable);
    std::string term(TermId id);
    // The terms of a sum as they are named here; the numbers in it are added to `constant`.
    std::vector<AffineTerm> named_terms(const Index& index, std::int64_t& constant);
    std::string wanted_name(const Expr& expr) const;

    const Kernel& kernel_;
    const std::vector<Value>& values_;
    std::vector<Range> ranges_;
    std::vector<ExprId> roots_;
    std::optional<Facts> facts_;
    Uses uses_;
    bool wide_index_;
    bool canonical_nans_;
    PointerName pointer_;
    Names& names_;
    Blocks& blocks_;
    std::size_t base_; // the block in which the emitter was made; nothing is printed outside it
    std::vector<DimensionText> dimensions_;
    std::vector<std::string> accumulators_;
    std::size_t accumulator_depth_ = 0;
};

} // namespace hlo2cpp
