// Numbers that are rounded to f32, or complex ones to c64, are rounded even where they become f64 again at once.
#include "rounding.h"

namespace {

double nearest_f32(double x) {
    volatile float rounded = static_cast<float>(x); // no compiler looks through this
    return static_cast<double>(rounded);
}

} // namespace

int main() {
    const double x[ROUNDING_X_ELEMENTS] = {0.1, 1e300};
    const double z[ROUNDING_Z_ELEMENTS] = {-1.7, 3.3, 5.1, -0.7};
    const uint8_t p[ROUNDING_P_ELEMENTS] = {1, 0};
    double real[ROUNDING_OUT0_ELEMENTS], complex[ROUNDING_OUT1_ELEMENTS];
    if (rounding_run(x, z, p, real, complex) != 0) return 1;
    for (int i = 0; i < ROUNDING_X_ELEMENTS; ++i)
        if (real[i] != nearest_f32(x[i])) return 2;
    for (int i = 0; i < ROUNDING_Z_ELEMENTS; ++i)
        if (complex[i] != (p[i / 2] != 0 ? nearest_f32(z[i]) : z[i])) return 3;
    return 0;
}
