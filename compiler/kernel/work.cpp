#include "kernel/work.h"

namespace hlo2cpp {

std::int64_t multiply_adds_of(const Kernel& kernel) {
    if (!kernel.reduction || !kernel.reduction->term || kernel.reduction->combiner != Opcode::Add) return 0;
    const Expr& term = kernel.exprs[*kernel.reduction->term];
    if (term.kind != ExprKind::Apply || term.opcode != Opcode::Multiply) return 0;
    std::int64_t work = 1;
    for (const std::int64_t size : kernel.dims) work *= size;
    for (const std::int64_t size : kernel.reduction->dims) work *= size;
    return work;
}

} // namespace hlo2cpp
