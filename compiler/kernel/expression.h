// Scalar expressions: the DAG that computes one element of a kernel's result.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ir/module.h"
#include "kernel/index.h"

namespace hlo2cpp {

// An index that lies inside [low, high).
struct Condition {
    Index index;
    std::int64_t low = 0, high = 0;
    friend auto operator<=>(const Condition&, const Condition&) = default;
};

enum class ExprKind : std::uint8_t {
    Constant,    // a scalar
    Load,        // element `index` of `argument`
    IndexValue,  // the index itself as a number (iota)
    Apply,       // an elementwise op of scalars
    Guard,       // operands[0] where all conditions hold, else operands[1]; only the chosen one is computed
    Accumulator, // the state `slot` of the kernel's reduction: inside it the running value, after it the result
};

struct Expr {
    ExprKind kind = ExprKind::Constant;
    ElementType type = ElementType::F32;
    std::vector<ExprId> operands; // Apply, Guard

    std::vector<std::byte> bits;                             // Constant: one element as Literal stores it
    ArgumentId argument;                                     // Load
    Subscripts index;                                        // Load; IndexValue: one
    Opcode opcode = Opcode::Add;                             // Apply
    ComparisonDirection direction = ComparisonDirection::Eq; // Apply of compare
    bool total_order = false;                                // Apply of compare
    bool rounded = false;                                    // Apply of multiply: before it is added to anything
    bool not_positive = false;                               // Apply of exponential: so is its operand, or NaN
    bool addend = false;                               // Apply of exponential: of constants above the least normal
    std::int64_t exponent_bits = 0, mantissa_bits = 0; // Apply of reduce-precision
    // Apply of convert, from f32 to an integer: it gives the nearest integer, ties to even, saturating at the ends of
    // this range, which has 0; a NaN is 0. Of two operands, an s32 and an f32, it converts the product, as an f32.
    std::optional<Range> nearest;
    std::vector<Condition> conditions; // Guard
    std::int64_t slot = 0;             // Accumulator
    std::string name;                  // name of the emitted variable, from the instruction; no part of the identity

    bool same_as(const Expr& other) const; // all but the name
};

// A hash of the parts that `same_as` compares.
std::size_t hash_of(const Expr& expr);

// The expressions of one kernel; equal ones are stored once.
class ExprGraph {
public:
    ExprId add(Expr expr);
    std::optional<ExprId> find(const Expr& expr) const; // an equal one
    void rename(ExprId id, std::string name) { exprs_[id.index()].name = std::move(name); }
    const Expr& operator[](ExprId id) const { return exprs_[id.index()]; }
    std::size_t size() const { return exprs_.size(); }

private:
    std::vector<Expr> exprs_; // operands before their users
    std::multimap<std::size_t, ExprId> lookup_;
};

} // namespace hlo2cpp
