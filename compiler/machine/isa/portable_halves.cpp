// Portable text of f16 as they lie: arithmetic, lane by lane in f32, and products.
#include "machine/isa/isa.h"

namespace hlo2cpp {
namespace {

constexpr std::string_view kHalves = R"(static inline @bits@ @name@(@parameters@) noexcept {
@lanes@}
)";
constexpr std::string_view kLanesOfHalves = R"(    for (int lane = 0; lane < @count@; ++lane)
        a[lane] = @value@;
    return a;
)";

constexpr std::string_view kProductsOfHalves =
    R"(static inline @vector@ @name@(@vector@ sums, @halves@ a, int32_t lane, @halves@ b) noexcept { // exact products
    const float number = f32_from_f16(a[lane]);
    for (int i = 0; i < @lanes@; ++i) sums[i] += number * f32_from_f16(b[i@behind@]);
    return sums;
}
)";

// The operation on two floats: an operator, or a function.
const char* half_word_of(IntrinsicId id) {
    switch (id) {
    case IntrinsicId::HalfSum: return " + ";
    case IntrinsicId::HalfDifference: return " - ";
    case IntrinsicId::HalfProduct: return " * ";
    case IntrinsicId::HalfQuotient: return " / ";
    case IntrinsicId::HalfSqrt: return "sqrt_f32";
    case IntrinsicId::HalfMaximum: return "maximum_f32";
    case IntrinsicId::HalfMinimum: return "minimum_f32";
    case IntrinsicId::HalfEqual: return " == ";
    case IntrinsicId::HalfLess: return " < ";
    default: return " <= ";
    }
}

bool is_half_operator(IntrinsicId id) {
    return half_word_of(id)[0] == ' ';
}

bool makes_mask(IntrinsicId id) {
    return id == IntrinsicId::HalfEqual || id == IntrinsicId::HalfLess || id == IntrinsicId::HalfLessEqual;
}

std::string value_of_lane(IntrinsicId id) {
    const std::string word = half_word_of(id), a = "f32_from_f16(a[lane])", b = "f32_from_f16(b[lane])";
    if (makes_mask(id)) return a + word + b + " ? 0xffff : 0";
    const std::string value = is_half_operator(id)          ? a + word + b
                              : id == IntrinsicId::HalfSqrt ? word + "(" + a + ")"
                                                            : word + "(" + a + ", " + b + ")";
    return "f16_from_f32(" + value + ")";
}

IntrinsicText half_products_text(const Intrinsic& intrinsic) {
    const std::int64_t lanes = intrinsic.vector.lanes;
    const bool second = intrinsic.id == IntrinsicId::AddSecondProductsOfLane;
    return {.text = fill_intrinsic(kProductsOfHalves, intrinsic,
                                   {{"halves", name_of(VectorType{ElementType::U16, 2 * lanes})},
                                    {"lanes", std::to_string(lanes)},
                                    {"behind", second ? " + " + std::to_string(lanes) : ""}}),
            .helpers = {"f32_from_f16"}};
}

} // namespace

std::vector<std::string> helpers_of_halves(IntrinsicId id) {
    std::vector<std::string> helpers = {"f32_from_f16"};
    if (!makes_mask(id)) helpers.emplace_back("f16_from_f32");
    if (!is_half_operator(id)) helpers.emplace_back(half_word_of(id));
    return helpers;
}

TemplateValues values_of_halves(const Intrinsic& intrinsic) {
    const std::string bits = name_of(VectorType{ElementType::U16, intrinsic.vector.lanes}),
                      count = std::to_string(intrinsic.vector.lanes);
    const bool one = intrinsic.id == IntrinsicId::HalfSqrt;
    return {{"name", name_of(intrinsic)},
            {"bits", bits},
            {"parameters", bits + " a" + (one ? "" : ", " + bits + " b")},
            {"lanes", fill_text(kLanesOfHalves, {{"count", count}, {"value", value_of_lane(intrinsic.id)}})}};
}

std::optional<IntrinsicText> portable_halves(const Intrinsic& intrinsic) {
    if (elements_of(intrinsic.id) == IntrinsicElements::Halves)
        return IntrinsicText{.text = fill_text(kHalves, values_of_halves(intrinsic)),
                             .helpers = helpers_of_halves(intrinsic.id)};
    switch (intrinsic.id) {
    case IntrinsicId::AddFirstProductsOfLane:
    case IntrinsicId::AddSecondProductsOfLane: return half_products_text(intrinsic);
    default: return std::nullopt; // mathematics
    }
}

} // namespace hlo2cpp
