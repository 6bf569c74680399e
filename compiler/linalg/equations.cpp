#include "linalg/equations.h"

#include <cmath>
#include <limits>

#include <Eigen/Dense>

#include "linalg/checks.h"

namespace hlo2cpp {
namespace {

using Complex = std::complex<double>;
using ComplexMatrix = Eigen::MatrixXcd; // real ones, too: one kind of matrix is compiled

constexpr double kBroken = std::numeric_limits<double>::infinity();

double broken_unless(bool holds) {
    return holds ? 0 : kBroken;
}

// Makes a column of a vector.
ComplexMatrix matrix_of(const Tensor& tensor) {
    const std::vector<std::int64_t>& dims = tensor.shape.dims;
    ComplexMatrix matrix(dims.empty() ? 1 : dims[0], dims.size() < 2 ? 1 : dims[1]);
    for (Eigen::Index i = 0; i < matrix.size(); ++i) {
        Complex& to = matrix(i / matrix.cols(), i % matrix.cols());
        if (is_complex(tensor.shape.type))
            to = tensor.complexes()(i);
        else if (is_float(tensor.shape.type))
            to = tensor.reals()(i);
        else
            to = static_cast<double>(tensor.integers()(i));
    }
    return matrix;
}

ComplexMatrix identity(Eigen::Index n) {
    return ComplexMatrix::Identity(n, n);
}

ComplexMatrix upper_triangle(const ComplexMatrix& a, Eigen::Index rows) {
    ComplexMatrix upper = a.topRows(rows);
    for (Eigen::Index j = 0; j < upper.cols(); ++j)
        for (Eigen::Index i = j + 1; i < rows; ++i) upper(i, j) = 0;
    return upper;
}

// The largest element of `a` divides all matrices that are proportional to `a`, so that squares stay in range.
class Scale {
public:
    explicit Scale(const ComplexMatrix& a) : largest_(a.size() == 0 ? 0 : a.cwiseAbs().maxCoeff()) {}
    ComplexMatrix of(const ComplexMatrix& matrix) const {
        return largest_ == 0 ? matrix : ComplexMatrix(matrix / largest_);
    }
    ComplexMatrix of(const Tensor& tensor) const { return of(matrix_of(tensor)); }

private:
    double largest_;
};

double beside(const ComplexMatrix& difference, const ComplexMatrix& whole) {
    const double norm = whole.norm();
    return norm == 0 ? difference.norm() : difference.norm() / norm;
}

double not_orthogonal(const ComplexMatrix& q) {
    return (q.adjoint() * q - identity(q.cols())).norm();
}

// A function that may give up says so by its `info`.
Equation converged(const std::optional<Tensor>& info) {
    return {"info is 0", broken_unless(!info || info->integers()(0) == 0)};
}

bool is_falling(const ComplexMatrix& values, double slack = 0) {
    for (Eigen::Index i = 1; i < values.rows(); ++i)
        if (values(i).real() > values(i - 1).real() * (1 + slack)) return false;
    return values.rows() == 0 || values(values.rows() - 1).real() >= 0;
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

namespace {

// The Hermitian matrix whose lower (or upper) triangle is that of `a`.
ComplexMatrix hermitian(const ComplexMatrix& a, bool lower) {
    ComplexMatrix whole = a;
    for (Eigen::Index i = 0; i < a.rows(); ++i) {
        whole(i, i) = a(i, i).real();
        for (Eigen::Index j = 0; j < i; ++j) {
            if (lower)
                whole(j, i) = std::conj(a(i, j));
            else
                whole(i, j) = std::conj(a(j, i));
        }
    }
    return whole;
}

} // namespace

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

std::vector<Equation> eigh_equations(const Decomposed& of) {
    const ComplexMatrix given = matrix_of(of.arrays[0]), v = matrix_of(*of.results[0]);
    const Scale scale(given);
    const ComplexMatrix a = scale.of(hermitian(given, of.options.lower)), w = scale.of(*of.results[1]);
    bool rises = true;
    for (Eigen::Index i = 1; i < w.rows(); ++i) rises = rises && w(i).real() >= w(i - 1).real();
    return {{"A V = V diag(w)", beside(a * v - v * w.col(0).asDiagonal(), a)},
            {"V^H V = 1", not_orthogonal(v)},
            {"w rises", broken_unless(rises)},
            converged(of.results[2])};
}

namespace {

// Power sums of eigenvalues are traces, and enough of them leave no other values. The errors are beside the norm to
// that power.
double power_sums_off(const ComplexMatrix& a, const ComplexMatrix& w) {
    constexpr int kPowers = 4;
    const double norm = a.norm();
    if (norm == 0) return w.norm();
    const ComplexMatrix unit = a / norm, values = w / norm;
    ComplexMatrix power = identity(a.rows()), powers = ComplexMatrix::Ones(w.rows(), 1);
    double off = 0;
    for (int k = 1; k <= kPowers; ++k) {
        power = power * unit;
        powers = powers.cwiseProduct(values);
        off = std::max(off, std::abs(powers.sum() - power.trace()) / k);
    }
    return off;
}

} // namespace

std::vector<Equation> svd_equations(const Decomposed& of) {
    const ComplexMatrix given = matrix_of(of.arrays[0]);
    const Scale scale(given);
    const ComplexMatrix a = scale.of(given), s = scale.of(*of.results[1]);
    std::vector<Equation> equations = {{"s falls and is not negative", broken_unless(is_falling(s))},
                                       converged(of.results[4])};
    if (of.options.vectors) {
        const ComplexMatrix u = matrix_of(*of.results[2]), vt = matrix_of(*of.results[3]);
        const Eigen::Index k = s.rows();
        const ComplexMatrix product = u.leftCols(k) * s.col(0).asDiagonal() * vt.topRows(k);
        equations.push_back({"A = U diag(s) V^H", beside(a - product, a)});
        equations.push_back({"U^H U = 1", not_orthogonal(u)});
        equations.push_back({"V^H V = 1", not_orthogonal(vt.adjoint())});
    } else {
        const ComplexMatrix squares =
            a.rows() > a.cols() ? ComplexMatrix(a.adjoint() * a) : ComplexMatrix(a * a.adjoint());
        equations.push_back(
            {"sums of powers of s^2 are traces of A^H A's", power_sums_off(squares, s.cwiseProduct(s))});
    }
    return equations;
}

namespace {

// Real matrices have the real and imaginary parts as results of their own.
ComplexMatrix eigenvalues(const Decomposed& of, std::size_t first) {
    ComplexMatrix w = matrix_of(*of.results[first]);
    if (is_complex(of.arrays[0].shape.type)) return w;
    return w + Complex(0, 1) * matrix_of(*of.results[first + 1]);
}

// Pairs of complex eigenvalues of a real matrix are neighbours, the one above the real axis first.
bool in_pairs(const ComplexMatrix& w) {
    for (Eigen::Index i = 0; i < w.rows(); ++i) {
        if (w(i).imag() == 0) continue;
        if (i + 1 == w.rows() || w(i).imag() < 0 || w(i + 1) != std::conj(w(i))) return false;
        ++i;
    }
    return true;
}

// Eigenvalues are the elements (i, i) and, where t is no triangle, those of its blocks on the diagonal.
ComplexMatrix eigenvalues_of_triangle(const ComplexMatrix& t) {
    ComplexMatrix w = t.diagonal();
    for (Eigen::Index i = 0; i + 1 < t.rows(); ++i) {
        if (t(i + 1, i) == 0.0) continue;
        const Complex half = (t(i, i) + t(i + 1, i + 1)) / 2.0;
        const Complex root = std::sqrt((t(i, i) - half) * (t(i, i) - half) + t(i, i + 1) * t(i + 1, i));
        w(i) = half + root;
        w(i + 1) = half - root;
    }
    return w;
}

} // namespace

std::vector<Equation> schur_equations(const Decomposed& of) {
    const ComplexMatrix given = matrix_of(of.arrays[0]);
    const Scale scale(given);
    const ComplexMatrix a = scale.of(given), t = scale.of(*of.results[0]), w = scale.of(eigenvalues(of, 2));
    const bool blocks = !is_complex(of.arrays[0].shape.type);
    bool triangular = true;
    for (Eigen::Index i = 1; i < t.rows(); ++i) {
        for (Eigen::Index j = 0; j + (blocks ? 1 : 0) < i; ++j) triangular = triangular && t(i, j) == 0.0;
        if (blocks && i > 1) triangular = triangular && (t(i, i - 1) == 0.0 || t(i - 1, i - 2) == 0.0);
    }
    std::vector<Equation> equations = {
        {"T is triangular, but for blocks of 2 rows where it is real", broken_unless(triangular)},
        {"w is the diagonal of T", triangular ? beside(w - eigenvalues_of_triangle(t), a) : kBroken},
        {"sums of powers of w are traces of A's", power_sums_off(a, w)},
        converged(of.results[blocks ? 5 : 4])};
    if (!of.options.vectors) return equations;
    const ComplexMatrix q = matrix_of(*of.results[1]);
    equations.push_back({"A Q = Q T", beside(a * q - q * t, a)});
    equations.push_back({"Q^H Q = 1", not_orthogonal(q)});
    return equations;
}

std::vector<Equation> eig_equations(const Decomposed& of) {
    const bool of_real = !is_complex(of.arrays[0].shape.type);
    const ComplexMatrix given = matrix_of(of.arrays[0]);
    const Scale scale(given);
    const ComplexMatrix a = scale.of(given), w = scale.of(eigenvalues(of, 0));
    std::vector<Equation> equations = {{"sums of powers of w are traces of A's", power_sums_off(a, w)},
                                       converged(of.results[of_real ? 4 : 3])};
    if (of_real) equations.push_back({"pairs of w are conjugate neighbours", broken_unless(in_pairs(w))});
    const std::size_t left = of_real ? 2 : 1, right = left + 1;
    const auto add = [&](const char* equation, const ComplexMatrix& matrix, const ComplexMatrix& v,
                         const ComplexMatrix& values) {
        double length = 0;
        for (Eigen::Index k = 0; k < v.cols(); ++k) length = std::max(length, std::abs(v.col(k).norm() - 1));
        equations.push_back({equation, beside(matrix * v - v * values.col(0).asDiagonal(), matrix)});
        equations.push_back({"vectors have the length 1", length});
    };
    if (of.options.vectors) add("A V = V diag(w)", a, matrix_of(*of.results[right]), w);
    if (of.options.left_vectors) add("U^H A = diag(w) U^H", a.adjoint(), matrix_of(*of.results[left]), w.conjugate());
    return equations;
}

} // namespace hlo2cpp
