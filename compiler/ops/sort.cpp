// sort: a stable sort of the lines along one dimension; the elements of all operands move together, and the computation
// is true if an element belongs in front of another
#include "evaluate/tensor.h"
#include "ops/infer_checks.h"
#include "ops/op.h"
#include "ops/strided.h"
#include "ops/update_loop.h"

namespace hlo2cpp {
namespace {

Shape infer_sort(const InferContext& context) {
    const Shape& first = context.array_operand(0);
    const std::vector<std::int64_t>& dimensions = context.attributes().dimensions;
    if (dimensions.size() != 1) context.fail("it sorts along one dimension, found dimensions=" + list_of(dimensions));
    require_dimension(context, "dimensions", dimensions[0], first);
    const Computation& computation = context.called(0);
    const std::string name = "its computation " + printable(computation.name, 80);
    if (computation.parameters.size() != 2 * context.operand_count())
        context.fail(name + " must take two elements of each operand, " + std::to_string(2 * context.operand_count()) +
                     " parameters, but takes " + std::to_string(computation.parameters.size()));
    if (!same_shape(computation[computation.root].shape, Shape::scalar(ElementType::Pred)))
        context.fail(name + " must give pred[], but gives " + to_string(computation[computation.root].shape));
    std::vector<Shape> results;
    for (std::size_t i = 0; i < context.operand_count(); ++i) {
        const Shape& operand = context.array_operand(i);
        if (operand.dims != first.dims)
            context.fail("its operands must have equal sizes, found " + to_string(first) + " and " +
                         to_string(operand));
        for (const std::size_t k : {2 * i, 2 * i + 1})
            if (!same_shape(computation[computation.parameters[k]].shape, Shape::scalar(operand.type)))
                context.fail("elements of " + to_string(operand) + " do not fit parameter " + std::to_string(k) +
                             " of " + name + ", " + to_string(computation[computation.parameters[k]].shape));
        results.push_back(Shape::array(operand.type, operand.dims));
    }
    return results.size() > 1 ? Shape::tuple_of(std::move(results)) : results[0];
}

// Comparison: true if elements a of the operands belong in front of elements b.
class Before {
public:
    explicit Before(const EvaluateContext& context) : context_(context) {
        for (const Tensor* operand : context.operands)
            for (int i = 0; i < 2; ++i) scalars_.emplace_back(Shape::scalar(operand->shape.type));
        for (const Tensor& scalar : scalars_) arguments_.push_back(&scalar);
    }
    bool operator()(std::int64_t a, std::int64_t b) {
        for (std::size_t i = 0; i < context_.operands.size(); ++i) {
            scalars_[2 * i].copy_element(0, context_.operand(i), a);
            scalars_[2 * i + 1].copy_element(0, context_.operand(i), b);
        }
        return context_.call(context_.instruction.called[0], arguments_, context_.wide).integers()(0) != 0;
    }

private:
    const EvaluateContext& context_;
    std::vector<Tensor> scalars_;
    std::vector<const Tensor*> arguments_;
};

// Merge sort: merges sorted neighbours of 1, 2, 4, ... elements; even an inconsistent comparison is safe.
std::vector<std::int64_t> in_order(std::vector<std::int64_t> elements, Before& before) {
    const std::size_t count = elements.size();
    std::vector<std::int64_t> merged(count);
    for (std::size_t width = 1; width < count; width *= 2) {
        for (std::size_t begin = 0; begin < count; begin += 2 * width) {
            const std::size_t middle = std::min(begin + width, count), end = std::min(middle + width, count);
            std::size_t left = begin, right = middle;
            for (std::size_t to = begin; to < end; ++to) {
                const bool from_right = left == middle || (right < end && before(elements[right], elements[left]));
                merged[to] = elements[from_right ? right++ : left++];
            }
        }
        elements.swap(merged);
    }
    return elements;
}

Tensor evaluate_sort(const EvaluateContext& context) {
    const std::vector<std::int64_t>& dims = context.operand(0).shape.dims;
    const auto dimension = static_cast<std::size_t>(context.attributes().dimensions[0]);
    const std::vector<std::int64_t> strides = row_major_strides(dims);
    std::vector<std::int64_t> lines = dims;
    lines[dimension] = dims[dimension] == 0 ? 0 : 1;
    std::vector<Tensor> results;
    for (const Tensor* operand : context.operands) results.push_back(*operand);
    Before before(context);
    for_each_index(lines, [&](const std::vector<std::int64_t>& line) {
        std::vector<std::int64_t> elements;
        for (std::int64_t k = 0; k < dims[dimension]; ++k)
            elements.push_back(offset_of(line, strides) + k * strides[dimension]);
        const std::vector<std::int64_t> order = in_order(elements, before);
        for (std::size_t i = 0; i < results.size(); ++i)
            for (std::size_t k = 0; k < order.size(); ++k)
                results[i].copy_element(elements[k], context.operand(i), order[k]);
    });
    if (results.size() == 1) return std::move(results[0]);
    Tensor tuple;
    tuple.shape = context.shape();
    tuple.tuple = std::move(results);
    return tuple;
}

Update update_sort(ElementBuilder& builder) {
    const Shape& operand = builder.operand_shape(0);
    const auto dimension = static_cast<std::size_t>(builder.attributes().dimensions[0]);
    std::vector<std::int64_t> lines = operand.dims;
    lines[dimension] = 1;
    Update update = {.index = builder.open_points(lines), .values = {}};
    std::vector<ExprId> elements;
    for (std::size_t i = 0; i < builder.operand_count(); ++i) {
        update.values.push_back(builder.present(i, update.index));
        for (const std::size_t slot : {2 * i, 2 * i + 1})
            elements.push_back(builder.accumulator(slot, builder.operand_shape(i).type));
    }
    const std::int64_t size = operand.dims[dimension];
    update.sort = Sort{.size = size,
                       .first = size, // `fuse` knows what is read
                       .dimension = dimension,
                       .before = builder.inline_call(0, elements, false)[0]};
    return update;
}

} // namespace

const OpDefinition op_sort = {.infer = infer_sort,
                              .evaluate = evaluate_sort,
                              .form = UpdateForm{.update = update_sort},
                              .expand_call = sort_loop,
                              .cost = Cost::Expensive};

} // namespace hlo2cpp
