// cholesky: for each symmetric (Hermitian) matrix a, of which one triangle is read, the triangular matrix l with
// positive diagonal and l l^H = a (upper: l^H l = a), zero in the other triangle; all NaN if there is none
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <type_traits>

#include "evaluate/tensor.h"
#include "linalg/library_call.h"
#include "ops/elementwise.h"
#include "ops/expansion.h"

namespace hlo2cpp {
namespace {

Shape infer_cholesky(const InferContext& context) {
    context.require_operands(1);
    const Shape& operand = context.operand(0);
    const std::size_t rank = operand.rank();
    if (rank < 2 || operand.dims[rank - 1] != operand.dims[rank - 2])
        context.fail("its operand must hold square matrices in its last two dimensions, found " + to_string(operand));
    return shape_like(operand, operand.type);
}

double conjugate(double x) {
    return x;
}
std::complex<double> conjugate(const std::complex<double>& x) {
    return std::conj(x);
}

// Decomposes one matrix, row by row, in place; reads the triangle that it writes. Element (i, j) of the lower triangle
// is m[i * row + j * column]. With the strides of the transposed Hermitian matrix the result is the upper triangle.
template <typename Number>
bool decompose(Number* m, std::int64_t n, std::int64_t row, std::int64_t column) {
    for (std::int64_t i = 0; i < n; ++i) {
        for (std::int64_t j = 0; j <= i; ++j) {
            Number rest = m[i * row + j * column];
            for (std::int64_t k = 0; k < j; ++k) {
                const Number factor = conjugate(m[j * row + k * column]);
                rest -= m[i * row + k * column] * factor;
            }
            const double pivot = std::real(rest);
            if (i == j && !(pivot > 0)) return false;
            m[i * row + j * column] = i == j ? Number(std::sqrt(pivot)) : rest / m[j * row + j * column];
        }
        for (std::int64_t j = i + 1; j < n; ++j) m[i * row + j * column] = 0;
    }
    return true;
}

Tensor evaluate_cholesky(const EvaluateContext& context) {
    Tensor result = context.take(0);
    const std::int64_t n = result.shape.dims.back(), elements = result.elements();
    const bool lower = context.attributes().lower;
    const ElementType type = rounded_type(context, result.shape.type);
    const auto decompose_all = [&](auto* numbers) {
        for (auto* matrix = numbers; matrix != numbers + elements; matrix += n * n) {
            const bool exists = decompose(matrix, n, lower ? n : 1, lower ? 1 : n);
            const double nan = std::numeric_limits<double>::quiet_NaN();
            std::transform(matrix, matrix + n * n, matrix, [&](const auto& number) {
                return exists ? round_to(type, number) : std::decay_t<decltype(number)>(nan);
            });
        }
    };
    if (is_complex(type))
        decompose_all(result.complexes().data());
    else
        decompose_all(result.reals().data());
    return result;
}

void clear_triangle(LoopCode& code, Variable a, bool upper) {
    code.loop(1, code.shape(a).dims[0], [&](LoopCode& c, Variable i) {
        c.loop(0, i, [&](LoopCode& d, Variable j) {
            const Scalar zero = d.number(code.shape(a).type, 0);
            if (upper)
                d.put(a, {j, i}, zero);
            else
                d.put(a, {i, j}, zero);
        });
    });
}

InstructionId expand_cholesky(Expansion& e) {
    const Shape& shape = e.shape();
    if (shape.elements() == 0) return e.operand(0);
    const bool lower = e.attributes().lower;
    const ElementType type = is_narrow_float(shape.type) ? ElementType::F32 : shape.type;
    const std::vector<std::int64_t> batch(shape.dims.begin(), shape.dims.end() - 2);
    const Shape matrix = Shape::array(type, {shape.dims.back(), shape.dims.back()});
    const auto decomposed = [&](LoopCode& code, const std::vector<Variable>& arrays) {
        const std::vector<Variable> made = linalg_cholesky.build(code, {.lower = lower}, arrays);
        clear_triangle(code, made[0], lower);
        return made;
    };
    const Expansion::Values made = each_matrix(e, {e.convert(type, e.operand(0))}, batch,
                                               {matrix, Shape::scalar(ElementType::S32)}, decomposed); // l, info
    const InstructionId exists =
        e.compare(ComparisonDirection::Eq, made[1], e.integer(e.shape_of(made[1]), 0)); // one per matrix
    std::vector<std::int64_t> dimensions(batch.size());
    std::iota(dimensions.begin(), dimensions.end(), 0);
    const InstructionId nan = e.number(e.shape_of(made[0]), std::numeric_limits<double>::quiet_NaN());
    return e.convert(shape.type, e.select(e.spread(exists, shape.dims, dimensions), made[0], nan));
}

} // namespace

const OpDefinition op_cholesky = {.kinds = kFloat | kComplex,
                                  .infer = infer_cholesky,
                                  .evaluate = evaluate_cholesky,
                                  .form = ExpandForm{.expand = expand_cholesky},
                                  .cost = Cost::Expensive};

} // namespace hlo2cpp
