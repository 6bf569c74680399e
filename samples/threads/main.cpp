// Runs a network on one thread and on several, by each of the three pools, and compares bits and times.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <vector>

#include "network.h"
#include "pool_cpp11.h"
#include "pool_pthreads.h"
#include "pool_tasks.h"

namespace {

alignas(NETWORK_ARENA_ALIGNMENT) unsigned char arena[NETWORK_ARENA_BYTES];
float image[NETWORK_IMAGE_ELEMENTS], first[NETWORK_FIRST_ELEMENTS], second[NETWORK_SECOND_ELEMENTS];
std::vector<float> expected;

void fill(float* numbers, int count, float scale) {
    for (int i = 0; i < count; ++i) numbers[i] = scale * static_cast<float>(i * 37 % 101 - 50);
}

// True if the results are those of one thread.
bool run(const char* name, network_context context) {
    constexpr int kRuns = 50;
    std::vector<float> out(NETWORK_OUT_ELEMENTS);
    double best = 1e9;
    for (int i = 0; i < kRuns; ++i) {
        std::fill(out.begin(), out.end(), 0.0F);
        const auto begin = std::chrono::steady_clock::now();
        if (network_run_in(&context, image, first, second, out.data()) != NETWORK_OK) return false;
        const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - begin;
        best = std::min(best, time.count());
    }
    if (expected.empty()) expected = out;
    const bool same = std::memcmp(out.data(), expected.data(), out.size() * sizeof(float)) == 0;
    std::printf("%-16s %8.0f us, %s bits\n", name, best, same ? "the same" : "OTHER");
    return same;
}

} // namespace

int main() {
    fill(image, NETWORK_IMAGE_ELEMENTS, 0.02F);
    fill(first, NETWORK_FIRST_ELEMENTS, 0.003F);
    fill(second, NETWORK_SECOND_ELEMENTS, 0.004F);
    network_context context = {};
    context.arena = arena;
    bool good = run("no pool", context);
    {
        ThreadPool pool(NETWORK_THREADS);
        context.parallel_for = ThreadPool::parallel_for;
        context.pool = &pool;
        good = run("C++11 threads", context) && good;
    }
    static pool threads;
    if (pool_start(&threads, NETWORK_THREADS) != 0) return 1;
    context.parallel_for = pool_parallel_for;
    context.pool = &threads;
    good = run("POSIX threads", context) && good;
    pool_stop(&threads);
    if (tasks_start() != 0) return 1;
    context.parallel_for = tasks_parallel_for;
    good = run("static tasks", context) && good;
    return good ? 0 : 1;
}
