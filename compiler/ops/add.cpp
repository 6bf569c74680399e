// add: a + b. Integers wrap; for pred it is `or`.
#include "ops/elementwise.h"

namespace hlo2cpp {
namespace {

constexpr Formula kAdd = {.operands = 2,
                          .kinds = kAnything,
                          .integer =
                              [](ElementType type, const std::int64_t* x) {
                                  return is_pred(type) ? x[0] | x[1] : as_signed(as_unsigned(x[0]) + as_unsigned(x[1]));
                              },
                          .real = [](const double* x) { return x[0] + x[1]; },
                          .complex = [](const Complex* x) { return x[0] + x[1]; },
                          .infix = tree::Operator::Add,
                          .pred_infix = tree::Operator::LogicalOr,
                          .helper = "add",
                          .wrapped = IntrinsicId::WrappedSum};

std::optional<Index> index_sum(IndexSpace&, std::span<const Index> x) {
    return x[0] + x[1];
}

Range range_add(const RangeContext& x) {
    return sum(x.operand(0), x.operand(1));
}

} // namespace

const OpDefinition op_add =
    elementwise(kAdd, {.index = index_sum, .range = range_add}, {.exact = true, .neutral = Neutral::Zero});

} // namespace hlo2cpp
