// potrf: a = l l^H (u^H u), column by column of l (row by row of u); each column's outer product is subtracted from the
// rest at once. info is the first row whose diagonal is not positive, from 1, or 0. The other triangle stays a's.
#include "evaluate/linear_algebra.h"
#include "linalg/checks.h"

namespace hlo2cpp {
namespace {

// Most rows of a matrix that is read down its columns; a larger one has a contiguous copy of the column beside it.
constexpr std::int64_t kMostStrided = 8;

std::vector<Shape> cholesky_results(const InferContext& context, const LinalgOptions&,
                                    const std::vector<Shape>& arrays) {
    require_square(context, arrays[0]);
    return {arrays[0], scalar_info()};
}

std::vector<Variable> build_cholesky(LoopCode& code, const LinalgOptions& options,
                                     const std::vector<Variable>& arrays) {
    const Variable a = arrays[0], info = code.variable(code.index(0));
    const std::int64_t n = rows(code.shape(a));
    const ElementType type = code.shape(a).type;
    const bool strided = n <= kMostStrided;
    const Variable line = strided ? a : code.zeros(type, {n}); // the conjugate column of l, or row of u: side by side
    const auto of_line = [&](LoopCode& c, Variable j, Variable i) {
        if (!strided) return c.at(line, {i});
        return options.lower ? conj(c.at(a, {i, j})) : c.at(a, {j, i});
    };
    code.loop(0, n, [&](LoopCode& c, Variable j) {
        const Variable diagonal = c.variable(real(c.at(a, {j, j})));
        const Scalar positive = c[diagonal] > 0.0;
        c.set(info, select((c[info] == c.index(0)) && !positive, c[j] + c.index(1), c[info]));
        const Variable root = c.variable(to(type, sqrt(c[diagonal])));
        c.put(a, {j, j}, c[root]);
        c.loop(c[j] + c.index(1), n, [&](LoopCode& d, Variable i) {
            const Variable x = d.variable((options.lower ? d.at(a, {i, j}) : d.at(a, {j, i})) / d[root]);
            if (options.lower)
                d.put(a, {i, j}, d[x]);
            else
                d.put(a, {j, i}, d[x]);
            if (!strided) d.put(line, {i}, options.lower ? conj(d[x]) : d[x]);
        });
        c.loop(c[j] + c.index(1), n, [&](LoopCode& d, Variable i) {
            const Variable x = d.variable(conj(of_line(d, j, i)));
            const LoopIndex begin = options.lower ? LoopIndex(d[j] + d.index(1)) : LoopIndex(i);
            const LoopIndex end = options.lower ? LoopIndex(d[i] + d.index(1)) : LoopIndex(n);
            d.loop(begin, end, [&](LoopCode& f, Variable k) {
                f.put(a, {i, k}, f.at(a, {i, k}) - f[x] * of_line(f, j, k));
            });
        });
    });
    return {a, info};
}

} // namespace

const LinalgFunction linalg_cholesky = {
    .ranks = {2}, .results = cholesky_results, .build = build_cholesky, .evaluate = evaluate_cholesky};

} // namespace hlo2cpp
