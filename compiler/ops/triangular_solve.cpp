// triangular-solve: x with op(a) x = b (left side) or x op(a) = b, for each matrix b and each triangular a, of which
// one triangle is read; op is the transpose, the conjugate transpose, or nothing. A unit diagonal of a is not read
// either.
#include <algorithm>

#include "evaluate/tensor.h"
#include "linalg/library_call.h"
#include "ops/elementwise.h"
#include "ops/expansion.h"

namespace hlo2cpp {
namespace {

Shape infer_triangular_solve(const InferContext& context) {
    context.require_operands(2);
    require_kind(context, 1, kFloat | kComplex);
    context.require(context.attributes().triangular_solve.has_value(), "it has no options");
    const Shape& a = context.operand(0);
    const Shape& b = context.operand(1);
    const std::string shapes = ", found " + to_string(a) + " and " + to_string(b);
    const std::size_t rank = a.rank();
    if (rank < 2 || a.dims[rank - 1] != a.dims[rank - 2])
        context.fail("its first operand must hold square matrices in its last two dimensions" + shapes);
    if (a.type != b.type || b.rank() != rank || !std::equal(a.dims.begin(), a.dims.end() - 2, b.dims.begin()))
        context.fail("its operands must have one type and equal batch dimensions" + shapes);
    const std::size_t side = context.attributes().triangular_solve->left_side ? rank - 2 : rank - 1;
    if (b.dims[side] != a.dims[rank - 1])
        context.fail("dimension " + std::to_string(side) + " of its second operand must be as large as the matrices" +
                     shapes);
    return shape_like(b, b.type);
}

// Both sides become op(a) x = b, because x op(a) = b is op(a)^T x^T = b^T.
struct System {
    std::int64_t batch, size, columns; // a is [batch, size, size], b [batch, size, columns]
    bool transpose_a, transpose_b;
    bool conjugate; // a
    bool lower;     // op(a), as it is used here
    bool unit_diagonal;
};

System system_of(const Shape& b, const TriangularSolveOptions& options) {
    const std::size_t rank = b.rank(), side = options.left_side ? rank - 2 : rank - 1;
    System system = {.batch = 1,
                     .size = b.dims[side],
                     .columns = b.dims[2 * rank - 3 - side],
                     .transpose_a = options.transpose == options.left_side,
                     .transpose_b = !options.left_side,
                     .conjugate = options.conjugate,
                     .lower = false,
                     .unit_diagonal = options.unit_diagonal};
    for (std::size_t d = 0; d + 2 < rank; ++d) system.batch *= b.dims[d];
    system.lower = options.lower != system.transpose_a;
    return system;
}

// Solves one system; element (i, j) of op(a) is a[i * row + j * column].
template <typename Number>
struct Matrix {
    Number* at;
    std::int64_t row, column;
    Number& operator()(std::int64_t i, std::int64_t j) const { return at[i * row + j * column]; }
};

template <typename Number>
void solve(const System& system, const Matrix<Number>& a, const Matrix<Number>& x) {
    for (std::int64_t step = 0; step < system.size; ++step) {
        const std::int64_t i = system.lower ? step : system.size - 1 - step;
        const std::int64_t begin = system.lower ? 0 : i + 1, end = system.lower ? i : system.size;
        for (std::int64_t column = 0; column < system.columns; ++column) {
            Number rest = x(i, column);
            for (std::int64_t j = begin; j < end; ++j) rest -= a(i, j) * x(j, column);
            x(i, column) = system.unit_diagonal ? rest : rest / a(i, i);
        }
    }
}

Tensor evaluate_triangular_solve(const EvaluateContext& context) {
    Tensor a = context.operand(0), x = context.take(1);
    const System system = system_of(x.shape, *context.attributes().triangular_solve);
    const std::int64_t n = system.size, k = system.columns;
    const ElementType type = rounded_type(context, x.shape.type);
    const auto solve_all = [&]<typename Numbers>(Numbers& matrices, Numbers& sides) {
        using Number = typename Numbers::Scalar;
        if constexpr (!std::is_same_v<Number, double>)
            if (system.conjugate)
                for (Number& number : matrices) number = std::conj(number);
        for (std::int64_t i = 0; i < system.batch; ++i) {
            Number* const matrix = matrices.data() + i * n * n;
            Number* const side = sides.data() + i * n * k;
            solve(system, system.transpose_a ? Matrix<Number>{matrix, 1, n} : Matrix<Number>{matrix, n, 1},
                  system.transpose_b ? Matrix<Number>{side, 1, n} : Matrix<Number>{side, k, 1});
        }
        for (Number& number : sides) number = round_to(type, number);
    };
    if (is_complex(type))
        solve_all(a.complexes(), x.complexes());
    else
        solve_all(a.reals(), x.reals());
    return x;
}

InstructionId expand_triangular_solve(Expansion& e) {
    const Shape& shape = e.shape();
    if (shape.elements() == 0) return e.operand(1);
    const TriangularSolveOptions& given = *e.attributes().triangular_solve;
    const LinalgOptions options = {.lower = given.lower,
                                   .left = given.left_side,
                                   .transpose = given.transpose,
                                   .conjugate = given.conjugate,
                                   .unit_diagonal = given.unit_diagonal};
    const ElementType type = is_narrow_float(shape.type) ? ElementType::F32 : shape.type;
    const Expansion::Values made = expand_function(e, linalg_triangular_solve, options,
                                                   {e.convert(type, e.operand(0)), e.convert(type, e.operand(1))});
    return e.convert(shape.type, made[0]);
}

} // namespace

const OpDefinition op_triangular_solve = {.kinds = kFloat | kComplex,
                                          .infer = infer_triangular_solve,
                                          .evaluate = evaluate_triangular_solve,
                                          .form = ExpandForm{.expand = expand_triangular_solve},
                                          .cost = Cost::Expensive};

} // namespace hlo2cpp
