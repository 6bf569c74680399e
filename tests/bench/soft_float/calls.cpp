// Counts the instructions of one call of each floating-point function of the compiler's library (or of what is linked
// in its place), on a board in QEMU: over dense normal values of both signs and exponents from -8 to 7. Prints lines of
//
//     f32 * 87 1c0a53b2          the function, instructions a call, a hash of all results
#include <stdint.h>

#include "board.h"
#include "runtime_lib/bits.h"
#include "runtime_lib/fma.h"

namespace {

constexpr int kCalls = 1000;
uint32_t random_state;
float f32_left[kCalls], f32_right[kCalls];
double f64_left[kCalls], f64_right[kCalls];
int32_t s32_values[kCalls];

uint32_t next_random() {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return random_state;
}

float random_f32() {
    const uint32_t random = next_random();
    return f32_from_bits((random & 0x807fffffu) | (119u + (next_random() >> 28)) << 23);
}

double random_f64() {
    const uint64_t low = next_random();
    const uint32_t random = next_random();
    return f64_from_bits(static_cast<uint64_t>((random & 0x800fffffu) | (1015u + (next_random() >> 28)) << 20) << 32 |
                         low);
}

void fill() {
    random_state = 0x9e3779b9u;
    for (int i = 0; i < kCalls; ++i) {
        f32_left[i] = random_f32(), f32_right[i] = random_f32();
        f64_left[i] = random_f64(), f64_right[i] = random_f64();
        s32_values[i] = static_cast<int32_t>(next_random()) >> (next_random() & 15u);
    }
}

uint32_t hashed(float x) {
    return bits_from_f32(x);
}
uint32_t hashed(double x) {
    return static_cast<uint32_t>(bits_from_f64(x) >> 32) ^ static_cast<uint32_t>(bits_from_f64(x));
}
uint32_t hashed(int32_t x) {
    return static_cast<uint32_t>(x);
}
uint32_t hashed(bool x) {
    return x ? 1u : 0u;
}

void put_number(uint32_t number, uint32_t base) {
    char text[12];
    char* at = text + sizeof text - 1;
    *at = 0;
    do *--at = "0123456789abcdef"[number % base];
    while ((number /= base) != 0);
    put(at);
}

template <typename Operand, typename Function>
__attribute__((noinline)) uint32_t instructions(const Operand* left, const Operand* right, uint32_t& hash,
                                                Function function) {
    start_counting();
    for (int i = 0; i < kCalls; ++i) hash = (hash << 1 | hash >> 31) ^ hashed(function(left[i], right[i]));
    return static_cast<uint32_t>(counted_instructions());
}

// Less what the loop takes around the call.
template <typename Operand, typename Function>
void measure(const char* name, const Operand* left, const Operand* right, Function function) {
    uint32_t hash = 0;
    const uint32_t loop = instructions(left, right, hash, [](Operand a, Operand) { return a; });
    hash = 0;
    const uint32_t all = instructions(left, right, hash, function);
    put(name);
    put(" ");
    put_number((all - loop + kCalls / 2) / kCalls, 10);
    put(" ");
    put_number(hash, 16);
    put("\n");
}

template <typename F>
void measure_arithmetic(const char* const* names, const F* left, const F* right) {
    measure(names[0], left, right, [](F a, F b) { return a + b; });
    measure(names[1], left, right, [](F a, F b) { return a - b; });
    measure(names[2], left, right, [](F a, F b) { return a * b; });
    measure(names[3], left, right, [](F a, F b) { return a / b; });
    measure(names[4], left, right, [](F a, F b) { return a < b; });
    measure(names[5], left, right, [](F a, F b) { return a == b; });
    measure(names[6], left, right, [](F a, F) { return static_cast<int32_t>(a); });
    measure(names[7], s32_values, s32_values, [](int32_t a, int32_t) { return static_cast<F>(a); });
}

} // namespace

int main() {
    static constexpr const char* kF32[] = {"f32 +", "f32 -",  "f32 *",      "f32 /",
                                           "f32 <", "f32 ==", "f32 to s32", "s32 to f32"};
    static constexpr const char* kF64[] = {"f64 +", "f64 -",  "f64 *",      "f64 /",
                                           "f64 <", "f64 ==", "f64 to s32", "s32 to f64"};
    fill();
    measure_arithmetic(kF32, f32_left, f32_right);
    measure_arithmetic(kF64, f64_left, f64_right);
    measure("f32 a * b + a", f32_left, f32_right, [](float a, float b) { return a * b + a; });
    measure("fma_integers_f32(a, b, a)", f32_left, f32_right,
            [](float a, float b) { return fma_integers_f32(a, b, a); });
    measure("f64 a * b + a", f64_left, f64_right, [](double a, double b) { return a * b + a; });
    measure("fma_integers_f64(a, b, a)", f64_left, f64_right,
            [](double a, double b) { return fma_integers_f64(a, b, a); });
    measure("f32 to f64", f32_left, f32_right, [](float a, float) { return static_cast<double>(a); });
    measure("f64 to f32", f64_left, f64_right, [](double a, double) { return static_cast<float>(a); });
    return 0;
}
