// Classifies the held-out digits with the generated network, on the host.
#include <stdio.h>
#include <time.h>

#include "digits.h"
#include "test_images.h"

namespace {

alignas(DIGITS_ALIGNMENT) float image[DIGITS_IMAGE_ELEMENTS];
alignas(DIGITS_ALIGNMENT) float probability[DIGITS_OUT_ELEMENTS];

// The digit that the network sees in test image i, or -1 where the network reports an error.
int classify(int i) {
    for (int p = 0; p < 64; ++p) image[p] = static_cast<float>(test_pixels[i][p]) / 16.0f;
    if (digits_run(image, probability) != DIGITS_OK) return -1;
    int best = 0;
    for (int digit = 1; digit < 10; ++digit)
        if (probability[digit] > probability[best]) best = digit;
    return best;
}

void draw(int i) {
    for (int row = 0; row < 8; ++row) {
        printf("    ");
        for (int column = 0; column < 8; ++column) {
            const char ink = " .:-=+*#@"[test_pixels[i][row * 8 + column] / 2];
            printf("%c%c", ink, ink);
        }
        printf("\n");
    }
    const int seen = classify(i);
    printf("    this is a %d; the network says %d, with probability %.3f\n\n", test_labels[i], seen,
           static_cast<double>(probability[seen < 0 ? 0 : seen]));
}

double seconds() {
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

} // namespace

int main() {
    draw(0);
    int correct = 0, as_jax = 0;
    for (int i = 0; i < TEST_IMAGES; ++i) {
        const int seen = classify(i);
        correct += seen == test_labels[i];
        as_jax += seen == jax_predictions[i];
    }
    const int rounds = 20;
    const double start = seconds();
    for (int r = 0; r < rounds; ++r)
        for (int i = 0; i < TEST_IMAGES; ++i) classify(i);
    const double each = (seconds() - start) / (rounds * TEST_IMAGES);
    printf("accuracy   %d of %d held-out images (%.2f %%); in JAX %d\n", correct, TEST_IMAGES,
           100.0 * correct / TEST_IMAGES, CORRECT_IN_JAX);
    printf("agreement  %d of %d images get the digit that JAX sees\n", as_jax, TEST_IMAGES);
    printf("RAM        %d bytes of arena\n", DIGITS_ARENA_BYTES);
    printf("flash      %d bytes of weights\n", DIGITS_WEIGHTS_BYTES);
    printf("time       %.1f us an image\n", 1e6 * each);
    return correct == CORRECT_IN_JAX && as_jax == TEST_IMAGES ? 0 : 1;
}
