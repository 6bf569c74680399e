// not: the other bits; of pred the other value
#include "ops/elementwise.h"

namespace hlo2cpp {
namespace {

constexpr Formula kNot = {.kinds = kPred | kIntegers,
                          .integer = [](ElementType, const std::int64_t* x) { return ~x[0]; }};

std::string print(const PrintContext& context) {
    const std::string& x = context.operands[0];
    if (is_pred(context.type())) return "!" + x;
    return info(context.type()).bits < 32 ? cast_text(context.type(), "~" + x) : "~" + x;
}

} // namespace

const OpDefinition op_not = elementwise(kNot, {.print = print}, {.exact = true});

} // namespace hlo2cpp
