// reduce-window: result[o...] = the fold of the elements that the window at o sees (window.h), in row-major order of
// its points, from the initial value; padding and holes are skipped
#include "ops/combiner.h"
#include "ops/fold_loop.h"
#include "ops/infer_checks.h"
#include "ops/op.h"
#include "ops/scan_window.h"
#include "ops/strided.h"
#include "ops/window.h"

namespace hlo2cpp {
namespace {

Shape infer_reduce_window(const InferContext& context) {
    const std::size_t arrays = check_fold(context);
    const Shape& operand = context.operand(0);
    require_rank(context, "window", context.attributes().window.size(), operand);
    std::vector<std::int64_t> dims;
    for (std::size_t d = 0; d < operand.rank(); ++d) dims.push_back(window_places(context, d, operand.dims[d]));
    return fold_shape(context, arrays, dims);
}

Tensor evaluate_reduce_window(const EvaluateContext& context) {
    const std::vector<std::int64_t>& dims = context.operand(0).shape.dims;
    const std::vector<std::int64_t> strides = row_major_strides(dims);
    const Window& window = context.attributes().window;
    const Shape& result = context.shape().is_tuple() ? context.shape().tuple[0] : context.shape();
    std::vector<std::vector<std::int64_t>> seen(dims.size()); // along each dimension, offsets of the elements seen
    std::vector<std::int64_t> counts(dims.size());
    return evaluate_fold(context, result.dims,
                         [&](const std::vector<std::int64_t>& place, std::vector<std::int64_t>& offsets) {
                             for (std::size_t d = 0; d < dims.size(); ++d) {
                                 seen[d].clear();
                                 for (std::int64_t k = 0; k < window[d].size; ++k)
                                     if (const auto i = window_element(window[d], dims[d], place[d], k))
                                         seen[d].push_back(*i * strides[d]);
                                 counts[d] = static_cast<std::int64_t>(seen[d].size());
                             }
                             offsets.clear();
                             for_each_index(counts, [&](const std::vector<std::int64_t>& point) {
                                 std::int64_t offset = 0;
                                 for (std::size_t d = 0; d < point.size(); ++d)
                                     offset += seen[d][static_cast<std::size_t>(point[d])];
                                 offsets.push_back(offset);
                             });
                             return std::int64_t{0};
                         });
}

std::vector<ExprId> element_reduce_window(ElementBuilder& builder, const ElementIndex& index) {
    if (const auto scan = scan_window(builder.module(), builder.instruction()))
        return scan_fold(builder, index, scan->dimension, scan->reverse);
    const std::vector<std::int64_t>& dims = builder.operand_shape(0).dims;
    const Window& window = builder.attributes().window;
    std::vector<std::int64_t> sizes; // dimensions of size 1 need no loop
    for (const WindowDimension& w : window)
        if (w.size != 1) sizes.push_back(w.size);
    const std::vector<Index> points = builder.open_reduction(sizes);
    ElementIndex operand_index;
    std::vector<Condition> conditions;
    std::size_t next = 0;
    for (std::size_t d = 0; d < dims.size(); ++d) {
        const Index point = window[d].size != 1 ? points[next++] : Index(0);
        operand_index.push_back(window_index(builder, window[d], dims[d], index[d], point, conditions));
    }
    return close_fold(builder, operand_index, std::move(conditions));
}

} // namespace

const OpDefinition op_reduce_window = {.infer = infer_reduce_window,
                                       .evaluate = evaluate_reduce_window,
                                       .form = ElementForm{.element = element_reduce_window},
                                       .expand_call = reduce_window_loop,
                                       .cost = Cost::Expensive,
                                       .access = Access::Overlapping};

} // namespace hlo2cpp
