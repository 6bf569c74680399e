// Minimal filtering along a line (Winograd): m neighbouring sums of r products in n = m + r - 1 products. With x the n
// elements that the sums see and g the r taps,
//
//     y = A^T [(G g) * (B^T x)]        * element by element; along two dimensions once for each
//
// The matrices are those of Toom and Cook at the points 0, +-p_1, +-p_2, ... and infinity (Lavin and Gray, "Fast
// Algorithms for Convolutional Neural Networks", 2015, with 0, +-1 and +-2). With M(t) the product of (t - p) over the
// finite points: row p of B^T holds the coefficients of M(t) / (t - p), row p of G is 1, p, p^2, ... over M'(p), column
// p of A^T is 1, p, p^2, ...; at infinity these are M itself, the last tap and the last sum.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hlo2cpp {

struct MinimalFilter {
    using Matrix = std::vector<std::vector<double>>;
    std::int64_t outputs = 0; // m
    std::int64_t taps = 0;    // r
    std::int64_t inputs = 0;  // n
    // The rows of B^T and the columns of A^T are in this order: the point 0; pairs of p and -p, which differ only in
    // the sign of their odd elements; the point infinity. `pairs` is the number of pairs.
    std::int64_t pairs = 0;
    Matrix input;  // B^T, [n][n]
    Matrix filter; // G, [n][r]
    Matrix output; // A^T, [m][n]
};

// F(2,3) at 0, +-1; F(4,3) at 0, +-1/sqrt(2), +-sqrt(2), where sums of f32 lose least. `outputs` is 2 or 4.
MinimalFilter minimal_filter(std::int64_t outputs);
// "F(4x4,3x3)": the results of a tile and the taps, along both dimensions.
std::string name_of_filter(std::int64_t outputs);

} // namespace hlo2cpp
