#include "arrange/library_floats.h"

#include <algorithm>

#include "ops/op.h"

namespace hlo2cpp {

double library_cycles(const Kernel& kernel, const Expr& expr, const Target& target) {
    constexpr double kOfFunction = 12; // sums and products of a function such as exp
    const auto is_of_floats = [&](ExprId id) { return is_float(kernel.exprs[id].type); };
    if (target.float_cycles == 0 || expr.kind != ExprKind::Apply || moves_bits(expr.opcode)) return 0;
    if (!is_float(expr.type) && std::ranges::none_of(expr.operands, is_of_floats)) return 0;
    return target.float_cycles * (definition_of(expr.opcode)->cost == Cost::Expensive ? kOfFunction : 1);
}

} // namespace hlo2cpp
