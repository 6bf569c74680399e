// Spelling and precedence of operators.
#pragma once

#include <string_view>

#include "tree/statement.h"

namespace hlo2cpp::tree {

// Rows of the C++ grammar, tightest last.
enum class Precedence : std::uint8_t {
    kConditional,
    kLogicalOr,
    kLogicalAnd,
    kOr,
    kXor,
    kAnd,
    kEquality,
    kRelation,
    kShift,
    kSum,
    kProduct,
    kUnary,
    kAtom
};

struct OperatorInfo {
    std::string_view text;
    Precedence precedence;
};

constexpr Precedence tighter(Precedence precedence) {
    return static_cast<Precedence>(static_cast<int>(precedence) + 1);
}
constexpr int kOperators = static_cast<int>(Operator::LogicalOr) + 1;
const OperatorInfo& info_of(Operator op);
std::string_view spelling_of(Assignment assignment); // "+="

} // namespace hlo2cpp::tree
