// scatter: result = operand, then for each index vector in row-major order, and each element u of its window in the
// updates: result[start + offset] = computation(result[start + offset], u), where scatter_dims_to_operand_dims scatters
// the vector into `start` and `offset` has the parts of the update's index along update_window_dims. A window that does
// not fit into the operand as a whole is left out.
#include <algorithm>

#include "evaluate/tensor.h"
#include "ops/index_vectors.h"
#include "ops/index_vectors_evaluate.h"
#include "ops/infer_checks.h"
#include "ops/op.h"
#include "ops/start_index.h"
#include "ops/strided.h"
#include "ops/update_loop.h"

namespace hlo2cpp {
namespace {

// True for types that may meet: equal, or floats of different precision.
bool compatible(const Shape& scalar, const Shape& array) {
    return scalar.is_scalar() && (scalar.type == array.type || (is_float(scalar.type) && is_float(array.type)));
}

void check_computation(const InferContext& context, std::size_t arrays) {
    const Computation& computation = context.called(0);
    const std::string name = "its computation " + printable(computation.name, 80);
    const Shape& root = computation[computation.root].shape;
    if (computation.parameters.size() != 2 * arrays)
        context.fail(name + " must take " + std::to_string(2 * arrays) +
                     " parameters, an element and an update for each array, " + "but takes " +
                     std::to_string(computation.parameters.size()));
    if (arrays > 1 ? !root.is_tuple() || root.tuple.size() != arrays : !root.is_array())
        context.fail(name + " must give " +
                     (arrays > 1 ? "a tuple of " + std::to_string(arrays) + " scalars" : "a scalar") + ", but gives " +
                     to_string(root));
    for (std::size_t i = 0; i < arrays; ++i) {
        const Shape& element = computation[computation.parameters[i]].shape;
        const Shape& update = computation[computation.parameters[arrays + i]].shape;
        const Shape& result = arrays > 1 ? root.tuple[i] : root;
        if (!compatible(element, context.operand(i)) || !compatible(result, context.operand(i)))
            context.fail(name + " takes " + to_string(element) + " and gives " + to_string(result) +
                         ", which does not fit elements of " + to_string(context.operand(i)));
        if (!compatible(update, context.operand(arrays + 1 + i)))
            context.fail(name + " takes the update " + to_string(update) + ", which does not fit elements of " +
                         to_string(context.operand(arrays + 1 + i)));
    }
}

Shape infer_scatter(const InferContext& context) {
    const std::size_t count = context.operand_count(), arrays = count / 2;
    if (count < 3 || count % 2 == 0)
        context.fail("it needs arrays, one array of indices, and as many updates, found " + std::to_string(count) +
                     " operands");
    context.require(context.attributes().scatter.has_value(), "it has no scatter dimension numbers");
    const ScatterDimensions& s = *context.attributes().scatter;
    const Shape& operand = context.array_operand(0);
    const Shape& indices = context.array_operand(arrays);
    const Shape& updates = context.array_operand(arrays + 1);
    for (std::size_t i = 0; i < arrays; ++i) {
        if (context.array_operand(i).dims != operand.dims)
            context.fail("its arrays must have equal sizes, found " + to_string(operand) + " and " +
                         to_string(context.operand(i)));
        if (context.array_operand(arrays + 1 + i).dims != updates.dims)
            context.fail("its updates must have equal sizes, found " + to_string(updates) + " and " +
                         to_string(context.operand(arrays + 1 + i)));
    }
    const IndexVectors vectors = vectors_of(s);
    check_index_vectors(context, vectors, operand, indices);
    require_sorted_dimensions(context, "update_window_dims", s.update_window_dims, updates);
    const std::vector<std::size_t> window = window_dimensions(vectors, operand.rank());
    if (s.update_window_dims.size() != window.size())
        context.fail("update_window_dims=" + list_of(s.update_window_dims) + " must have one entry a dimension of " +
                     to_string(operand) + " that is neither inserted nor batching, " + std::to_string(window.size()));
    std::vector<std::int64_t> expected = vector_sizes(vectors, indices);
    if (updates.rank() != expected.size() + window.size())
        context.fail("the updates " + to_string(updates) +
                     " must have a dimension for each of update_window_dims and for each " + "of the indices " +
                     to_string(indices) + " but index_vector_dim");
    const std::vector<std::size_t> outer = other_dimensions(s.update_window_dims, updates.rank());
    for (std::size_t i = 0; i < outer.size(); ++i)
        if (updates.dims[outer[i]] != expected[i])
            context.fail("dimension " + std::to_string(outer[i]) + " of the updates " + to_string(updates) +
                         " must have size " + std::to_string(expected[i]) + ", as the indices " + to_string(indices));
    for (std::size_t i = 0; i < window.size(); ++i)
        if (updates.dims[static_cast<std::size_t>(s.update_window_dims[i])] > operand.dims[window[i]])
            context.fail("dimension " + std::to_string(s.update_window_dims[i]) + " of the updates " +
                         to_string(updates) + " is larger than dimension " + std::to_string(window[i]) + " of " +
                         to_string(operand));
    check_computation(context, arrays);
    std::vector<Shape> results;
    for (std::size_t i = 0; i < arrays; ++i) results.push_back(Shape::array(context.operand(i).type, operand.dims));
    return arrays > 1 ? Shape::tuple_of(std::move(results)) : results[0];
}

// The sizes of a window along the dimensions of the operand.
std::vector<std::int64_t> window_sizes(const ScatterDimensions& s, std::size_t rank, const Shape& updates) {
    std::vector<std::int64_t> sizes(rank, 1);
    const std::vector<std::size_t> window = window_dimensions(vectors_of(s), rank);
    for (std::size_t i = 0; i < window.size(); ++i)
        sizes[window[i]] = updates.dims[static_cast<std::size_t>(s.update_window_dims[i])];
    return sizes;
}

// Applies the computation once, to the arrays' elements at one place.
class Combine {
public:
    Combine(const EvaluateContext& context, std::vector<Tensor>& results) : context_(context), results_(results) {
        const Computation& computation = context.module[context.instruction.called[0]];
        for (const InstructionId parameter : computation.parameters)
            scalars_.emplace_back(computation[parameter].shape);
        for (const Tensor& scalar : scalars_) arguments_.push_back(&scalar);
    }

    void at(std::int64_t element, std::int64_t update) {
        const std::size_t arrays = results_.size();
        for (std::size_t i = 0; i < arrays; ++i) {
            set(scalars_[i], 0, results_[i], element);
            set(scalars_[arrays + i], 0, context_.operand(arrays + 1 + i), update);
        }
        const Tensor next = context_.call(context_.instruction.called[0], arguments_, context_.wide);
        for (std::size_t i = 0; i < arrays; ++i) set(results_[i], element, arrays > 1 ? next.tuple[i] : next, 0);
    }

private:
    static void set(Tensor& to, std::int64_t element, const Tensor& from, std::int64_t source) {
        if (to.shape.type == from.shape.type)
            to.copy_element(element, from, source);
        else
            to.reals()(element) = round_to(to.shape.type, from.reals()(source));
    }

    const EvaluateContext& context_;
    std::vector<Tensor>& results_;
    std::vector<Tensor> scalars_;
    std::vector<const Tensor*> arguments_;
};

// The element of the updates whose parts along update_window_dims are `window`, the others `batch`.
MultiIndex update_index(const ScatterDimensions& s, const MultiIndex& batch, const MultiIndex& window) {
    MultiIndex index;
    std::size_t next = 0, next_window = 0;
    while (index.size() < batch.size() + window.size()) {
        const bool in_window = contains(s.update_window_dims, static_cast<std::int64_t>(index.size()));
        index.push_back(in_window ? window[next_window++] : batch[next++]);
    }
    return index;
}

// True if a window with this first element is inside the operand; `last_offset` leads to its last element.
bool fits(const MultiIndex& first, const MultiIndex& last_offset, const Shape& operand) {
    for (std::size_t d = 0; d < first.size(); ++d)
        if (first[d] < 0 || first[d] >= operand.dims[d] - last_offset[d]) return false;
    return true;
}

Tensor evaluate_scatter(const EvaluateContext& context) {
    const ScatterDimensions& s = *context.attributes().scatter;
    const std::size_t arrays = context.operands.size() / 2;
    const Shape operand = context.operand(0).shape; // it may be taken
    const std::size_t rank = operand.rank();
    const Shape& updates = context.operand(arrays + 1).shape;
    const IndexVectors vectors = vectors_of(s);
    const MultiIndex window = parts_along(updates.dims, s.update_window_dims);
    MultiIndex last = window;
    for (std::int64_t& part : last) --part;
    last = full_offset_index(vectors, last, rank);

    std::vector<Tensor> results;
    for (std::size_t i = 0; i < arrays; ++i) results.push_back(context.take(i));
    Combine combine(context, results);
    for_each_index(parts_beside(updates.dims, s.update_window_dims), [&](const MultiIndex& batch) {
        MultiIndex first = full_start_index(vectors, context.operand(arrays), batch, rank);
        const MultiIndex batching = full_batching_index(vectors, batch, rank);
        for (std::size_t d = 0; d < rank; ++d) first[d] += batching[d]; // one of them is 0
        if (!fits(first, last, operand)) return;
        for_each_index(window, [&](const MultiIndex& parts) {
            MultiIndex to = full_offset_index(vectors, parts, rank);
            for (std::size_t d = 0; d < rank; ++d) to[d] += first[d];
            const MultiIndex from = update_index(s, batch, parts);
            combine.at(linear_position(to, operand.dims), linear_position(from, updates.dims));
        });
    });
    if (arrays == 1) return std::move(results[0]);
    Tensor tuple;
    tuple.shape = context.shape();
    tuple.tuple = std::move(results);
    return tuple;
}

// The start along a dimension if it is in [0, high], else some number outside.
Index start_or_outside(ElementBuilder& builder, ExprId value, std::int64_t high) {
    if (const std::optional<Index> index = builder.start_of(value)) {
        const Range range = builder.space().range(*index);
        if (range.begin >= 0 && range.last() <= high) return *index;
    }
    const Expr& expr = builder.exprs()[value];
    if (expr.kind != ExprKind::Constant) return builder.space().dynamic(value, {-1, high + 2});
    const Tensor number = to_tensor({.shape = Shape::scalar(expr.type), .bytes = expr.bits});
    const std::int64_t start = number.integers()(0);
    return start >= 0 && start <= high ? start : -1; // a u64 beyond int64 is negative here
}

Update update_scatter(ElementBuilder& builder) {
    const ScatterDimensions& s = *builder.attributes().scatter;
    const std::size_t arrays = builder.operand_count() / 2;
    const Shape& operand = builder.operand_shape(0);
    const Shape& updates = builder.operand_shape(arrays + 1);
    const IndexVectors vectors = vectors_of(s);
    const std::vector<std::int64_t> sizes = window_sizes(s, operand.rank(), updates);
    const std::vector<std::size_t> outer = other_dimensions(s.update_window_dims, updates.rank());

    // A point is the number of an index vector, then an offset in the window.
    std::vector<std::int64_t> dims = vector_sizes(vectors, builder.operand_shape(arrays));
    const auto several = std::ranges::any_of(dims, [](std::int64_t size) { return size > 1; });
    for (const std::int64_t d : s.update_window_dims) dims.push_back(updates.dims[static_cast<std::size_t>(d)]);
    const std::vector<Index> point = builder.open_points(dims);
    const ElementIndex number(point.begin(), point.begin() + static_cast<std::ptrdiff_t>(outer.size()));
    ElementIndex from(updates.rank());
    for (std::size_t i = 0; i < outer.size(); ++i) from[outer[i]] = number[i];

    Update update = {.index = ElementIndex(operand.rank()), .values = {}, .in_order = several};
    for_each_start(vectors, number, builder.operand_shape(arrays).rank(), [&](std::size_t d, const ElementIndex& at) {
        const std::int64_t high = operand.dims[d] - sizes[d];
        const Index start = start_or_outside(builder, builder.operand(arrays, at), high);
        update.index[d] = high == 0 ? Index(0) : start;
        update.conditions.push_back({.index = start, .low = 0, .high = high + 1});
    });
    for_each_batch(vectors, number, [&](std::size_t d, const Index& at) { update.index[d] = at; });
    const std::vector<std::size_t> window = window_dimensions(vectors, operand.rank());
    for (std::size_t i = 0; i < window.size(); ++i) {
        const Index& offset = point[outer.size() + i];
        from[static_cast<std::size_t>(s.update_window_dims[i])] = offset;
        update.index[window[i]] = update.index[window[i]] + offset;
    }

    const Computation& computation = builder.called(0);
    const auto as_argument = [&](std::size_t i, ExprId value) {
        return builder.convert(computation[computation.parameters[i]].shape.type, value);
    };
    std::vector<ExprId> arguments;
    for (std::size_t i = 0; i < arrays; ++i) arguments.push_back(as_argument(i, builder.present(i, update.index)));
    for (std::size_t i = 0; i < arrays; ++i)
        arguments.push_back(as_argument(arrays + i, builder.operand(arrays + 1 + i, from)));
    update.values = builder.inline_call(0, arguments, false);
    for (std::size_t i = 0; i < arrays; ++i)
        update.values[i] = builder.convert(builder.operand_shape(i).type, update.values[i]);
    return update;
}

} // namespace

const OpDefinition op_scatter = {.infer = infer_scatter,
                                 .evaluate = evaluate_scatter,
                                 .form = UpdateForm{.update = update_scatter},
                                 .expand_call = scatter_loop,
                                 .cost = Cost::Expensive};

} // namespace hlo2cpp
