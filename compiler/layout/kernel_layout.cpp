#include "layout/kernel_layout.h"

#include "kernel/rebuild.h"

namespace hlo2cpp {
namespace {

// The parallel dimensions in the order in which their points lie in the first output; none if that is not known.
std::vector<std::int64_t> order_of_points(const Kernel& kernel, const ArrayLayout& layout) {
    std::vector<std::int64_t> order;
    std::vector<bool> seen(kernel.dims.size(), false);
    for (const std::int64_t d : layout.order) {
        const Index& index = kernel.outputs[0].index[static_cast<std::size_t>(d)];
        for (const Index::Product& product : index.products) {
            const Term& term = kernel.space[product.term];
            if (term.kind != TermKind::Dimension || seen[static_cast<std::size_t>(term.dimension)]) return {};
            seen[static_cast<std::size_t>(term.dimension)] = true;
            order.push_back(term.dimension);
        }
    }
    for (std::size_t d = 0; d < seen.size(); ++d) // of one point
        if (!seen[d]) order.push_back(static_cast<std::int64_t>(d));
    return order;
}

void put_in_order(Rebuild& how, const Kernel& kernel, const std::vector<std::int64_t>& order) {
    std::vector<std::int64_t> places(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        how.dims[i] = kernel.dims[static_cast<std::size_t>(order[i])];
        places[static_cast<std::size_t>(order[i])] = static_cast<std::int64_t>(i);
    }
    how.replacement = [places](IndexSpace& space) {
        std::vector<Index> now;
        for (const std::int64_t place : places) now.push_back(space.dimension(place));
        for (auto d = static_cast<std::int64_t>(places.size()); d < space.dimensions(); ++d)
            now.push_back(space.dimension(d));
        return now;
    };
}

} // namespace

Kernel with_layouts(const Kernel& kernel, const std::vector<ArrayLayout>& layouts) {
    Rebuild how = unchanged(kernel);
    how.moved = [&](IndexSpace&, ArgumentId argument, const Subscripts& index) {
        return place_in_memory(index, layouts[argument.index()]);
    };
    if (!kernel.in_order && !kernel.sort) {
        const ArrayLayout& written = layouts[kernel.outputs[0].argument.index()];
        const std::vector<std::int64_t> order = order_of_points(kernel, written);
        if (!order.empty() && !is_row_major(written)) put_in_order(how, kernel, order);
    }
    Kernel made = rebuilt(kernel, how);
    for (std::size_t a = 0; a < made.arguments.size(); ++a)
        if (!made.arguments[a].range) made.arguments[a].dims = dims_in_memory(made.arguments[a].dims, layouts[a]);
    return made;
}

} // namespace hlo2cpp
