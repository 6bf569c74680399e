// The peers of fft, with the signature of the generated code: CMSIS-DSP on boards, pocketfft elsewhere.
#pragma once

#include <cstddef>
#include <cstring>

#ifdef __arm__
#include "arm_math.h"

namespace peers {

// CMSIS-DSP has lengths that are powers of two, of 16 and more; it works in place, so the numbers are copied.
template <int n>
void fft(const float* in, float* out, int lines, bool inverse) {
    static arm_cfft_instance_f32 plan;
    if (plan.fftLen == 0) arm_cfft_init_f32(&plan, n);
    std::memcpy(out, in, sizeof(float) * static_cast<std::size_t>(2 * n * lines));
    for (int line = 0; line < lines; ++line) arm_cfft_f32(&plan, out + 2 * n * line, inverse ? 1 : 0, 1);
}
// Its half spectrum has the last number in the place of the first one's imaginary part; it destroys what it reads.
template <int n>
void rfft(const float* in, float* out, int lines) {
    static arm_rfft_fast_instance_f32 plan;
    static float copy[n];
    if (plan.fftLenRFFT == 0) arm_rfft_fast_init_f32(&plan, n);
    for (int line = 0; line < lines; ++line, in += n, out += n + 2) {
        std::memcpy(copy, in, sizeof copy);
        arm_rfft_fast_f32(&plan, copy, out, 0);
        out[n] = out[1], out[1] = 0, out[n + 1] = 0;
    }
}
template <int n>
void irfft(const float* in, float* out, int lines) {
    static arm_rfft_fast_instance_f32 plan;
    static float copy[n];
    if (plan.fftLenRFFT == 0) arm_rfft_fast_init_f32(&plan, n);
    for (int line = 0; line < lines; ++line, in += n + 2, out += n) {
        std::memcpy(copy, in, sizeof copy);
        copy[1] = in[n];
        arm_rfft_fast_f32(&plan, copy, out, 1);
    }
}

} // namespace peers
#else
extern "C" {
struct cfft_plan_i;
struct rfft_plan_i;
cfft_plan_i* make_cfft_plan(std::size_t length);
int cfft_forward(cfft_plan_i* plan, float* numbers, float factor);
int cfft_backward(cfft_plan_i* plan, float* numbers, float factor);
rfft_plan_i* make_rfft_plan(std::size_t length);
int rfft_forward(rfft_plan_i* plan, float* numbers, float factor);
int rfft_backward(rfft_plan_i* plan, float* numbers, float factor);
}

namespace peers {

template <int n>
void fft(const float* in, float* out, int lines, bool inverse) {
    static cfft_plan_i* plan;
    if (plan == nullptr) plan = make_cfft_plan(n);
    std::memcpy(out, in, sizeof(float) * static_cast<std::size_t>(2 * n * lines));
    for (int line = 0; line < lines; ++line, out += 2 * n)
        inverse ? cfft_backward(plan, out, 1.0f / n) : cfft_forward(plan, out, 1.0f);
}
// Its half spectrum leaves out the imaginary parts that are zero.
template <int n>
void rfft(const float* in, float* out, int lines) {
    static rfft_plan_i* plan;
    if (plan == nullptr) plan = make_rfft_plan(n);
    for (int line = 0; line < lines; ++line, in += n, out += n / 2 * 2 + 2) {
        std::memcpy(out + 1, in, sizeof(float) * n);
        rfft_forward(plan, out + 1, 1.0f);
        out[0] = out[1], out[1] = 0;
        if (n % 2 == 0) out[n + 1] = 0;
    }
}
template <int n>
void irfft(const float* in, float* out, int lines) {
    static rfft_plan_i* plan;
    if (plan == nullptr) plan = make_rfft_plan(n);
    for (int line = 0; line < lines; ++line, in += n / 2 * 2 + 2, out += n) {
        std::memcpy(out, in, sizeof(float));
        std::memcpy(out + 1, in + 2, sizeof(float) * (n - 1));
        rfft_backward(plan, out, 1.0f / n);
    }
}

} // namespace peers
#endif

namespace peers {

// Two dimensions: the rows, then the columns as rows.
template <int n>
void fft2(const float* in, float* out) {
    static float rows[2 * n * n], turned[2 * n * n];
    const auto turn = [](const float* from, float* to) {
        for (int y = 0; y < n; ++y)
            for (int x = 0; x < n; ++x) std::memcpy(to + 2 * (x * n + y), from + 2 * (y * n + x), 2 * sizeof(float));
    };
    fft<n>(in, rows, n, false);
    turn(rows, turned);
    fft<n>(turned, rows, n, false);
    turn(rows, out);
}

} // namespace peers
