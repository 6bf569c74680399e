// One call of the generated code and one of its peer, on the same arguments. On a board it prints the instructions of
// both; elsewhere it is given which of them to call, and callgrind counts. Then it prints how far the results differ.
#include <cstddef>
#include <cstdint>
#include <new>

#include "called.h" // generated_call, peer_call, kResults

#ifndef CALLS
#define CALLS 1
#endif
#ifdef __arm__
#include "board.h"
#include "print.h"

// std::stable_sort asks for a buffer.
const std::nothrow_t std::nothrow{};
alignas(8) static unsigned char heap[1 << 20];
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    return size <= sizeof heap ? heap : nullptr;
}
void* operator new(std::size_t) {
    return heap;
}
void operator delete(void*) noexcept {}
void operator delete(void*, std::size_t) noexcept {}
void operator delete(void*, const std::nothrow_t&) noexcept {}
extern "C" {
int* __errno() {
    static int number;
    return &number;
}
extern const int __fdlib_version; // of the C library's math functions: as IEEE 754 has them, without a variable
const int __fdlib_version = -1;
}
#else
#include <cstdio>
static void put_line(const char* before, uint32_t number, const char* after) {
    std::printf("%s%u%s", before, number, after);
}
#endif

// In parts of 10^9 of the largest number; of integers the number that differ.
static uint32_t difference() {
    float most = 0, largest = 0;
    uint32_t unequal = 0;
    for (const Result& result : kResults)
        for (uint32_t i = 0; i < result.count; ++i) {
            if (!result.is_float) {
                unequal += static_cast<const unsigned char*>(result.ours)[i] !=
                           static_cast<const unsigned char*>(result.peers)[i];
                continue;
            }
            const float ours = static_cast<const float*>(result.ours)[i],
                        peers = static_cast<const float*>(result.peers)[i];
            const float d = ours < peers ? peers - ours : ours - peers, size = peers < 0 ? -peers : peers;
            if (!(d <= most)) most = d;
            if (size > largest) largest = size;
        }
    return unequal + (most == 0 ? 0 : most / largest < 1 ? static_cast<uint32_t>(most / largest * 1e9f) : 1000000000u);
}

#ifdef __arm__
template <typename Call>
static uint32_t counted(Call call) {
    call(); // tables and plans are made
    start_counting();
    for (int i = 0; i < CALLS; ++i) call(); // the board's clock ticks every 40 instructions
    return static_cast<uint32_t>(counted_instructions()) / CALLS;
}
int main() {
    put_line("generated ", counted(generated_call), "\n");
    put_line("peer ", counted(peer_call), "\n");
#else
int main(int, char** words) {
    const bool peer = words[1][0] == 'p';
    for (int i = words[2][0] - '0'; i > 0; --i) peer ? peer_call() : generated_call();
    peer ? generated_call() : peer_call();
#endif
    put_line("difference ", difference(), "\n");
    return 0;
}
