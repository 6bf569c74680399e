// Times one decomposition of an N x N f32 matrix: generated code beside Eigen with sizes that are known when it is
// compiled. DECOMPOSITION, SIZE, PREFIX and HEADER are defined by beside_eigen.py; with ONLY_EIGEN there is Eigen's
// part alone, whose size is looked at; with BOARD
// it counts instructions on a board of samples/board, in place of seconds.
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>

#ifdef BOARD
#include "board.h"
#else
#include <chrono>
#include <cstdio>
#endif

#ifndef ONLY_EIGEN
#include HEADER
#endif

using Matrix = Eigen::Matrix<float, SIZE, SIZE, Eigen::RowMajor>;
using Vector = Eigen::Matrix<float, SIZE, 1>;

struct Results {
    Matrix a, b;
    Vector v;
    std::int32_t pivots[SIZE];
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

#ifdef BOARD
// In place of the C library's, which want an operating system: all blocks are free once the last one is.
namespace {
alignas(16) unsigned char heap[1 << 20];
std::size_t used = 0, blocks = 0;
} // namespace
extern "C" void* malloc(std::size_t bytes) {
    void* const block = heap + used;
    used += (bytes + 15) / 16 * 16, ++blocks;
    return block;
}
extern "C" void free(void* block) {
    if (block != nullptr && --blocks == 0) used = 0;
}
extern "C" void abort() {
    finish(1);
}

constexpr int kRounds = 1; // each counts the same
template <typename Run>
double cost(int calls, Run&& run) {
    start_counting();
    for (int i = 0; i < calls; ++i) run();
    return static_cast<double>(counted_instructions()) / calls;
}
int calls_of(double) {
    return 20;
}

void print(double number) { // as nine digits and an exponent
    char text[16] = "000000000e+00 ";
    int exponent = 0;
    for (; number >= 1e9; number /= 10) ++exponent;
    for (; number != 0 && number < 1e8; number *= 10) --exponent;
    auto digits = static_cast<unsigned>(number);
    for (int i = 8; i >= 0; --i, digits /= 10) text[i] = static_cast<char>('0' + digits % 10);
    if (exponent < 0) text[10] = '-', exponent = -exponent;
    text[11] = static_cast<char>('0' + exponent / 10), text[12] = static_cast<char>('0' + exponent % 10);
    put(text);
}
#else
constexpr int kRounds = 30; // in turns: what slows one of them slows the other
template <typename Run>
double cost(int calls, Run&& run) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; ++i) run();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / calls;
}
int calls_of(double seconds) {
    return static_cast<int>(0.002 / seconds) + 1;
}

void print(double number) {
    std::printf("%g ", number);
}
#endif

int main() {
    std::minstd_rand random(1);
    const auto number = [&] { return static_cast<float>(random() % 2000) / 1000 - 1; };
    static Matrix given, a; // a board's stack is small
    given = Matrix::NullaryExpr(number);
    if (DECOMPOSITION == cholesky || DECOMPOSITION == eigh)
        a = given.lazyProduct(given.transpose()) + Matrix::Identity();
    else
        a = given;
    const Vector b = Vector::NullaryExpr(number);
    static Results one, other;
    const auto run_eigen = [&] { by_eigen(a, b, one); };
    const auto run_ours = [&] { by_us<DECOMPOSITION>(PREFIX, a, b, other); };
    const int calls = calls_of(cost(100, run_eigen));
    double eigen = cost(calls, run_eigen), ours = cost(calls, run_ours);
    for (int round = 1; round < kRounds; ++round) {
        eigen = std::min(eigen, cost(calls, run_eigen));
        ours = std::min(ours, cost(calls, run_ours));
    }
    // What both have without a choice of signs; an inverse, and q, column by column, as JAX lays them out.
    const double difference = DECOMPOSITION == cholesky || DECOMPOSITION == lu ? (one.a - other.a).norm() / one.a.norm()
                              : DECOMPOSITION == inverse ? (one.a - other.a.transpose()).norm() / one.a.norm()
                              : DECOMPOSITION == qr      ? (other.a.transpose() * other.b - a).norm() / a.norm()
                                                         : (one.v - other.v).norm() / one.v.norm();
    for (const double value : {ours, eigen, difference}) print(value);
    return 0;
}
#endif
