#include "linalg/equations.h"

#include <cmath>

#include "linalg/equation_matrices.h"

namespace hlo2cpp {
namespace {

ComplexMatrix upper_triangle(const ComplexMatrix& a, Eigen::Index rows) {
    ComplexMatrix upper = a.topRows(rows);
    for (Eigen::Index j = 0; j < upper.cols(); ++j)
        for (Eigen::Index i = j + 1; i < rows; ++i) upper(i, j) = 0;
    return upper;
}

// The reflector h = 1 - tau v v^H makes q h of q.
void multiply(ComplexMatrix& q, Complex tau, const ComplexMatrix& v) {
    q -= tau * ((q * v) * v.adjoint());
}

// The product of reflectors in columns of `a`: number k has its 1 in row k + below, and ends before row `end`.
ComplexMatrix product_of_reflectors(const ComplexMatrix& a, const ComplexMatrix& tau, Eigen::Index below,
                                    Eigen::Index first, Eigen::Index end) {
    ComplexMatrix q = identity(a.rows());
    for (Eigen::Index k = first; k < tau.rows() && k + below < end; ++k) {
        ComplexMatrix v = ComplexMatrix::Zero(a.rows(), 1);
        v(k + below) = 1;
        for (Eigen::Index i = k + below + 1; i < end; ++i) v(i) = a(i, k);
        multiply(q, tau(k), v);
    }
    return q;
}

// LAPACK's of an upper triangle: the last one first, number k with its 1 in row k and the rest above it in column k+1.
ComplexMatrix product_of_upper_reflectors(const ComplexMatrix& a, const ComplexMatrix& tau) {
    ComplexMatrix q = identity(a.rows());
    for (Eigen::Index k = tau.rows(); k-- > 0;) {
        ComplexMatrix v = ComplexMatrix::Zero(a.rows(), 1);
        v(k) = 1;
        for (Eigen::Index i = 0; i < k; ++i) v(i) = a(i, k + 1);
        multiply(q, tau(k), v);
    }
    return q;
}

// Rows k and swaps(k) change places, one pair after the other.
void swap_rows(ComplexMatrix& a, const ComplexMatrix& swaps, Eigen::Index base) {
    for (Eigen::Index k = 0; k < swaps.rows(); ++k)
        a.row(k).swap(a.row(static_cast<Eigen::Index>(swaps(k).real()) - base));
}

bool are_pivots(const ComplexMatrix& pivots, Eigen::Index base, Eigen::Index rows) {
    for (Eigen::Index k = 0; k < pivots.rows(); ++k)
        if (pivots(k).real() < static_cast<double>(k + base) || pivots(k).real() >= static_cast<double>(rows + base))
            return false;
    return true;
}

bool is_permutation(const ComplexMatrix& order, Eigen::Index base) {
    std::vector<bool> taken(static_cast<std::size_t>(order.rows()));
    for (Eigen::Index i = 0; i < order.rows(); ++i) {
        const double place = order(i).real() - static_cast<double>(base);
        if (place < 0 || place >= static_cast<double>(order.rows())) return false;
        taken[static_cast<std::size_t>(place)] = true;
    }
    return std::find(taken.begin(), taken.end(), false) == taken.end();
}

std::vector<Equation> equations_of_lu(const Decomposed& of, Eigen::Index base) {
    const ComplexMatrix given = matrix_of(of.arrays[0]), pivots = matrix_of(*of.results[1]);
    if (!are_pivots(pivots, base, given.rows())) return {{"pivots are rows", kBroken}};
    const Scale scale(given);
    const ComplexMatrix lu = matrix_of(*of.results[0]);
    const Eigen::Index k = std::min(lu.rows(), lu.cols());
    ComplexMatrix lower = ComplexMatrix::Zero(lu.rows(), k);
    double largest = 0;
    for (Eigen::Index j = 0; j < k; ++j) {
        lower(j, j) = 1;
        for (Eigen::Index i = j + 1; i < lu.rows(); ++i) {
            lower(i, j) = lu(i, j);
            largest = std::max(largest, std::abs(lu(i, j)));
        }
    }
    ComplexMatrix a = scale.of(given);
    swap_rows(a, pivots, base);
    // Pivots of complex numbers are the largest by |re| + |im|.
    return {{"P A = L U", beside(a - lower * scale.of(upper_triangle(lu, k)), a)},
            {"no multiplier is larger than 1", broken_unless(largest <= 1.5)}};
}

} // namespace

std::vector<Equation> lu_equations(const Decomposed& of) {
    std::vector<Equation> equations = equations_of_lu(of, 1);
    if (!of.results[2]) return equations;
    const Tensor &lu = *of.results[0], &info = *of.results[2];
    const ComplexMatrix u = matrix_of(lu);
    Eigen::Index singular = 0;
    for (Eigen::Index k = std::min(u.rows(), u.cols()); k-- > 0;)
        if (u(k, k) == 0.0) singular = k + 1;
    equations.push_back({"info is the first zero on U's diagonal", broken_unless(info.integers()(0) == singular)});
    return equations;
}

std::vector<Equation> lu_permutation_equations(const Decomposed& of) {
    std::vector<Equation> equations = equations_of_lu(of, 0);
    if (!of.results[2] || equations[0].error == kBroken) return equations;
    const ComplexMatrix permutation = matrix_of(*of.results[2]);
    ComplexMatrix order(permutation.rows(), 1);
    for (Eigen::Index i = 0; i < order.rows(); ++i) order(i) = static_cast<double>(i);
    swap_rows(order, matrix_of(*of.results[1]), 0);
    equations.push_back({"the permutation is that of the pivots", broken_unless(order == permutation)});
    return equations;
}

namespace {

std::vector<Equation> equations_of_qr(const ComplexMatrix& a, const ComplexMatrix& packed, const ComplexMatrix& tau,
                                      const Scale& scale) {
    const ComplexMatrix q = product_of_reflectors(packed, tau, 0, 0, packed.rows());
    const Eigen::Index k = std::min(a.rows(), a.cols());
    ComplexMatrix r = ComplexMatrix::Zero(a.rows(), a.cols());
    r.topRows(k) = scale.of(upper_triangle(packed, k));
    return {{"A = Q R", beside(a - q * r, a)}, {"Q^H Q = 1", not_orthogonal(q)}};
}

} // namespace

std::vector<Equation> qr_equations(const Decomposed& of) {
    const ComplexMatrix a = matrix_of(of.arrays[0]);
    const Scale scale(a);
    return equations_of_qr(scale.of(a), matrix_of(*of.results[0]), matrix_of(*of.results[1]), scale);
}

std::vector<Equation> pivoting_equations(const Decomposed& of) {
    const ComplexMatrix given = matrix_of(of.arrays[0]), order = matrix_of(*of.results[1]),
                        packed = matrix_of(*of.results[0]);
    if (!is_permutation(order, 1)) return {{"the columns are a permutation", kBroken}};
    const Scale scale(given);
    ComplexMatrix a(given.rows(), given.cols());
    for (Eigen::Index j = 0; j < a.cols(); ++j)
        a.col(j) = scale.of(given).col(static_cast<Eigen::Index>(order(j).real()) - 1);
    std::vector<Equation> equations = equations_of_qr(a, packed, matrix_of(*of.results[2]), scale);
    const ComplexMatrix diagonal = packed.diagonal().cwiseAbs().cast<Complex>();
    constexpr double kNearlyEqual = 1e-2; // columns whose norms rounding may exchange
    equations.push_back({"R's diagonal falls",
                         broken_unless(is_falling(diagonal, kNearlyEqual) || beside(diagonal, given) < kNearlyEqual)});
    return equations;
}

std::vector<Equation> tridiagonal_equations(const Decomposed& of) {
    const bool lower = of.options.lower;
    const ComplexMatrix given = matrix_of(of.arrays[0]), packed = matrix_of(*of.results[0]),
                        tau = matrix_of(*of.results[3]);
    const Scale scale(given);
    const ComplexMatrix a = scale.of(hermitian(given, lower)), d = scale.of(*of.results[1]),
                        e = scale.of(*of.results[2]);
    const ComplexMatrix q =
        lower ? product_of_reflectors(packed, tau, 1, 0, a.rows()) : product_of_upper_reflectors(packed, tau);
    ComplexMatrix t = ComplexMatrix::Zero(a.rows(), a.cols()), kept = scale.of(packed), expected = scale.of(given);
    for (Eigen::Index i = 0; i < a.rows(); ++i) t(i, i) = d(i);
    for (Eigen::Index i = 0; i + 1 < a.rows(); ++i) t(i, i + 1) = t(i + 1, i) = e(i);
    for (Eigen::Index i = 0; i < a.rows(); ++i) {
        expected(i, i) = t(i, i);
        for (Eigen::Index j = 0; j < i; ++j) {
            const Eigen::Index row = lower ? i : j, column = lower ? j : i;
            expected(row, column) = j + 1 == i ? t(i, j) : kept(row, column); // else of a reflector
        }
    }
    return {{"A Q = Q T", beside(a * q - q * t, a)},
            {"Q^H Q = 1", not_orthogonal(q)},
            {"T and the other triangle stand beside the reflectors", beside(kept - expected, a)}};
}

std::vector<Equation> hessenberg_equations(const Decomposed& of) {
    const ComplexMatrix a = matrix_of(of.arrays[0]), packed = matrix_of(*of.results[0]),
                        tau = matrix_of(*of.results[1]);
    const Scale scale(a);
    const Eigen::Index low = of.options.low - 1, high = of.options.high;
    const ComplexMatrix q = product_of_reflectors(packed, tau, 1, low, high);
    ComplexMatrix h = scale.of(packed);
    for (Eigen::Index k = low; k < high; ++k)
        for (Eigen::Index i = k + 2; i < high; ++i) h(i, k) = 0;
    return {{"A Q = Q H", beside(scale.of(a) * q - q * h, scale.of(a))}, {"Q^H Q = 1", not_orthogonal(q)}};
}

} // namespace hlo2cpp
