// Equations of eigenvalues, singular values and their vectors.
#include <cmath>

#include "linalg/equation_matrices.h"

namespace hlo2cpp {

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
