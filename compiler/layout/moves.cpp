#include "layout/moves.h"

namespace hlo2cpp {
namespace {

// Adds dimensions of these sizes; the point is the element of an array of such sizes.
std::vector<Index> add_dimensions(Kernel& kernel, const std::vector<std::int64_t>& sizes) {
    std::vector<Index> point;
    for (const std::int64_t size : sizes) {
        kernel.dims.push_back(size);
        point.push_back(kernel.space.dimension(kernel.space.add_dimension(size)));
    }
    return point;
}

} // namespace

ExprId add_zero(Kernel& kernel, ElementType type) {
    const auto bytes = static_cast<std::size_t>(byte_size(type));
    return kernel.exprs.add({.kind = ExprKind::Constant, .type = type, .bits = std::vector<std::byte>(bytes)});
}

Kernel zero_kernel(ElementType type, const std::vector<std::int64_t>& dims) {
    Kernel made;
    const std::vector<Index> point = add_dimensions(made, dims);
    made.arguments = {{.type = type, .dims = dims, .written = true}};
    made.outputs = {{.argument = ArgumentId(0), .index = point, .expr = add_zero(made, type)}};
    return made;
}

Kernel copy_kernel(const KernelArgument& array) {
    Kernel made;
    const std::vector<Index> point = add_dimensions(made, array.dims);
    made.arguments = {{.type = array.type, .dims = array.dims, .written = true},
                      {.type = array.type, .dims = array.dims, .constant = array.constant}};
    const ExprId element =
        made.exprs.add({.kind = ExprKind::Load, .type = array.type, .argument = ArgumentId(1), .index = point});
    made.outputs = {{.argument = ArgumentId(0), .index = point, .expr = element}};
    return made;
}

} // namespace hlo2cpp
