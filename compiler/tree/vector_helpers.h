// Helpers of vectors that are given memory, and how many elements of it.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tree/type.h"

namespace hlo2cpp::tree {

using VectorType = std::pair<ElementType, std::int64_t>; // and its lanes

// Functions of runtime_lib without branches and tables, each behind those it calls: generate/lane_text.h makes them for
// vectors; Formula::lanes says so of the ops.
constexpr const char* kLaneFunctions[] = {"erf",
                                          "exp",
                                          "exp_not_positive",
                                          "expm1",
                                          "log",
                                          "log1p_sum",
                                          "log1p",
                                          "logistic",
                                          "rsqrt",
                                          "tanh",
                                          "sign",
                                          "floor",
                                          "ceil",
                                          "round_even",
                                          "round_away",
                                          "half_exp",
                                          "sinh",
                                          "cosh",
                                          "asinh",
                                          "acosh",
                                          "atanh",
                                          "atan2",
                                          "atan",
                                          "pow",
                                          "reduce_small_angle",
                                          "reduce_angle",
                                          "sin_in_quadrant",
                                          "sin",
                                          "cos",
                                          "tan"};

// "first_largest_f32x8"(elements, n): the place of the first largest of n elements, at least as many as lanes.
constexpr const char* kSearches[] = {"first_largest", "first_smallest"};
std::optional<VectorType> vectors_of_search(const std::string& function);

// "first_lanes_f32x16"(elements, n): a vector whose first n lanes are the elements.
// "set_first_lanes_f32x16"(elements, vector, n): they are the vector's first n lanes.
constexpr const char *kFirstLanes = "first_lanes", *kSetFirstLanes = "set_first_lanes";
std::optional<VectorType> vectors_of_first_lanes(const std::string& function);

// "quotient_f32x8"(x, divisor, its ordinary_reciprocal): x / divisor.
constexpr const char* kQuotient = "quotient";

// "mask_s32x8"(preds): all bits of a lane where the pred holds, else none.
constexpr const char* kMask = "mask";
std::optional<VectorType> vectors_of_mask(const std::string& function);

// "f32x8_from_s8"(integers): so many integers of memory as floats, each rounded once.
struct Conversion {
    ElementType from;
    VectorType to;
};
// "s8x8_from_f32"(vector): floats as integers, which lie between as `integers_of` says, in the reverse order.
std::string conversion_function(const Conversion& conversion);
std::optional<Conversion> conversion_of(const std::string& function);
bool is_rounding(const Conversion& conversion); // to integers
// The integers that lie between, from those in memory on. GCC widens vectors well in steps of twice the bits.
std::vector<ElementType> integers_of(const Conversion& conversion);

// "transpose_f32x8"(from, from_row, to, to_row): a square of as many rows as lanes, rows so many elements apart.
constexpr const char* kTransposition = "transpose";
std::optional<VectorType> vectors_of_transposition(const std::string& function);
VectorType loaded_by_transposition(const VectorType& square); // 16 bytes at most

} // namespace hlo2cpp::tree
