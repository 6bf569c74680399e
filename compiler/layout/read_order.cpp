#include "layout/read_order.h"

#include <algorithm>

#include "kernel/analysis.h"
#include "kernel/bounds.h"
#include "kernel/loads.h"
#include "kernel/rebuild.h"
#include "layout/image.h"
#include "ops/strided.h"
#include "support/index.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kLeastReads = 64; // of an element of an array that is copied

// A load, and the dimensions that it depends on: those of the reduction first.
struct LoadByDims {
    ExprId expr;
    ArgumentId argument;
    Subscripts index;
    std::vector<std::int64_t> dims;
};

LoadByDims load_by_dims(const Kernel& kernel, ExprId id) {
    const Expr& load = kernel.exprs[id];
    LoadByDims found{.expr = id, .argument = load.argument, .index = load.index, .dims = {}};
    const auto outer = static_cast<std::int64_t>(kernel.dims.size());
    for (std::int64_t d = 0; d < kernel.space.dimensions(); ++d)
        if (depends_on(kernel.space, load.index, d)) found.dims.push_back(d);
    std::ranges::stable_partition(found.dims, [&](std::int64_t d) { return d >= outer; });
    return found;
}

// The loads whose addresses are no linear function of the dimension.
std::vector<LoadByDims> loads_across(const Kernel& kernel, std::int64_t dim) {
    std::vector<LoadByDims> found;
    IndexSpace space = kernel.space;
    for (const UsedLoad& load : used_loads(kernel)) {
        const Expr& expr = kernel.exprs[load.expr];
        const Index address = linearize(space, expr.index, kernel[expr.argument].dims);
        if (!affine_in(space, address, dim)) found.push_back(load_by_dims(kernel, load.expr));
    }
    return found;
}

bool may_move(const Kernel& kernel, const LoadByDims& load) {
    const auto varies = [&](const Index& index) {
        return has_term(kernel.space, index, {TermKind::Variable, TermKind::Dynamic});
    };
    if (std::ranges::any_of(load.index, varies) || kernel[load.argument].written) return false;
    if (kernel[load.argument].constant) return true;
    std::int64_t points = 1; // that read an element of the copy
    for (std::int64_t d = 0; d < kernel.space.dimensions(); ++d)
        if (std::ranges::find(load.dims, d) == load.dims.end()) points *= size_of_dim(kernel, d);
    return points >= kLeastReads;
}

Kernel copy_of(const Kernel& kernel, const LoadByDims& load, const std::vector<std::int64_t>& dims) {
    Kernel from = kernel;
    from.reduction.reset();
    from.conditions.clear();
    const ArgumentId copied(from.arguments.size());
    from.arguments.push_back({.type = kernel[load.argument].type, .dims = dims, .written = true});
    from.outputs = {{.argument = copied, .index = std::vector<Index>(dims.size()), .expr = load.expr}};
    Rebuild how{.dims = dims, .reduction_dims = {}, .replacement = {}};
    how.replacement = [&](IndexSpace& space) {
        std::vector<Index> now(static_cast<std::size_t>(kernel.space.dimensions()));
        for (std::size_t i = 0; i < load.dims.size(); ++i)
            now[at(load.dims[i])] = space.dimension(static_cast<std::int64_t>(i));
        return now;
    };
    how.moved = [&](IndexSpace& space, ArgumentId argument, const Subscripts& index) {
        if (argument != copied) return index;
        std::vector<Index> point;
        for (std::int64_t d = 0; d < space.dimensions(); ++d) point.push_back(space.dimension(d));
        return Subscripts(point);
    };
    return with_arguments(rebuilt(from, how), {copied, load.argument});
}

ReadOrder order_of(const Kernel& kernel, const LoadByDims& load) {
    ReadOrder order{.argument = load.argument, .dims = {}, .elements = {}, .copy = {}};
    for (const std::int64_t d : load.dims) order.dims.push_back(size_of_dim(kernel, d));
    order.copy = copy_of(kernel, load, order.dims);
    const Index address = row_major_address(load.index, kernel[load.argument].dims);
    std::vector<Range> box(static_cast<std::size_t>(kernel.space.dimensions()), only(0));
    for_each_index(order.dims, [&](const std::vector<std::int64_t>& point) {
        for (std::size_t i = 0; i < point.size(); ++i) box[at(load.dims[i])] = only(point[i]);
        order.elements.push_back(Bounds(kernel.space, box).range(address).begin);
    });
    return order;
}

// False for a load that is guarded: not all of the elements are in the array.
bool has_all_elements(const Kernel& kernel, const ReadOrder& order) {
    const std::int64_t size = kernel[order.argument].elements();
    return std::ranges::all_of(order.elements, [&](std::int64_t element) { return 0 <= element && element < size; });
}

} // namespace

bool read_in_order(Kernel& kernel, std::int64_t dim, std::vector<ReadOrder>& orders) {
    const std::vector<LoadByDims> loads = loads_across(kernel, dim);
    std::vector<const LoadByDims*> of_argument(kernel.arguments.size(), nullptr);
    for (const LoadByDims& load : loads) {
        const bool twice = std::exchange(of_argument[load.argument.index()], &load) != nullptr;
        if (twice || !may_move(kernel, load)) return false;
    }
    for (const UsedLoad& used : used_loads(kernel)) {
        const Expr& expr = kernel.exprs[used.expr];
        const LoadByDims* const load = of_argument[expr.argument.index()];
        if (load != nullptr && load->index != expr.index) return false;
    }
    Rebuild how = unchanged(kernel);
    how.moved = [&](IndexSpace& space, ArgumentId argument, const Subscripts& index) {
        const LoadByDims* const load = of_argument[argument.index()];
        if (load == nullptr) return index;
        std::vector<Index> now;
        for (const std::int64_t d : load->dims) now.push_back(space.dimension(d));
        return Subscripts(now);
    };
    Kernel made = rebuilt(kernel, how);
    for (const LoadByDims& load : loads) {
        orders.push_back(order_of(kernel, load));
        if (!has_all_elements(kernel, orders.back())) return false;
        made.arguments[load.argument.index()].dims = orders.back().dims;
    }
    kernel = std::move(made);
    return true;
}

LiteralPtr in_read_order(const Literal& literal, const ReadOrder& order) {
    auto made = std::make_shared<Literal>();
    made->shape = Shape::array(literal.shape.type, order.dims);
    const auto size = static_cast<std::ptrdiff_t>(byte_size(literal.shape.type));
    for (const std::int64_t element : order.elements) {
        const auto first = literal.bytes.begin() + element * size;
        made->bytes.insert(made->bytes.end(), first, first + size);
    }
    return made;
}

} // namespace hlo2cpp
