// What a C++ programmer would write instead: std::stable_sort and plain loops. Each works like the module it stands
// beside, to the last bit where that has no rounding.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace peers {

// --- sorting

// jax.numpy's order: the zeros are equal, and so are all NaNs, which come last.
template <typename T>
inline bool less(T a, T b) {
    if constexpr (static_cast<T>(0.5) != 0) return a < b || (a == a && b != b);
    return a < b;
}
struct Less {
    template <typename T>
    bool operator()(T a, T b) const {
        return less(a, b);
    }
};

// Lines of `size` elements that lie `stride` apart; stride > 1: the lines lie side by side.
template <typename T>
void sort(const T* in, T* out, int lines, int size, int stride = 1) {
    for (int line = 0; line < lines; ++line) {
        if (stride == 1) {
            std::copy(in + line * size, in + (line + 1) * size, out + line * size);
            std::stable_sort(out + line * size, out + (line + 1) * size, Less());
            continue;
        }
        static T aside[65536];
        for (int k = 0; k < size; ++k) aside[k] = in[k * stride + line];
        std::stable_sort(aside, aside + size, Less());
        for (int k = 0; k < size; ++k) out[k * stride + line] = aside[k];
    }
}

// Pairs of a key and its place.
template <typename T>
struct Pair {
    T key;
    int32_t place;
};
template <typename T>
Pair<T>* pairs_of(const T* in, int size) {
    static Pair<T> pairs[100000];
    for (int k = 0; k < size; ++k) pairs[k] = {in[k], k};
    return pairs;
}
template <typename T>
void argsort(const T* in, int32_t* out, int size) {
    Pair<T>* const pairs = pairs_of(in, size);
    std::stable_sort(pairs, pairs + size, [](const Pair<T>& a, const Pair<T>& b) { return less(a.key, b.key); });
    for (int k = 0; k < size; ++k) out[k] = pairs[k].place;
}

struct TwoKeys {
    int32_t first;
    float second;
};
inline void sort_two_keys(const int32_t* a, const float* b, int32_t* first, float* second, int size) {
    static TwoKeys pairs[65536];
    for (int k = 0; k < size; ++k) pairs[k] = {a[k], b[k]};
    std::stable_sort(pairs, pairs + size, [](const TwoKeys& x, const TwoKeys& y) {
        return x.first < y.first || (x.first == y.first && less(x.second, y.second));
    });
    for (int k = 0; k < size; ++k) first[k] = pairs[k].first, second[k] = pairs[k].second;
}

// The largest few, and their places.
template <typename T>
void top_k(const T* in, T* values, int32_t* places, int size, int count) {
    Pair<T>* const pairs = pairs_of(in, size);
    std::partial_sort(pairs, pairs + count, pairs + size, [](const Pair<T>& a, const Pair<T>& b) {
        return a.key > b.key || (a.key == b.key && a.place < b.place);
    });
    for (int k = 0; k < count; ++k) values[k] = pairs[k].key, places[k] = pairs[k].place;
}

// --- scatter and gather. A negative index counts from the end, as in NumPy; what is outside then is left out or
// clamped.

inline int32_t from_end(int32_t index, int32_t size) {
    return index < 0 ? index + size : index;
}
inline bool inside(int32_t index, int32_t size) {
    return static_cast<uint32_t>(index) < static_cast<uint32_t>(size);
}

template <typename T>
void add_at(const T* in, const int32_t* index, const T* updates, T* out, int size, int count, int width) {
    std::memcpy(out, in, sizeof(T) * static_cast<size_t>(size * width));
    for (int i = 0; i < count; ++i) {
        const int32_t row = from_end(index[i], size);
        if (!inside(row, size)) continue;
        for (int k = 0; k < width; ++k) out[row * width + k] += updates[i * width + k];
    }
}
template <typename T>
void set_at(const T* in, const int32_t* index, const T* updates, T* out, int size, int count) {
    std::memcpy(out, in, sizeof(T) * static_cast<size_t>(size));
    for (int i = 0; i < count; ++i) {
        const int32_t row = from_end(index[i], size);
        if (inside(row, size)) out[row] = updates[i];
    }
}
inline void bincount(const int32_t* in, int32_t* out, int size, int count) {
    std::memset(out, 0, 4 * static_cast<size_t>(size));
    for (int i = 0; i < count; ++i) {
        const int32_t at = in[i] < 0 ? 0 : in[i];
        if (at < size) ++out[at];
    }
}
inline void histogram(const float* in, int32_t* out, int bins, int count, float low, float high) {
    std::memset(out, 0, 4 * static_cast<size_t>(bins));
    for (int i = 0; i < count; ++i) {
        int bin = static_cast<int>((in[i] - low) / (high - low) * static_cast<float>(bins));
        if (in[i] < low || in[i] > high) continue;
        if (bin == bins) --bin;
        ++out[bin];
    }
}
// Rows of a table; what is outside is clamped.
template <typename T>
void take_rows(const T* table, const int32_t* index, T* out, int size, int count, int width) {
    for (int i = 0; i < count; ++i) {
        int32_t row = from_end(index[i], size);
        row = row < 0 ? 0 : row >= size ? size - 1 : row;
        for (int k = 0; k < width; ++k) out[i * width + k] = table[row * width + k];
    }
}
// Squares of an image, at rows and columns; what is outside is clamped.
inline void take_squares(const float* image, const int32_t* corners, float* out, int side, int count, int width) {
    for (int i = 0; i < count; ++i) {
        int32_t at[2];
        for (int d = 0; d < 2; ++d) {
            const int32_t wanted = from_end(corners[2 * i + d], side), most = side - width;
            at[d] = wanted < 0 ? 0 : wanted > most ? most : wanted;
        }
        for (int y = 0; y < width; ++y)
            for (int x = 0; x < width; ++x) *out++ = image[(at[0] + y) * side + at[1] + x];
    }
}

// --- sums so far, along rows or columns

template <typename T, typename Combine>
void scan_rows(const T* in, T* out, int rows, int columns, T initial, Combine combine) {
    for (int row = 0; row < rows; ++row) {
        T state = initial;
        for (int k = 0; k < columns; ++k) out[row * columns + k] = state = combine(state, in[row * columns + k]);
    }
}
template <typename T>
void sum_rows(const T* in, T* out, int rows, int columns) {
    scan_rows(in, out, rows, columns, static_cast<T>(0), [](T a, T b) { return a + b; });
}
template <typename T>
void sum_columns(const T* in, T* out, int rows, int columns) {
    for (int k = 0; k < columns; ++k) out[k] = in[k];
    for (int at = columns; at < rows * columns; ++at) out[at] = out[at - columns] + in[at];
}

// --- random numbers: Threefry of 20 rounds, as jax.random counts; Philox as XLA does

inline uint32_t rotated(uint32_t x, int by) {
    return x << by | x >> (32 - by);
}
struct Key {
    uint32_t a, b;
};
inline Key threefry(Key key, Key x) {
    const uint32_t keys[3] = {key.a, key.b, key.a ^ key.b ^ 0x1bd11bdau};
    const int turns[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
    x = {x.a + keys[0], x.b + keys[1]};
#pragma GCC unroll 5
    for (int group = 0; group < 5; ++group) {
#pragma GCC unroll 4
        for (int round = 0; round < 4; ++round) {
            x.a += x.b;
            x.b = x.a ^ rotated(x.b, turns[group % 2][round]);
        }
        x.a += keys[(group + 1) % 3];
        x.b += keys[(group + 2) % 3] + static_cast<uint32_t>(group + 1);
    }
    return x;
}
inline uint32_t bits_at(const uint32_t* key, uint32_t place) {
    const Key bits = threefry({key[0], key[1]}, {0, place});
    return bits.a ^ bits.b;
}
inline void bits(const uint32_t* key, uint32_t* out, int count) {
    for (int i = 0; i < count; ++i) out[i] = bits_at(key, static_cast<uint32_t>(i));
}
// Giles, "Approximating the erfinv function".
inline float inverse_erf(float x) {
    static constexpr float kMiddle[] = {2.81022636e-08f,  3.43273939e-07f, -3.5233877e-06f,
                                        -4.39150654e-06f, 0.00021858087f,  -0.00125372503f,
                                        -0.00417768164f,  0.246640727f,    1.50140941f};
    static constexpr float kTail[] = {-0.000200214257f, 0.000100950558f, 0.00134934322f,
                                      -0.00367342844f,  0.00573950773f,  -0.0076224613f,
                                      0.00943887047f,   1.00167406f,     2.83297682f};
    float w = -std::log1p(-x * x);
    const bool middle = w < 5.0f;
    w = middle ? w - 2.5f : std::sqrt(w) - 3.0f;
    const float* factors = middle ? kMiddle : kTail;
    float sum = factors[0];
    for (int i = 1; i < 9; ++i) sum = factors[i] + sum * w;
    return sum * x;
}
inline float unit(uint32_t word) { // in [0, 1)
    const uint32_t pattern = word >> 9 | 0x3f800000u;
    float number;
    std::memcpy(&number, &pattern, 4);
    return number - 1.0f;
}
inline void uniform(const uint32_t* key, float* out, int count) {
    for (int i = 0; i < count; ++i) {
        const float number = unit(bits_at(key, static_cast<uint32_t>(i)));
        out[i] = number > 0.0f ? number : 0.0f;
    }
}
// As XLA's rng-bit-generator with a state of two words of 64 bits, a key and a count: two words a count.
inline void threefry_words(const uint32_t* state, uint32_t* out, int count) {
    const uint64_t first = state[2] | static_cast<uint64_t>(state[3]) << 32;
    for (int i = 0; i < count / 2; ++i) {
        const uint64_t place = first + static_cast<uint64_t>(i);
        const Key words =
            threefry({state[0], state[1]}, {static_cast<uint32_t>(place), static_cast<uint32_t>(place >> 32)});
        out[2 * i] = words.a, out[2 * i + 1] = words.b;
    }
}
// Four words a count, whose upper half is the key.
inline void philox_words(const uint32_t* state, uint32_t* out, int count) {
    const uint64_t first = state[2] | static_cast<uint64_t>(state[3]) << 32;
    for (int i = 0; i < count / 4; ++i) {
        const uint64_t place = first + static_cast<uint64_t>(i);
        uint32_t key[2] = {state[0], state[1]};
        uint64_t high = state[0] | static_cast<uint64_t>(state[1]) << 32;
        high += place < first ? 1 : 0;
        uint32_t x[4] = {static_cast<uint32_t>(place), static_cast<uint32_t>(place >> 32), static_cast<uint32_t>(high),
                         static_cast<uint32_t>(high >> 32)};
        for (int round = 0; round < 10; ++round) {
            const uint64_t a = static_cast<uint64_t>(x[0]) * 0xd2511f53u, b = static_cast<uint64_t>(x[2]) * 0xcd9e8d57u;
            const uint32_t y[4] = {static_cast<uint32_t>(b >> 32) ^ x[1] ^ key[0], static_cast<uint32_t>(b),
                                   static_cast<uint32_t>(a >> 32) ^ x[3] ^ key[1], static_cast<uint32_t>(a)};
            std::memcpy(x, y, 16);
            key[0] += 0x9e3779b9u, key[1] += 0xbb67ae85u;
        }
        std::memcpy(out + 4 * i, x, 16);
    }
}
inline void normal(const uint32_t* key, float* out, int count) {
    const float low = -0.99999994f;
    for (int i = 0; i < count; ++i) {
        const float number = unit(bits_at(key, static_cast<uint32_t>(i))) * 2.0f + low;
        out[i] = 1.41421356f * inverse_erf(number < low ? low : number);
    }
}
// By random keys, which a stable sort puts in order.
inline void permutation(const uint32_t* key, int32_t* out, int count) {
    const Key words = threefry({key[0], key[1]}, {0, 1});
    const uint32_t second[2] = {words.a, words.b};
    static uint32_t order[65536];
    bits(second, order, count);
    argsort(order, out, count);
}
inline void categorical(const uint32_t* key, const float* logits, int32_t* out, int rows, int columns) {
    constexpr float kTiny = 1.17549435e-38f;
    for (int row = 0; row < rows; ++row) {
        float most = -__builtin_inff();
        for (int k = 0; k < columns; ++k) {
            const int at = row * columns + k;
            const float number = unit(bits_at(key, static_cast<uint32_t>(at))) + kTiny;
            const float score = logits[at] - std::log(-std::log(number < kTiny ? kTiny : number));
            if (k == 0 || score > most) most = score, out[row] = k;
        }
    }
}

} // namespace peers
