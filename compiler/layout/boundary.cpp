#include "layout/boundary.h"

#include <algorithm>

#include "support/diagnostics.h"
#include "support/in_order.h"

namespace hlo2cpp {
namespace {

// The values lie in the order of the kernels' dimensions, which are those of the shape in the order of its memory.
void set_layouts(Shape& shape, const Kernels& kernels, const std::vector<ValueId>& values, std::size_t& leaf) {
    if (shape.is_array()) {
        const Value& value = kernels[values[leaf++]];
        if (!value.moved) return;
        check_internal(value.moved->layout.pitch == 0, "an argument has gaps between its rows");
        std::vector<std::int64_t> order = in_order(physical_order(shape), value.moved->layout.order);
        std::ranges::reverse(order);
        shape.layout.minor_to_major = std::move(order);
    }
    for (Shape& element : shape.tuple) set_layouts(element, kernels, values, leaf); // no deeper than kMaxTupleDepth
}

} // namespace

void set_boundary(Module& module, const Kernels& kernels) {
    const Entry& entry = kernels.entries.front(); // the module has one
    std::size_t parameter = 0, result = 0;
    for (Shape& shape : module.parameter_shapes) set_layouts(shape, kernels, entry.parameters, parameter);
    set_layouts(module.result_shape, kernels, entry.results, result);
}

} // namespace hlo2cpp
