#include "tile/moved_lines.h"

#include "kernel/analysis.h"

namespace hlo2cpp {

bool moves_line(const Kernel& kernel, const std::vector<Range>& box, std::int64_t dim) {
    if (kernel.reduction || kernel.scan || kernel.sort || kernel.in_order) return false;
    if (kernel.outputs.size() != 1 || !kernel.outputs[0].conditions.empty()) return false;
    const Output& output = kernel.outputs[0];
    const Bounds bounds(kernel.space, box);
    const Expr& value = kernel.exprs[Dependences(kernel, bounds).resolve(output.expr)];
    const auto is_line = [&](const Index& index) {
        return affine_in(kernel, index, dim) && kernel.space.coefficient(index, dim) == 1;
    };
    if (is_float(value.type) || !is_line(output.index.address())) return false;
    return value.kind == ExprKind::Load ? is_line(value.index.address())
                                        : value.kind == ExprKind::Constant && byte_size(value.type) == 1;
}

double cycles_of_moved_line(const Kernel& kernel, const Target& target, double elements) {
    constexpr double kCall = 10; // of memcpy, with its tests of the length
    const double bytes = elements * static_cast<double>(byte_size(kernel.exprs[kernel.outputs[0].expr].type));
    return kCall + 2 * bytes / static_cast<double>(target.vector_bytes);
}

} // namespace hlo2cpp
