// gehrd: q^H a q is zero below its subdiagonal.
#include "linalg/hessenberg.h"

#include "linalg/checks.h"
#include "linalg/equations.h"
#include "linalg/householder.h"

namespace hlo2cpp {

void reduce_to_hessenberg(LoopCode& code, Variable a, Variable tau, std::int64_t low, std::int64_t high) {
    const ElementType type = code.shape(a).type;
    code.loop(low, high - 1, [&](LoopCode& c, Variable k) {
        const Variable next = c.variable(c[k] + c.index(1));
        const VectorIn v = column_of(a, k);
        const Reflector h = make_reflector(c, type, c.at(a, {next, k}), c[k] + c.index(2), high, v);
        c.put(tau, {k}, c[h.tau]);
        c.put(a, {next, k}, to(type, c[h.beta]));
        transform(c, c[h.tau], next, high, v, a, next, high);
    });
}

namespace {

std::vector<Shape> hessenberg_results(const InferContext& context, const LinalgOptions& options,
                                      const std::vector<Shape>& arrays) {
    require_square(context, arrays[0]);
    const std::int64_t n = rows(arrays[0]);
    context.require(options.low >= 1 && options.high <= n, "its rows from " + std::to_string(options.low) + " to " +
                                                               std::to_string(options.high) + " are not in " +
                                                               to_string(arrays[0]));
    return {arrays[0], Shape::array(arrays[0].type, {std::max<std::int64_t>(n - 1, 0)}), scalar_info()};
}

std::vector<Variable> build_hessenberg(LoopCode& code, const LinalgOptions& options,
                                       const std::vector<Variable>& arrays) {
    const Shape shape = code.shape(arrays[0]);
    const Variable tau = code.zeros(shape.type, {std::max<std::int64_t>(rows(shape) - 1, 0)});
    reduce_to_hessenberg(code, arrays[0], tau, options.low - 1, options.high);
    return {arrays[0], tau, code.variable(code.index(0))};
}

} // namespace

const LinalgFunction linalg_hessenberg = {
    .ranks = {2}, .results = hessenberg_results, .build = build_hessenberg, .equations = hessenberg_equations};

} // namespace hlo2cpp
