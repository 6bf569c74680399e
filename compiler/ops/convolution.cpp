// convolution: result[n, o, p...] = sum over k... and i of input[n, i, e(p, k)...] * kernel[k..., i, o], where e is the
// element that the window sees (window.h) and dim_labels give the order of dimensions. With feature groups, the input
// features and the output features fall into that many parts, and each output part is computed from its input part;
// with batch groups, batches and output features do. A reversed window reads its kernel backwards.
#include <algorithm>

#include "ops/infer_checks.h"
#include "ops/op.h"
#include "ops/product_sum.h"
#include "ops/strided.h"
#include "ops/window.h"
#include "support/index.h"

namespace hlo2cpp {
namespace {

// Dimensions of an input (or output): batch, spatial, features; of a kernel: spatial, input features, output features.
std::vector<std::int64_t> order_of(std::int64_t batch, std::vector<std::int64_t> spatial, std::int64_t feature) {
    spatial.insert(spatial.begin(), batch);
    spatial.push_back(feature);
    return spatial;
}

std::vector<std::int64_t> kernel_order(const ConvolutionDimensions& c) {
    std::vector<std::int64_t> order = c.kernel_spatial;
    order.push_back(c.kernel_input_feature);
    order.push_back(c.kernel_output_feature);
    return order;
}

void check_dimension_numbers(const InferContext& context, const ConvolutionDimensions& c) {
    const std::size_t rank = context.attributes().window.size() + 2;
    const auto check = [&](const char* what, const std::vector<std::int64_t>& order, const Shape& shape) {
        if (shape.rank() != rank || order.size() != rank)
            context.fail("dim_labels and window must fit the rank of " + to_string(shape) + ", the " + what + ": " +
                         std::to_string(order.size()) + " labels, " + std::to_string(rank - 2) + " window dimensions");
        require_dimensions(context, "dim_labels", order, shape);
    };
    check("input", order_of(c.input_batch, c.input_spatial, c.input_feature), context.array_operand(0));
    check("kernel", kernel_order(c), context.array_operand(1));
    check("input, which the result has too", order_of(c.output_batch, c.output_spatial, c.output_feature),
          context.operand(0));
}

void check_groups(const InferContext& context, const ConvolutionDimensions& c) {
    const Shape& input = context.operand(0);
    const Shape& kernel = context.operand(1);
    const std::int64_t features = context.attributes().feature_group_count,
                       batches = context.attributes().batch_group_count;
    const std::string shapes = " (input " + to_string(input) + ", kernel " + to_string(kernel) + ")";
    if (features < 1 || batches < 1 || (features > 1 && batches > 1))
        context.fail("feature_group_count " + std::to_string(features) + " and batch_group_count " +
                     std::to_string(batches) + " must be positive, and one of them 1");
    const std::int64_t input_features = input.dims[at(c.input_feature)],
                       kernel_features = kernel.dims[at(c.kernel_input_feature)],
                       output_features = kernel.dims[at(c.kernel_output_feature)];
    if (input_features % features != 0 || input_features / features != kernel_features)
        context.fail("input features " + std::to_string(input_features) + " must be feature_group_count " +
                     std::to_string(features) + " times the kernel's " + std::to_string(kernel_features) + shapes);
    if (output_features % features != 0)
        context.fail("output features " + std::to_string(output_features) +
                     " must be divisible by feature_group_count " + std::to_string(features) + shapes);
    if (output_features % batches != 0 || input.dims[at(c.input_batch)] % batches != 0)
        context.fail("output features " + std::to_string(output_features) + " and batches " +
                     std::to_string(input.dims[at(c.input_batch)]) + " must be divisible by batch_group_count " +
                     std::to_string(batches) + shapes);
}

Shape infer_convolution(const InferContext& context) {
    context.require_operands(2);
    context.require(context.attributes().convolution.has_value(), "it has no dim_labels");
    const ConvolutionDimensions& c = *context.attributes().convolution;
    check_dimension_numbers(context, c);
    check_groups(context, c);
    require_product_types(context);
    const Shape& input = context.operand(0);
    const Shape& kernel = context.operand(1);
    std::vector<std::int64_t> dims(input.rank());
    dims[at(c.output_batch)] = input.dims[at(c.input_batch)] / context.attributes().batch_group_count;
    dims[at(c.output_feature)] = kernel.dims[at(c.kernel_output_feature)];
    for (std::size_t d = 0; d < c.input_spatial.size(); ++d) {
        const std::int64_t kernel_size = kernel.dims[at(c.kernel_spatial[d])];
        if (kernel_size != context.attributes().window[d].size)
            context.fail("window size " + std::to_string(context.attributes().window[d].size) +
                         " of spatial dimension " + std::to_string(d) + " is not that of the kernel " +
                         to_string(kernel) + ", " + std::to_string(kernel_size));
        dims[at(c.output_spatial[d])] = window_places(context, d, input.dims[at(c.input_spatial[d])]);
    }
    return inferred_array(context, context.instruction.shape.type, std::move(dims));
}

// A point of the kernel that sees an element of the input from one place, as offsets of elements.
struct Point {
    std::int64_t input = 0;  // of [spatial..., feature]
    std::int64_t kernel = 0; // of [spatial..., input feature, output feature]
};

std::vector<Point> visible_points(const Window& window, const std::vector<std::int64_t>& place, const Shape& input,
                                  const Shape& kernel) {
    const std::vector<std::int64_t> input_strides = row_major_strides(input.dims);
    const std::vector<std::int64_t> kernel_strides = row_major_strides(kernel.dims);
    std::vector<std::int64_t> sizes;
    for (const WindowDimension& w : window) sizes.push_back(w.size);
    std::vector<Point> points;
    for_each_index(sizes, [&](const std::vector<std::int64_t>& k) {
        Point point;
        for (std::size_t d = 0; d < window.size(); ++d) {
            const auto element = window_element(window[d], input.dims[d + 1], place[d], k[d]);
            if (!element) return;
            point.input += *element * input_strides[d + 1];
            point.kernel += (window[d].reversal ? window[d].size - 1 - k[d] : k[d]) * kernel_strides[d];
        }
        points.push_back(point);
    });
    return points;
}

Tensor evaluate_convolution(const EvaluateContext& context) {
    const Attributes& attributes = context.attributes();
    const ConvolutionDimensions& c = *attributes.convolution;
    const Tensor input = transposed(context.operand(0), order_of(c.input_batch, c.input_spatial, c.input_feature));
    const Tensor kernel = transposed(context.operand(1), kernel_order(c));
    // The result is [batch, spatial..., feature] until its dimensions are put in order at the end.
    const std::vector<std::int64_t> order = order_of(c.output_batch, c.output_spatial, c.output_feature);
    Shape ordered = Shape::array(context.shape().type, {});
    for (const std::int64_t d : order) ordered.dims.push_back(context.shape().dims[at(d)]);
    const std::vector<std::int64_t> places(ordered.dims.begin() + 1, ordered.dims.end() - 1);

    const std::int64_t batches = ordered.dims.front(), features = ordered.dims.back();
    const std::int64_t groups = std::max(attributes.feature_group_count, attributes.batch_group_count);
    const std::int64_t group_features = features / groups;
    const std::int64_t kernel_inputs = context.operand(1).shape.dims[at(c.kernel_input_feature)];
    const std::int64_t batch_stride = row_major_strides(input.shape.dims)[0];
    // The stride between groups, along features or batches.
    const std::int64_t group_stride = attributes.feature_group_count > 1 ? kernel_inputs : batches * batch_stride;

    const ElementType type = accumulate_type(context.shape().type, input.shape.type, kernel.shape.type);
    const Tensor result = with_sum_type(type, [&](auto zero) {
        using T = decltype(zero);
        const Elements<T> a = elements_as<T>(type, input), b = elements_as<T>(type, kernel);
        Elements<T> sums(ordered.elements());
        if (sums.size() == 0) return from_sums(ordered, sums);
        std::int64_t place_number = 0;
        const std::int64_t batch_results = sums.size() / batches;
        for_each_index(places, [&](const std::vector<std::int64_t>& place) {
            const std::vector<Point> points = visible_points(attributes.window, place, input.shape, kernel.shape);
            for (std::int64_t n = 0; n < batches; ++n) {
                T* sum = sums.data() + n * batch_results + place_number * features;
                for (const Point& point : points) {
                    for (std::int64_t g = 0; g < groups; ++g) {
                        const T* x = a.data() + n * batch_stride + g * group_stride + point.input;
                        const T* w = b.data() + point.kernel + g * group_features;
                        T* y = sum + g * group_features;
                        for (std::int64_t i = 0; i < kernel_inputs; ++i)
                            for (std::int64_t o = 0; o < group_features; ++o) y[o] += x[i] * w[i * features + o];
                    }
                }
            }
            ++place_number;
        });
        return from_sums(ordered, sums);
    });
    std::vector<std::int64_t> back(order.size());
    for (std::size_t d = 0; d < order.size(); ++d) back[at(order[d])] = static_cast<std::int64_t>(d);
    Tensor in_order = transposed(result, back);
    in_order.shape = context.shape();
    return in_order;
}

std::vector<ExprId> element_convolution(ElementBuilder& builder, const ElementIndex& index) {
    const Attributes& attributes = builder.attributes();
    const ConvolutionDimensions& c = *attributes.convolution;
    const Shape& input = builder.operand_shape(0);
    const Shape& kernel = builder.operand_shape(1);
    IndexSpace& space = builder.space();
    std::vector<std::int64_t> sizes;
    for (const std::int64_t d : c.kernel_spatial) sizes.push_back(kernel.dims[at(d)]);
    sizes.push_back(kernel.dims[at(c.kernel_input_feature)]);
    const std::vector<Index> points = builder.open_reduction(sizes);
    if (input.elements() == 0 || kernel.elements() == 0) return close_empty_sum(builder);

    const Index feature = index[at(c.output_feature)];
    const std::int64_t output_features = builder.shape().dims[at(c.output_feature)];
    const auto group = [&](std::int64_t groups) { return space.floor_divide(feature, output_features / groups); };
    ElementIndex input_index(input.rank()), kernel_index(kernel.rank());
    input_index[at(c.input_batch)] =
        group(attributes.batch_group_count) * builder.shape().dims[at(c.output_batch)] + index[at(c.output_batch)];
    input_index[at(c.input_feature)] =
        group(attributes.feature_group_count) * kernel.dims[at(c.kernel_input_feature)] + points.back();
    kernel_index[at(c.kernel_input_feature)] = points.back();
    kernel_index[at(c.kernel_output_feature)] = feature;
    std::vector<Condition> conditions;
    for (std::size_t d = 0; d < c.input_spatial.size(); ++d) {
        const WindowDimension& w = attributes.window[d];
        input_index[at(c.input_spatial[d])] = window_index(builder, w, input.dims[at(c.input_spatial[d])],
                                                           index[at(c.output_spatial[d])], points[d], conditions);
        kernel_index[at(c.kernel_spatial[d])] = w.reversal ? Index(w.size - 1) - points[d] : points[d];
    }
    if (never_hold(space, conditions)) return close_empty_sum(builder);
    return close_product_sum(builder, builder.operand(0, input_index), builder.operand(1, kernel_index),
                             std::move(conditions));
}

} // namespace

const OpDefinition op_convolution = {.infer = infer_convolution,
                                     .evaluate = evaluate_convolution,
                                     .form = ElementForm{.element = element_convolution},
                                     .cost = Cost::Expensive,
                                     .access = Access::Overlapping};

} // namespace hlo2cpp
