/* Calls a model whose scalars are passed by value; returns the number of the first thing that is wrong. */
#include "net.h"

static int wrong(const float* out, float kept) {
    for (int i = 0; i < 3; ++i)
        if (out[i] != (float)i + 0.5f) return 1;
    return kept == 7.0f + 0.25f + 2.0f + 9.0f + 100.0f ? 0 : 2;
}

int main(void) {
    const float x[3] = {1.0f, 2.0f, 3.0f}, turn[2] = {2.0f, 3.0f};
    const uint16_t half = 0x3E80; /* 0.25 */
    float out[3], kept = 100.0f;
    if (net_run(x, 0.5f, 0, 7, half, turn, &kept, 9, out) != NET_OK) return 10;
    if (wrong(out, kept)) return wrong(out, kept);
    net_context context = {0};
#ifdef NET_STEPS
    out[0] = 0.0f;
    kept = 100.0f;
    int status = net_begin(&context, x, 0.5f, 0, 7, half, turn, &kept, 9, out);
    if (status != NET_OK) return 11;
    do status = net_step(&context);
    while (status == NET_MORE);
    if (status != NET_OK) return 12;
#else
    kept = 100.0f;
    if (net_run_in(&context, x, 0.5f, 0, 7, half, turn, &kept, 9, out) != NET_OK) return 13;
#endif
    return wrong(out, kept);
}
