// Comparisons of two functions of vectors, on corners and random bits: the same bits, or NaN where the other one is.
#pragma once

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "random_vectors.h"

static int differences = 0;
constexpr int kRounds = 20000;

static inline void report(const char* name, bool same) {
    if (same) return;
    printf("FAILED: %s differs from its formula\n", name);
    differences = 1;
}

template <typename Result, typename Vector>
static void compare_one(const char* name, Result (*expected)(Vector), Result (*own)(Vector)) {
    bool same = true;
    for (int i = 0; i < kRounds; ++i) {
        const Vector x = some<Vector>();
        same = same && alike(expected(x), own(x));
    }
    report(name, same);
}

template <typename Vector>
static void compare_two(const char* name, Vector (*expected)(Vector, Vector), Vector (*own)(Vector, Vector)) {
    bool same = true;
    for (int i = 0; i < kRounds; ++i) {
        const Vector a = some<Vector>(), b = some<Vector>();
        same = same && alike(expected(a, b), own(a, b));
    }
    report(name, same);
}

template <typename Vector>
static void compare_three(const char* name, Vector (*expected)(Vector, Vector, Vector),
                          Vector (*own)(Vector, Vector, Vector)) {
    bool same = true;
    for (int i = 0; i < kRounds; ++i) {
        const Vector a = some<Vector>(), b = some<Vector>(), c = some<Vector>();
        same = same && alike(expected(a, b, c), own(a, b, c));
    }
    report(name, same);
}

template <typename Vector>
static void compare_wrapped(const char* name, uint32_t (*expected)(uint32_t, uint32_t), Vector (*own)(Vector, Vector)) {
    bool same = true;
    for (int i = 0; i < kRounds; ++i) {
        const Vector a = some<Vector>(), b = some<Vector>(), result = own(a, b);
        for (int lane = 0; lane < lanes_of<Vector>(); ++lane)
            same = same && expected(static_cast<uint32_t>(a[lane]), static_cast<uint32_t>(b[lane])) ==
                               static_cast<uint32_t>(result[lane]);
    }
    report(name, same);
}

// Between bounds of the result's type, which contain 0.
template <bool bounded, typename Result, typename Vector>
static void compare_nearest(const char* name, int32_t (*expected)(float, int32_t, int32_t),
                            Result (*own)(Vector, int32_t, int32_t)) {
    const Result all_ones = Result{} - 1;
    const bool sign = all_ones[0] < 0;
    const int bits = sizeof all_ones[0] < 4 ? 8 * static_cast<int>(sizeof all_ones[0]) : sign ? 23 : 22;
    bool same = true;
    for (int i = 0; i < kRounds; ++i) {
        Vector x = some<Vector>();
        for (int lane = 0; bounded && lane < lanes_of<Vector>(); ++lane)
            if (!(x[lane] >= -0x1p30f && x[lane] <= 0x1p30f)) x[lane] = i % 2 == 0 ? 0x1p30f : -0x1p30f;
        const int32_t cut = i % 3 == 0 ? 0 : static_cast<int32_t>(random_bits() % 100);
        const int32_t low = sign ? cut - (1 << (bits - 1)) : 0, high = (1 << (sign ? bits - 1 : bits)) - 1 - cut;
        const Result result = own(x, low, high);
        for (int lane = 0; lane < lanes_of<Vector>(); ++lane)
            same = same && expected(x[lane], low, high) == static_cast<int32_t>(result[lane]);
    }
    report(name, same);
}

template <typename Result, typename Vector>
static void compare_nearest_of_two(const char* name, int32_t (*expected)(float, int32_t, int32_t),
                                   Result (*own)(Vector, Vector, int32_t, int32_t)) {
    constexpr int kLanes = lanes_of<Vector>();
    const Result all_ones = Result{} - 1;
    const bool sign = all_ones[0] < 0;
    bool same = true;
    for (int i = 0; i < kRounds; ++i) {
        const Vector x = some<Vector>(), y = some<Vector>();
        const int32_t cut = i % 3 == 0 ? 0 : static_cast<int32_t>(random_bits() % 100);
        const int32_t low = sign ? cut - 128 : 0, high = (sign ? 127 : 255) - cut;
        const Result result = own(x, y, low, high);
        for (int lane = 0; lane < 2 * kLanes; ++lane) {
            const float number = lane < kLanes ? x[lane] : y[lane - kLanes];
            same = same && expected(number, low, high) == static_cast<int32_t>(result[lane]);
        }
    }
    report(name, same);
}

// Bytes among which -128 is not rare, or is none.
template <typename Bytes>
static Bytes some_factors(bool least) {
    Bytes x = some<Bytes>();
    for (int lane = 0; lane < lanes_of<Bytes>(); ++lane) {
        if (random_bits() % 4 == 0) x[lane] = -128;
        if (!least && x[lane] == -128) x[lane] = -127;
    }
    return x;
}

template <typename Shorts, typename Bytes>
static void compare_short_products(const char* name, Shorts (*expected)(Bytes, Bytes), Shorts (*own)(Bytes, Bytes)) {
    bool same = true;
    for (int i = 0; i < kRounds; ++i) {
        const Bytes a = some_factors<Bytes>(true), b = some_factors<Bytes>(true);
        same = same && alike(expected(a, b), own(a, b));
    }
    report(name, same);
}

// Bits of f16: zeros, ones, subnormals, the largest, infinities, NaN; else any bits.
template <typename Bits>
static inline Bits some_halves() {
    static const uint16_t corners[] = {0,      0x8000, 0x3c00, 0xbc00, 1,      0x8001, 0x3ff,  0x400,  0x83ff, 0x7bff,
                                       0xfbff, 0x7c00, 0xfc00, 0x7e00, 0x7d01, 0x3555, 0x1400, 0x0c00, 0x5bff, 0x2ff1};
    Bits x = some<Bits>();
    for (int lane = 0; lane < lanes_of<Bits>(); ++lane)
        if (random_bits() % 2 == 0) x[lane] = corners[random_bits() % (sizeof corners / sizeof *corners)];
    return x;
}
template <typename Bits>
static inline bool alike_halves(const Bits& a, const Bits& b, bool masks = false) {
    const auto is_nan = [&](uint16_t bits) { return !masks && (bits & 0x7fff) > 0x7c00; };
    for (int lane = 0; lane < lanes_of<Bits>(); ++lane)
        if (a[lane] != b[lane] && !(is_nan(a[lane]) && is_nan(b[lane]))) return false;
    return true;
}

template <bool kMasks, typename Bits>
static void compare_halves(const char* name, Bits (*expected)(Bits, Bits), Bits (*own)(Bits, Bits)) {
    bool same = true;
    for (int i = 0; i < kRounds; ++i) {
        const Bits a = some_halves<Bits>(), b = some_halves<Bits>();
        same = same && alike_halves(expected(a, b), own(a, b), kMasks);
    }
    report(name, same);
}

template <typename Bits>
static void compare_root_of_halves(const char* name, Bits (*expected)(Bits), Bits (*own)(Bits)) {
    bool same = true;
    for (int bits = 0; bits < 0x10000; ++bits) { // each of them
        const Bits a = static_cast<uint16_t>(bits) - Bits{};
        same = same && alike_halves(expected(a), own(a));
    }
    report(name, same);
}

template <typename Sums, typename Bits>
static void compare_products_of_halves(const char* name, Sums (*expected)(Sums, Bits, int32_t, Bits),
                                       Sums (*own)(Sums, Bits, int32_t, Bits)) {
    bool same = true;
    for (int i = 0; i < kRounds; ++i) {
        const Sums sums = some<Sums>();
        const Bits a = some_halves<Bits>(), b = some_halves<Bits>();
        for (int32_t lane = 0; lane < lanes_of<Bits>(); ++lane)
            same = same && alike(expected(sums, a, lane, b), own(sums, a, lane, b));
    }
    report(name, same);
}

template <typename Shorts, typename Bytes>
static void compare_sums_of_short_products(const char* name, Shorts (*expected)(Shorts, Bytes, Bytes),
                                           Shorts (*own)(Shorts, Bytes, Bytes)) {
    bool same = true;
    for (int i = 0; i < kRounds; ++i) {
        const Shorts sums = expected(Shorts{}, some_factors<Bytes>(true), some_factors<Bytes>(false));
        const Bytes a = some_factors<Bytes>(true), b = some_factors<Bytes>(false);
        const Shorts result = own(sums, a, b);
        for (int lane = 0; lane < lanes_of<Shorts>(); ++lane)
            same = same && sums[lane] + a[lane] * b[lane] == result[lane];
    }
    report(name, same);
}

template <typename Sums, typename Shorts>
static void compare_additions_of_half(const char* name, Sums (*expected)(Sums, Shorts), Sums (*own)(Sums, Shorts)) {
    bool same = true;
    for (int i = 0; i < kRounds; ++i) {
        const Sums sums = some<Sums>() / 4;
        const Shorts numbers = some<Shorts>();
        same = same && alike(expected(sums, numbers), own(sums, numbers));
    }
    report(name, same);
}

template <typename Vector>
static void compare_loads(const char* name, Vector (*expected)(const void*), Vector (*own)(const void*)) {
    bool same = true;
    for (int i = 0; i < kRounds; ++i) {
        unsigned char memory[160];
        for (unsigned char& byte : memory) fill(byte);
        const unsigned char* const first = memory + 4 * (i % 4);
        same = same && alike(expected(first), own(first));
    }
    report(name, same);
}

template <typename Vector>
static void compare_first_lanes(const char* name, Vector (*expected)(const void*, int32_t),
                                Vector (*own)(const void*, int32_t)) {
    bool same = true;
    for (int i = 0; i < kRounds; ++i) {
        const Vector memory = some<Vector>();
        const int32_t lanes = 1 + i % (lanes_of<Vector>() - 1);
        same = same && alike(expected(&memory, lanes), own(&memory, lanes));
    }
    report(name, same);
}

template <typename Vector>
static void compare_set_first_lanes(const char* name, void (*expected)(void*, Vector, int32_t),
                                    void (*own)(void*, Vector, int32_t)) {
    bool same = true;
    for (int i = 0; i < kRounds; ++i) {
        Vector a = some<Vector>(), b = a;
        const Vector x = some<Vector>();
        const int32_t lanes = 1 + i % (lanes_of<Vector>() - 1);
        expected(&a, x, lanes);
        own(&b, x, lanes);
        same = same && alike(a, b);
    }
    report(name, same);
}

// Two bytes as s16 at one of four places, and as bytes with another one in front of each.
struct Widened {
    alignas(8) int16_t at[4];
};
static Widened widened(const void* two, int place) {
    Widened all = {{77, -5, 1234, -32768}};
    for (int i = 0; i < 2; ++i) all.at[place + i] = static_cast<const signed char*>(two)[i];
    return all;
}
struct Apart {
    signed char at[4];
};
static Apart apart(const void* two) {
    const signed char* const bytes = static_cast<const signed char*>(two);
    return {{99, bytes[0], -128, bytes[1]}};
}

// Bytes of a row: of any sign, none that is negative, or without a sign.
enum class Rows { Any, Positive, Unsigned };

static int factor(Rows rows, signed char byte) {
    return rows == Rows::Unsigned ? static_cast<unsigned char>(byte) : byte;
}

// A sum by the first word of a row. By each other word it is the same if the words change places; if one is not, 0.
template <typename Sums, typename Row, typename Weights, typename Add>
static Sums with_each_word(Sums sums, Row row, Weights weights, Add add) {
    constexpr int kWords = static_cast<int>(sizeof(Row) / sizeof(int32_t));
    const Sums first = add(sums, row, 0, weights);
    for (int word = 1; word < kWords; ++word) {
        Row moved = row;
        for (int i = 0; i < 4; ++i) moved[4 * word + i] = row[i], moved[i] = row[4 * word + i];
        const Sums other = add(sums, moved, word, weights);
        if (memcmp(&first, &other, sizeof first) != 0) return Sums{};
    }
    return first;
}

// Sums of products of bytes, which `load` and `spread` bring into words: `terms` of a row and as many of each lane. If
// `split`, the first halves of all lanes lie in front of the second ones. No weight is below `least`.
template <typename Sums, typename Spread, typename Load, typename Add>
static void compare_products(const char* name, int terms, bool split, int least, Rows rows, Spread spread, Load load,
                             Add add) {
    constexpr int kLanes = static_cast<int>(sizeof(Sums) / sizeof(int32_t));
    bool same = true;
    for (int i = 0; i < kRounds; ++i) {
        signed char row[64], weights[256];
        for (signed char& byte : row) {
            const int some = i % 8 == 0 ? -128 : static_cast<signed char>(random_bits());
            byte = static_cast<signed char>(rows == Rows::Positive && some < 0 ? ~some : some);
        }
        for (signed char& byte : weights) {
            const int some = i % 16 < 4 ? -128 : static_cast<signed char>(random_bits());
            byte = static_cast<signed char>(some < least ? least : some);
        }
        int32_t before[kLanes], after[kLanes];
        for (int32_t& sum : before) sum = static_cast<int32_t>(random_bits()) / 4;
        Sums sums;
        memcpy(&sums, before, sizeof sums);
        sums = add(sums, spread(row), load(weights));
        memcpy(after, &sums, sizeof sums);
        for (int lane = 0; lane < kLanes; ++lane) {
            int32_t sum = before[lane];
            for (int term = 0; term < terms; ++term)
                sum += factor(rows, row[term]) *
                       weights[split ? term / 2 * 2 * kLanes + lane * 2 + term % 2 : lane * terms + term];
            same = same && sum == after[lane];
        }
    }
    report(name, same);
}

// Compares words of so many interleaved lines, of which the last one stands for those behind it.
template <typename Memory, typename Element, int kLines, int kLanes, typename Interleave>
static void compare_interleaved(const char* name, Interleave interleave) {
    constexpr int kMostApart = 70;
    bool same = true;
    for (int i = 0; i < kRounds; ++i) {
        Memory memory[(kLines - 1) * kMostApart + kLanes];
        for (Memory& byte : memory) byte = static_cast<Memory>(random_bits());
        const int lines = 1 + i % kLines, apart = 1 + i % kMostApart;
        const auto words = interleave(memory, apart, lines);
        Element elements[kLines * kLanes];
        static_assert(sizeof words == sizeof elements, "the vector has other elements");
        memcpy(elements, &words, sizeof words);
        for (int lane = 0; lane < kLanes; ++lane)
            for (int line = 0; line < kLines; ++line)
                same =
                    same && elements[kLines * lane + line] == memory[(line < lines ? line : lines - 1) * apart + lane];
    }
    report(name, same);
}
