// Calls the file for threads with a pool, and without one, and compares all bits with those of the serial file. Built
// for each module, whose two files have the names `serial` and `divided`.
#include <cstdio>
#include <cstring>
#include <memory>
#include <tuple>
#include <type_traits>
#include <vector>

#include "divided.h"
#include "serial.h"

#if defined BY_TASKS
#include "pool_tasks.h"
#elif defined BY_PTHREADS
#include "pool_pthreads.h"
#else
#include "pool_cpp11.h"
#endif

namespace {

constexpr std::size_t kBytes = std::size_t{1} << 20; // of an argument, at least those of each module here
constexpr int kRuns = 20;

struct alignas(64) Line {
    unsigned char bytes[64];
};
std::vector<Line> lines(std::size_t bytes) {
    return std::vector<Line>(bytes / sizeof(Line) + 1);
}

// The same numbers for both files: small ones, exact in each type.
template <typename Element>
void fill(Element* elements, unsigned seed) {
    for (std::size_t i = 0; i < kBytes / sizeof(Element); ++i) {
        seed = seed * 1664525U + 1013904223U;
        const int small = static_cast<int>(seed >> 28) - 8;
        elements[i] = std::is_floating_point<Element>::value ? static_cast<Element>(static_cast<float>(small) / 16)
                                                             : static_cast<Element>(small < 0 ? -small : small);
    }
}

using Buffers = std::vector<std::vector<Line>>;

template <typename Context, typename... Pointers>
Buffers results(int (*run_in)(Context*, Pointers...), Context context, int runs) {
    Buffers buffers;
    for (std::size_t i = 0; i < sizeof...(Pointers); ++i) buffers.push_back(lines(kBytes));
    std::size_t next = 0;
    const auto argument = [&](auto pointer) {
        using Element = std::remove_const_t<std::remove_pointer_t<decltype(pointer)>>;
        auto* const elements = reinterpret_cast<Element*>(buffers[next].data());
        fill(elements, static_cast<unsigned>(next++));
        return elements;
    };
    for (int i = 0; i < runs; ++i) {
        next = 0;
        std::tuple<Pointers...> arguments{argument(Pointers())...};
        const auto call = [&](auto... pointers) { return run_in(&context, pointers...); };
        if (std::apply(call, arguments) != SERIAL_OK) return {};
    }
    return buffers;
}

bool same(const Buffers& a, const Buffers& b) {
    if (a.empty() || a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (std::memcmp(a[i].data(), b[i].data(), kBytes) != 0) return false;
    return true;
}

} // namespace

int main() {
    std::vector<Line> arena = lines(SERIAL_ARENA_BYTES), divided_arena = lines(DIVIDED_ARENA_BYTES);
    serial_context serial = {};
    serial.arena = arena.data();
    divided_context divided = {};
    divided.arena = divided_arena.data();
    const Buffers expected = results(serial_run_in, serial, 1);
    if (!same(results(divided_run_in, divided, 1), expected)) return std::puts("one after another: other bits"), 1;
#if defined BY_TASKS
    if (tasks_start() != 0) return std::puts("no tasks"), 1;
    divided.parallel_for = tasks_parallel_for;
#elif defined BY_PTHREADS
    static pool threads;
    if (pool_start(&threads, DIVIDED_THREADS < POOL_MOST_THREADS ? DIVIDED_THREADS : POOL_MOST_THREADS) != 0)
        return std::puts("no threads"), 1;
    divided.parallel_for = pool_parallel_for;
    divided.pool = &threads;
#else
    ThreadPool pool(DIVIDED_THREADS);
    divided.parallel_for = ThreadPool::parallel_for;
    divided.pool = &pool;
#endif
    if (!same(results(divided_run_in, divided, kRuns), expected)) return std::puts("at the same time: other bits"), 1;
#ifdef BY_PTHREADS
    pool_stop(&threads);
#endif
    return 0;
}
