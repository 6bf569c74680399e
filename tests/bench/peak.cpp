// What this CPU can do: products and sums of 10 independent chains of the widest vectors that the flags allow.
#include <chrono>

namespace {
#if defined(__AVX512F__)
constexpr int kBytes = 64;
#elif defined(__AVX__)
constexpr int kBytes = 32;
#else
constexpr int kBytes = 16;
#endif
typedef float Vector __attribute__((vector_size(kBytes)));
constexpr int kChains = 10, kRounds = 20000;
} // namespace

// Floating-point operations per second, of f32; a multiply-add is two.
extern "C" double peak() {
    volatile float given = 0.999F, result = 0; // unknown to the compiler
    Vector acc[kChains] = {};
    const Vector factor = acc[0] + given, term = 1 - factor;
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < kRounds; ++i)
        for (int c = 0; c < kChains; ++c) acc[c] = acc[c] * factor + term;
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    for (int c = 1; c < kChains; ++c) acc[0] += acc[c];
    result = acc[0][0];
    static_cast<void>(result);
    return 2.0 * kChains * kRounds * (kBytes / sizeof(float)) / seconds;
}
