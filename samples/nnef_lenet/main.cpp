// Runs the generated network on the images of reference.h and compares with what NumPy computed.
#include <math.h>
#include <stdio.h>

#include "lenet.h"
#include "reference.h"

namespace {

alignas(LENET_ALIGNMENT) float image[LENET_IMAGE_ELEMENTS];
alignas(LENET_ALIGNMENT) float probability[LENET_PROBABILITY_ELEMENTS];

// The largest difference of image i's results, or -1 where the network reports an error.
float worst_difference(int i) {
    for (int p = 0; p < LENET_IMAGE_ELEMENTS; ++p) image[p] = kImage[i][p];
    if (lenet_run(image, probability) != LENET_OK) return -1;
    float worst = 0;
    for (int k = 0; k < LENET_PROBABILITY_ELEMENTS; ++k) {
        const float difference = fabsf(probability[k] - kExpected[i][k]);
        if (!(difference <= worst)) worst = difference; // NaN, too
    }
    return worst;
}

} // namespace

int main() {
    constexpr float kAllowed = 1e-6f;
    bool good = true;
    for (int i = 0; i < kImages; ++i) {
        const float worst = worst_difference(i);
        printf("image %d      differs by %.1e at most\n", i, static_cast<double>(worst));
        good = good && worst >= 0 && worst <= kAllowed;
    }
    printf("RAM          %d bytes\nflash        %d bytes of weights\n", LENET_ARENA_BYTES, LENET_WEIGHTS_BYTES);
    printf(good ? "good\n" : "FAILED: the results are not NumPy's\n");
    return good ? 0 : 1;
}
