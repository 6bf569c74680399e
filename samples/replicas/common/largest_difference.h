// Compares results.
#pragma once

#include <math.h>

// The largest |a[i] - b[i]|; NaN if one of them is NaN.
inline double largest_difference(const float* a, const float* b, int count) {
    double largest = 0;
    for (int i = 0; i < count; ++i) {
        const double difference = fabs(static_cast<double>(a[i]) - static_cast<double>(b[i]));
        if (!(difference <= largest) && !isnan(largest)) largest = difference;
    }
    return largest;
}
