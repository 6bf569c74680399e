// Times one decomposition of an N x N f32 matrix: generated code beside Eigen with sizes that are known when it is
// compiled. DECOMPOSITION, SIZE, PREFIX and HEADER are defined by beside_eigen.py; with ONLY_EIGEN there is Eigen's
// part alone, whose size is looked at.
#include <Eigen/Dense>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <random>

#ifndef ONLY_EIGEN
#include HEADER
#endif

using Matrix = Eigen::Matrix<float, SIZE, SIZE, Eigen::RowMajor>;
using Vector = Eigen::Matrix<float, SIZE, 1>;

struct Results {
    Matrix a, b;
    Vector v;
    int pivots[SIZE];
};

enum { cholesky, lu, solve, inverse, qr, eigh, svd };

__attribute__((noinline)) void by_eigen(const Matrix& a, const Vector& b, Results& out) {
    if constexpr (DECOMPOSITION == cholesky) {
        out.a = a.llt().matrixL();
    } else if constexpr (DECOMPOSITION == lu) {
        const Eigen::PartialPivLU<Matrix> made(a);
        out.a = made.matrixLU();
        for (int i = 0; i < SIZE; ++i) out.pivots[i] = made.permutationP().indices()[i];
    } else if constexpr (DECOMPOSITION == solve) {
        out.v = a.partialPivLu().solve(b);
    } else if constexpr (DECOMPOSITION == inverse) {
        out.a = a.partialPivLu().inverse();
    } else if constexpr (DECOMPOSITION == qr) {
        const Eigen::HouseholderQR<Matrix> made(a);
        out.a = made.householderQ();
        out.b = made.matrixQR().template triangularView<Eigen::Upper>();
    } else if constexpr (DECOMPOSITION == eigh) {
        const Eigen::SelfAdjointEigenSolver<Matrix> made(a);
        out.v = made.eigenvalues();
        out.a = made.eigenvectors();
    } else {
        const Eigen::JacobiSVD<Matrix> made(a, Eigen::ComputeFullU | Eigen::ComputeFullV);
        out.a = made.matrixU();
        out.b = made.matrixV();
        out.v = made.singularValues();
    }
}

#ifndef ONLY_EIGEN
// A template, so that only the call of this decomposition has to agree with the header.
template <int Op, typename Run>
void by_us(Run run, const Matrix& a, const Vector& b, Results& out) {
    static_cast<void>(b);
    if constexpr (Op == cholesky) run(a.data(), out.a.data());
    if constexpr (Op == lu) run(a.data(), out.a.data(), out.pivots);
    if constexpr (Op == solve) run(a.data(), b.data(), out.v.data());
    if constexpr (Op == inverse) run(a.data(), out.a.data());
    if constexpr (Op == qr) run(a.data(), out.a.data(), out.b.data());
    if constexpr (Op == eigh) run(a.data(), out.v.data(), out.a.data());
    if constexpr (Op == svd) run(a.data(), out.a.data(), out.v.data(), out.b.data());
}

template <typename Run>
double seconds(int calls, Run&& run) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; ++i) run();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / calls;
}

int main() {
    std::mt19937 random(1);
    std::normal_distribution<float> number;
    Matrix a = Matrix::NullaryExpr([&] { return number(random); });
    if (DECOMPOSITION == cholesky || DECOMPOSITION == eigh) a = Matrix(a * a.transpose()) + Matrix::Identity();
    const Vector b = Vector::NullaryExpr([&] { return number(random); });
    static Results one, other;
    int calls = 1;
    while (seconds(calls, [&] { by_eigen(a, b, one); }) * calls < 0.002) calls *= 2;
    double eigen = 1, ours = 1;
    for (int round = 0; round < 30; ++round) { // in turns: what slows one of them slows the other
        eigen = std::min(eigen, seconds(calls, [&] { by_eigen(a, b, one); }));
        ours = std::min(ours, seconds(calls, [&] { by_us<DECOMPOSITION>(PREFIX, a, b, other); }));
    }
    // What both have without a choice of signs; an inverse, and q, column by column, as JAX lays them out.
    const double difference = DECOMPOSITION == cholesky || DECOMPOSITION == lu ? (one.a - other.a).norm() / one.a.norm()
                              : DECOMPOSITION == inverse ? (one.a - other.a.transpose()).norm() / one.a.norm()
                              : DECOMPOSITION == qr      ? (other.a.transpose() * other.b - a).norm() / a.norm()
                                                         : (one.v - other.v).norm() / one.v.norm();
    std::printf("%g %g %g\n", ours, eigen, difference);
}
#endif
