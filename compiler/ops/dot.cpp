// dot: result[b..., m..., n...] = sum over k... of lhs[b..., m..., k...] * rhs[b..., n..., k...], where dimension
// numbers name the batch (b) and contracted (k) dimensions of the operands, in any order; the free dimensions follow in
// their own order
#include "ops/dot.h"

#include <algorithm>

#include <Eigen/Dense>

#include "ops/infer_checks.h"
#include "ops/op.h"
#include "ops/product_sum.h"
#include "ops/strided.h"

namespace hlo2cpp {
namespace {

std::vector<std::int64_t> joined(std::vector<std::int64_t> a, const std::vector<std::int64_t>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

// Dimensions that are neither batch nor contracted, in order.
std::vector<std::int64_t> free_dimensions(const Shape& shape, const std::vector<std::int64_t>& batch,
                                          const std::vector<std::int64_t>& contracting) {
    std::vector<bool> taken(shape.rank());
    for (const std::int64_t d : joined(batch, contracting)) taken[static_cast<std::size_t>(d)] = true;
    std::vector<std::int64_t> free;
    for (std::size_t d = 0; d < shape.rank(); ++d)
        if (!taken[d]) free.push_back(static_cast<std::int64_t>(d));
    return free;
}

void require_same_sizes(const InferContext& context, const char* what, const std::vector<std::int64_t>& lhs,
                        const std::vector<std::int64_t>& rhs) {
    const std::string shapes = " of " + to_string(context.operand(0)) + " and " + to_string(context.operand(1));
    if (lhs.size() != rhs.size())
        context.fail(std::string(what) + " dimensions " + list_of(lhs) + " and " + list_of(rhs) + shapes +
                     " differ in number");
    for (std::size_t i = 0; i < lhs.size(); ++i)
        if (context.operand(0).dims[static_cast<std::size_t>(lhs[i])] !=
            context.operand(1).dims[static_cast<std::size_t>(rhs[i])])
            context.fail(std::string(what) + " dimensions " + std::to_string(lhs[i]) + " and " +
                         std::to_string(rhs[i]) + shapes + " differ in size");
}

Shape infer_dot(const InferContext& context) {
    context.require_operands(2);
    return infer_dot_shape(context);
}

std::int64_t product_of_sizes(const Shape& shape, const std::vector<std::int64_t>& dimensions) {
    std::int64_t product = 1;
    for (const std::int64_t d : dimensions) product *= shape.dims[static_cast<std::size_t>(d)];
    return product;
}

// c = a * b, row-major matrices of sizes [m,k], [k,n] and [m,n].
template <typename T>
void multiply_matrices(const T* a, const T* b, T* c, std::int64_t m, std::int64_t k, std::int64_t n) {
    if constexpr (std::is_same_v<T, double>) {
        using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
        Eigen::Map<Matrix>(c, m, n).noalias() = Eigen::Map<const Matrix>(a, m, k) * Eigen::Map<const Matrix>(b, k, n);
    } else {
        std::fill_n(c, m * n, T{});
        for (std::int64_t i = 0; i < m; ++i)
            for (std::int64_t j = 0; j < k; ++j)
                for (std::int64_t l = 0; l < n; ++l) c[i * n + l] += a[i * k + j] * b[j * n + l];
    }
}

Tensor evaluate_dot(const EvaluateContext& context) {
    const DotDimensions& dot = *context.attributes().dot;
    const Shape& lhs = context.operand(0).shape;
    const Shape& rhs = context.operand(1).shape;
    const std::vector<std::int64_t> rows = free_dimensions(lhs, dot.lhs_batch, dot.lhs_contracting);
    const std::vector<std::int64_t> columns = free_dimensions(rhs, dot.rhs_batch, dot.rhs_contracting);
    const std::int64_t batches = product_of_sizes(lhs, dot.lhs_batch), m = product_of_sizes(lhs, rows),
                       k = product_of_sizes(lhs, dot.lhs_contracting), n = product_of_sizes(rhs, columns);
    const ElementType type = accumulate_type(context.shape().type, lhs.type, rhs.type);
    return with_sum_type(type, [&](auto zero) {
        using T = decltype(zero);
        const Elements<T> a = elements_as<T>(
            type, transposed(context.operand(0), joined(dot.lhs_batch, joined(rows, dot.lhs_contracting))));
        const Elements<T> b = elements_as<T>(
            type, transposed(context.operand(1), joined(dot.rhs_batch, joined(dot.rhs_contracting, columns))));
        Elements<T> sums(context.shape().elements());
        for (std::int64_t batch = 0; batch < batches; ++batch)
            multiply_matrices(a.data() + batch * m * k, b.data() + batch * k * n, sums.data() + batch * m * n, m, k, n);
        return from_sums(context.shape(), sums);
    });
}

std::vector<ExprId> element_dot(ElementBuilder& builder, const ElementIndex& index) {
    const DotDimensions& dot = *builder.attributes().dot;
    const Shape& lhs = builder.operand_shape(0);
    const Shape& rhs = builder.operand_shape(1);
    std::vector<std::int64_t> sizes;
    for (const std::int64_t d : dot.lhs_contracting) sizes.push_back(lhs.dims[static_cast<std::size_t>(d)]);
    const std::vector<Index> contracted = builder.open_reduction(sizes);
    if (lhs.elements() == 0 || rhs.elements() == 0) return close_empty_sum(builder);

    ElementIndex lhs_index(lhs.rank()), rhs_index(rhs.rank());
    std::size_t next = 0; // dimension of the result
    for (std::size_t i = 0; i < dot.lhs_batch.size(); ++i, ++next) {
        lhs_index[static_cast<std::size_t>(dot.lhs_batch[i])] = index[next];
        rhs_index[static_cast<std::size_t>(dot.rhs_batch[i])] = index[next];
    }
    for (const std::int64_t d : free_dimensions(lhs, dot.lhs_batch, dot.lhs_contracting))
        lhs_index[static_cast<std::size_t>(d)] = index[next++];
    for (const std::int64_t d : free_dimensions(rhs, dot.rhs_batch, dot.rhs_contracting))
        rhs_index[static_cast<std::size_t>(d)] = index[next++];
    for (std::size_t i = 0; i < contracted.size(); ++i) {
        lhs_index[static_cast<std::size_t>(dot.lhs_contracting[i])] = contracted[i];
        rhs_index[static_cast<std::size_t>(dot.rhs_contracting[i])] = contracted[i];
    }
    return close_product_sum(builder, builder.operand(0, lhs_index), builder.operand(1, rhs_index), {});
}

} // namespace

Shape infer_dot_shape(const InferContext& context) {
    const Shape& lhs = context.array_operand(0);
    const Shape& rhs = context.array_operand(1);
    context.require(context.attributes().dot.has_value(), "it has no dot dimension numbers");
    const DotDimensions& dot = *context.attributes().dot;
    require_dimensions(context, "lhs_batch_dims and lhs_contracting_dims", joined(dot.lhs_batch, dot.lhs_contracting),
                       lhs);
    require_dimensions(context, "rhs_batch_dims and rhs_contracting_dims", joined(dot.rhs_batch, dot.rhs_contracting),
                       rhs);
    require_same_sizes(context, "batch", dot.lhs_batch, dot.rhs_batch);
    require_same_sizes(context, "contracting", dot.lhs_contracting, dot.rhs_contracting);
    require_product_types(context);
    std::vector<std::int64_t> dims;
    const auto append = [&](const Shape& shape, const std::vector<std::int64_t>& dimensions) {
        for (const std::int64_t d : dimensions) dims.push_back(shape.dims[static_cast<std::size_t>(d)]);
    };
    append(lhs, dot.lhs_batch);
    append(lhs, free_dimensions(lhs, dot.lhs_batch, dot.lhs_contracting));
    append(rhs, free_dimensions(rhs, dot.rhs_batch, dot.rhs_contracting));
    return inferred_array(context, context.instruction.shape.type, std::move(dims));
}

const OpDefinition op_dot = {.infer = infer_dot,
                             .evaluate = evaluate_dot,
                             .form = ElementForm{.element = element_dot},
                             .cost = Cost::Expensive,
                             .access = Access::Overlapping};

} // namespace hlo2cpp
