// The arithmetic of runtime_lib/soft_*.h against the host's, over as many random pairs as one likes:
//
//     cmake --build build --target soft_float_pairs && build/tests/soft_float_pairs [PAIRS [SEED]]       default:
//     10000000 of each
#include <cstdio>
#include <cstdlib>

#include "runtime_lib/soft_float_check.h"

int main(int argc, char** argv) {
    const long count = argc > 1 ? std::atol(argv[1]) : 10'000'000;
    const uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
    soft_float_check::Differences differences;
    soft_float_check::random_pairs<float>(count, seed, differences);
    soft_float_check::random_pairs<double>(count, seed + 1, differences);
    soft_float_check::random_conversions(count, seed + 2, differences);
    std::printf("%ld pairs of f32 and of f64, %ld conversions: %ld differences %s\n", count, count, differences.count,
                differences.first.c_str());
    return differences.count == 0 ? 0 : 1;
}
