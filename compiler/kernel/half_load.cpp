#include "kernel/half_load.h"

namespace hlo2cpp {

ExprId half_load(const Kernel& kernel, const Dependences& dependences, ExprId expr, ElementType type) {
    const ExprId id = dependences.resolve(expr);
    const Expr& value = kernel.exprs[id];
    const bool converts = value.kind == ExprKind::Apply && value.opcode == Opcode::Convert && value.type == type;
    const ExprId load = converts ? dependences.resolve(value.operands[0]) : id;
    return kernel.exprs[load].kind == ExprKind::Load && is_half(kernel.exprs[load].type) ? load : ExprId();
}

} // namespace hlo2cpp
