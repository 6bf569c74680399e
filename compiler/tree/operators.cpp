#include "tree/operators.h"

#include <array>

namespace hlo2cpp::tree {

const OperatorInfo& info_of(Operator op) {
    using enum Precedence;
    static constexpr std::array<OperatorInfo, kOperators> kInfos = {{
        {"-", kUnary},     {"!", kUnary},       {"~", kUnary},      {"&", kUnary},     {"*", kUnary},
        {"*", kProduct},   {"/", kProduct},     {"%", kProduct},    {"+", kSum},       {"-", kSum},
        {"<<", kShift},    {">>", kShift},      {"<", kRelation},   {"<=", kRelation}, {">", kRelation},
        {">=", kRelation}, {"==", kEquality},   {"!=", kEquality},  {"&", kAnd},       {"^", kXor},
        {"|", kOr},        {"&&", kLogicalAnd}, {"||", kLogicalOr},
    }};
    return kInfos[static_cast<std::size_t>(op)];
}

std::string_view spelling_of(Assignment assignment) {
    constexpr std::array<std::string_view, 3> kSpellings = {"=", "+=", "*="};
    return kSpellings[static_cast<std::size_t>(assignment)];
}

} // namespace hlo2cpp::tree
