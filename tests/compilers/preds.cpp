// A pred that is neither 0 nor 1 is true, and what is computed is 0 or 1: 0 if that is so.
#include <string.h>

#include "preds.h"

namespace {

struct Results {
    uint8_t preds[5][PREDS_A_ELEMENTS];
    float numbers[2][PREDS_A_ELEMENTS];
};

Results run(uint8_t truth) {
    uint8_t a[PREDS_A_ELEMENTS], b[PREDS_A_ELEMENTS];
    float x[PREDS_A_ELEMENTS];
    for (int i = 0; i < PREDS_A_ELEMENTS; ++i) {
        a[i] = i % 3 == 0 ? truth : uint8_t(0);
        b[i] = i % 2 == 0 ? truth : uint8_t(0);
        x[i] = static_cast<float>(i);
    }
    Results r;
    preds_run(a, b, x, r.preds[0], r.preds[1], r.preds[2], r.numbers[0], r.preds[3], r.preds[4], r.numbers[1]);
    return r;
}

} // namespace

int main() {
    const Results ones = run(1);
    for (int truth = 2; truth < 256; ++truth) {
        const Results others = run(static_cast<uint8_t>(truth));
        if (memcmp(&ones, &others, sizeof ones) != 0) return 1;
    }
    return 0;
}
