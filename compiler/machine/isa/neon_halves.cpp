// Neon's instructions on vectors of f16.
#include "machine/isa/isa.h"

namespace hlo2cpp {
namespace {

// As assembly, which no compiler contracts: each result is rounded.
constexpr std::string_view kNeonHalves = R"(static inline @bits@ @name@(@parameters@) noexcept {
#ifdef __ARM_FEATURE_FP16_VECTOR_ARITHMETIC
    // No warning where there is an instruction.
    @helpers@;
    @bits@ result;
    __asm("@instruction@ %0.@count@h, @operands@" : "=w"(result) : @inputs@);
    return result;
#else
@lanes@#endif
}
)";

// The number of the lane is known where loops are unrolled.
constexpr std::string_view kNeonProducts =
    R"(// Products of f16 are exact: each sum is rounded once.
static inline @vector@ @name@(@vector@ sums, @halves@ a, int32_t lane, @halves@ b) noexcept {
#ifdef __ARM_FEATURE_FP16_FML
    static_cast<void>(&f32_from_f16); // no warning where there is an instruction
@lanes@#else
    const float number = f32_from_f16(a[lane]);
    for (int i = 0; i < 4; ++i) sums[i] += number * f32_from_f16(b[i@behind@]);
#endif
    return sums;
}
)";

// Registers that have lanes in this instruction are the first half of them, to which "x" keeps.
constexpr std::string_view kNeonLane =
    R"(    if (lane == @lane@) __asm("@instruction@ %0.4s, %2.4h, %1.h[@lane@]" : "+w"(sums) : "x"(a), "w"(b));
)";

IntrinsicText neon_products_of_lane(const Intrinsic& intrinsic) {
    const std::int64_t lanes = 2 * intrinsic.vector.lanes;
    const bool second = intrinsic.id == IntrinsicId::AddSecondProductsOfLane;
    std::string by_lane;
    for (std::int64_t lane = 0; lane < lanes; ++lane)
        by_lane += fill_text(kNeonLane, {{"lane", std::to_string(lane)}, {"instruction", second ? "fmlal2" : "fmlal"}});
    return {.text = fill_intrinsic(kNeonProducts, intrinsic,
                                   {{"halves", name_of(VectorType{ElementType::U16, lanes})},
                                    {"lanes", by_lane},
                                    {"behind", second ? " + 4" : ""}}),
            .helpers = {"f32_from_f16"}};
}

const char* half_instruction(IntrinsicId id) {
    switch (id) {
    case IntrinsicId::HalfSum: return "fadd";
    case IntrinsicId::HalfDifference: return "fsub";
    case IntrinsicId::HalfProduct: return "fmul";
    case IntrinsicId::HalfQuotient: return "fdiv";
    case IntrinsicId::HalfSqrt: return "fsqrt";
    case IntrinsicId::HalfMaximum: return "fmax";
    case IntrinsicId::HalfMinimum: return "fmin";
    case IntrinsicId::HalfEqual: return "fcmeq";
    case IntrinsicId::HalfLess: return "fcmgt"; // of the second one
    default: return "fcmge";
    }
}

IntrinsicText neon_arithmetic(const Intrinsic& intrinsic) {
    const IntrinsicId id = intrinsic.id;
    const std::string count = std::to_string(intrinsic.vector.lanes);
    const bool one = id == IntrinsicId::HalfSqrt,
               swapped = id == IntrinsicId::HalfLess || id == IntrinsicId::HalfLessEqual;
    std::string helpers;
    for (const std::string& helper : helpers_of_halves(id))
        helpers += (helpers.empty() ? "" : ", ") + ("static_cast<void>(&" + helper + ")");
    const std::string first = "%1." + count + "h", second = "%2." + count + "h";
    TemplateValues values = values_of_halves(intrinsic);
    values.insert({{"count", count},
                   {"helpers", helpers},
                   {"instruction", half_instruction(id)},
                   {"operands", one       ? first
                                : swapped ? second + ", " + first
                                          : first + ", " + second},
                   {"inputs", one ? "\"w\"(a)" : "\"w\"(a), \"w\"(b)"}});
    return {.text = fill_text(kNeonHalves, values), .helpers = helpers_of_halves(id)};
}

} // namespace

std::optional<IntrinsicText> neon_halves(const Intrinsic& intrinsic) {
    if (elements_of(intrinsic.id) == IntrinsicElements::Halves) return neon_arithmetic(intrinsic);
    switch (intrinsic.id) {
    case IntrinsicId::AddFirstProductsOfLane:
    case IntrinsicId::AddSecondProductsOfLane: return neon_products_of_lane(intrinsic);
    default: return std::nullopt;
    }
}

} // namespace hlo2cpp
