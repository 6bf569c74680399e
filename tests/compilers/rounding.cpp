// Numbers that are rounded to f32, or complex ones to c64, are rounded even where they become f64 again at once.
#include "rounding.h"

namespace {

double nearest_f32(double x) {
    volatile float rounded = static_cast<float>(x); // no compiler looks through this
    return static_cast<double>(rounded);
}

} // namespace

int main() {
    const double x[8] = {0.1, 1e300, -1.7, 3.3, 1e-300, 5.1, -0.7, 1.1};
    const uint8_t p[4] = {1, 0, 1, 1};
    double rounded[8];
    ROUNDING_Z_TYPE z[4], again[4], chosen[4];
    for (int i = 0; i < 4; ++i) z[i] = {x[2 * i], x[2 * i + 1]};
    if (rounding_run(x, z, p, rounded, again, chosen) != 0) return 1;
    for (int i = 0; i < 8; ++i)
        if (rounded[i] != nearest_f32(x[i])) return 2;
    for (int i = 0; i < 4; ++i) {
        if (again[i].re != nearest_f32(z[i].re) || again[i].im != nearest_f32(z[i].im)) return 3;
        const auto want = p[i] != 0 ? again[i] : z[i];
        if (chosen[i].re != want.re || chosen[i].im != want.im) return 4;
    }
    return 0;
}
