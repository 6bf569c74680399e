// cholesky: of each symmetric (Hermitian) matrix a, of which one triangle is read, the triangular matrix l with
// positive diagonal and l l^H = a (upper: l^H l = a), zero in the other triangle; all NaN where there is none
#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "evaluate/tensor.h"
#include "ops/elementwise.h"
#include "ops/expansion.h"

namespace hlo2cpp {
namespace {

Shape infer(const InferContext& context) {
    context.require_operands(1);
    const Shape& operand = context.operand(0);
    const std::size_t rank = operand.rank();
    if (rank < 2 || operand.dims[rank - 1] != operand.dims[rank - 2])
        context.fail("its operand must hold square matrices in its last two dimensions, found " + to_string(operand));
    return shape_like(operand, operand.type);
}

// One matrix, row by row, in place; reads the triangle that it writes. Element (i, j) of the lower triangle is
// m[i * row + j * column]; that of a transposed Hermitian matrix, too, gives the transpose of what is wanted.
template <typename Number>
bool decompose(Number* m, std::int64_t n, std::int64_t row, std::int64_t column) {
    for (std::int64_t i = 0; i < n; ++i) {
        for (std::int64_t j = 0; j <= i; ++j) {
            Number rest = m[i * row + j * column];
            for (std::int64_t k = 0; k < j; ++k) {
                const Number factor = Eigen::numext::conj(m[j * row + k * column]);
                rest -= m[i * row + k * column] * factor;
            }
            const double pivot = Eigen::numext::real(rest);
            if (i == j && !(pivot > 0)) return false;
            m[i * row + j * column] = i == j ? Number(std::sqrt(pivot)) : rest / m[j * row + j * column];
        }
        for (std::int64_t j = i + 1; j < n; ++j) m[i * row + j * column] = 0;
    }
    return true;
}

Tensor evaluate(const EvaluateContext& context) {
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

// Column by column: column j of l is what is left of a's, after the columns before it, by the root of its diagonal.
struct Columns {
    std::int64_t batch, n;

    Expansion::Values next(Expansion& e, InstructionId j, const Expansion::Values& state, InstructionId a) const {
        const InstructionId l = state[0], zero = e.integer(e.shape_of(j), 0);
        const ElementType type = e.shape_of(a).type;
        const Shape vectors = Shape::array(type, {batch, n});
        const InstructionId row = e.reshape(e.piece(l, {zero, j, zero}, {batch, 1, n}), {batch, n});
        const InstructionId column = e.reshape(e.piece(a, {zero, zero, j}, {batch, n, 1}), {batch, n});
        const DotDimensions by_row{.lhs_contracting = {2}, .rhs_contracting = {1}, .lhs_batch = {0}, .rhs_batch = {0}};
        const InstructionId rest = e.binary(Opcode::Subtract, column, e.dot(l, e.conjugate(row), by_row, vectors));
        const InstructionId pivot = e.real(e.reshape(e.piece(rest, {zero, j}, {batch, 1}), {batch}));
        const InstructionId root = e.convert(type, e.spread(e.unary(Opcode::Sqrt, pivot), vectors.dims, {0}));
        const InstructionId i = e.iota(Shape::array(e.shape_of(j).type, {batch, n}), 1);
        const InstructionId diagonal = e.broadcast(j, {batch, n});
        const InstructionId part = e.select(e.compare(ComparisonDirection::Gt, i, diagonal),
                                            e.binary(Opcode::Divide, rest, root), e.number(vectors, 0));
        const InstructionId made = e.select(e.compare(ComparisonDirection::Eq, i, diagonal), root, part);
        const InstructionId positive = e.compare(ComparisonDirection::Gt, pivot, e.number(e.shape_of(pivot), 0));
        return {e.with_piece(l, {zero, zero, j}, e.reshape(made, {batch, n, 1})),
                e.binary(Opcode::And, state[1], positive)};
    }
};

InstructionId expand(Expansion& e) {
    const Shape& shape = e.shape();
    const std::int64_t n = shape.dims.back();
    if (shape.elements() == 0) return e.operand(0);
    const Columns columns{.batch = shape.elements() / (n * n), .n = n};
    const ElementType type = is_narrow_float(shape.type) ? ElementType::F32 : shape.type;
    const Shape matrices = Shape::array(type, {columns.batch, n, n});
    InstructionId a = e.reshape(e.convert(type, e.operand(0)), matrices.dims);
    if (!e.attributes().lower) a = e.transpose(a, {0, 2, 1});
    const InstructionId all = e.integer(Shape::array(ElementType::Pred, {columns.batch}), 1);
    const Expansion::Values made =
        e.loop(n, {e.number(matrices, 0), all}, {a},
               [&](Expansion& inside, InstructionId j, const Expansion::Values& state, const Expansion::Values& read) {
                   return columns.next(inside, j, state, read[0]);
               });
    const InstructionId exists = e.spread(made[1], matrices.dims, {0});
    InstructionId l = e.select(exists, made[0], e.number(matrices, std::numeric_limits<double>::quiet_NaN()));
    if (!e.attributes().lower) l = e.transpose(l, {0, 2, 1});
    return e.convert(shape.type, e.reshape(l, shape.dims));
}

} // namespace

const OpDefinition op_cholesky = {.kinds = kFloat | kComplex,
                                  .infer = infer,
                                  .evaluate = evaluate,
                                  .form = ExpandForm{.expand = expand},
                                  .cost = Cost::Expensive};

} // namespace hlo2cpp
