// Expressions of a kernel that are functions of one byte: an integer of 8 bits, or a wider one that lies in their
// range.
#pragma once

#include <optional>
#include <vector>

#include "kernel/kernel.h"
#include "machine/target.h"
#include "ops/integer_ranges.h"

namespace hlo2cpp {

constexpr std::int64_t kByteValues = 256;

struct ByteFunction {
    ExprId result, byte;
    ElementType type = ElementType::S8; // or u8: which holds the byte
};

class ByteFunctions {
public:
    // `in_order`: only functions that have the same bits however they are computed.
    ByteFunctions(const Kernel& kernel, const Target& target, bool in_order);

    // Functions whose result something else uses, operands first.
    const std::vector<ByteFunction>& largest() const { return largest_; }
    // A part of the function from which few cheap expressions lead to its result, and whose own result is a byte, so
    // that its table is small; none if there is no such part.
    std::optional<ByteFunction> narrow_part(const ByteFunction& function) const;
    // Cycles of a scalar machine for all expressions from the byte to the result, where `known` ones take no time.
    double cycles(const ByteFunction& function, const std::vector<bool>& known) const;
    // The results for all bytes, from the least one on.
    LiteralPtr values(const ByteFunction& function) const;

private:
    bool is_function(const Expr& expr) const;
    ExprId common_byte(const Expr& expr) const;
    void find_largest();
    ByteFunction function(ExprId result) const;
    std::vector<ExprId> expressions(const ByteFunction& function, const std::vector<bool>& known) const;

    const Kernel& kernel_;
    const Target& target_;
    const IntegerRanges ranges_;
    const bool in_order_;
    std::vector<ExprId> bytes_; // by expression: the byte that it is a function of; none
    std::vector<ByteFunction> largest_;
};

} // namespace hlo2cpp
