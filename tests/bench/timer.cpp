// Times a generated entry point without what a call from Python costs.
#include <chrono>

extern "C" double seconds_per_call(int (*entry)(void**), void** arguments, int calls) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; ++i) entry(arguments);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / calls;
}
