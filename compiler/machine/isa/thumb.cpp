// Cortex-M with an FPU: no vectors, but instructions that compilers do not find.
#include "machine/isa/isa.h"

namespace hlo2cpp {
namespace {

constexpr std::string_view kNearest =
    R"(// The nearest integer, ties to even, saturating at low and high; a NaN is 0.
static inline int32_t @name@(float x, int32_t low, int32_t high) noexcept {
    float converted; // saturating, and 0 for a NaN, which no cast of C++ is
    __asm("vcvtr.s32.f32 %0, %1" : "=t"(converted) : "t"(x));
    int32_t nearest;
    __builtin_memcpy(&nearest, &converted, sizeof nearest);
#ifdef __ARM_FEATURE_SAT // one instruction for usual bounds
    if (low == -128 && high == 127) {
        __asm("ssat %0, #8, %0" : "+r"(nearest));
        return nearest;
    }
    if (low == 0 && (high == 127 || high == 255)) {
        if (high == 127) __asm("usat %0, #7, %0" : "+r"(nearest));
        if (high == 255) __asm("usat %0, #8, %0" : "+r"(nearest));
        return nearest;
    }
#endif
    return nearest < low ? low : nearest > high ? high : nearest;
}
)";

// Compilers would load the pairs of many products first, for which there are no registers: volatile keeps the order.
constexpr std::string_view kAddPair =
    R"(// The sum and the products of two pairs of s16.
static inline int32_t @name@(int32_t sum, uint32_t a, uint32_t b) noexcept {
    __asm volatile("smlad %0, %1, %2, %0" : "+r"(sum) : "r"(a), "r"(b)); // in this order, which takes few registers
    return sum;
}
)";

constexpr std::string_view kPairOf =
    R"(// The even, or odd, ones of four, as s16.
static inline uint32_t @name@(const void* integers, int32_t odd) noexcept {
    uint32_t four, even_ones, odd_ones;
    __builtin_memcpy(&four, integers, sizeof four);
    __asm("@extend@ %0, %1" : "=r"(even_ones) : "r"(four));
    __asm("@extend@ %0, %1, ror #8" : "=r"(odd_ones) : "r"(four));
    return odd ? odd_ones : even_ones;
}
)";

// A copy into an array of two would be two loads.
constexpr std::string_view kPairOfTwo =
    R"(// One of two pairs of s16, which are loaded at once.
static inline uint32_t @name@(const void* integers, int32_t second) noexcept {
    typedef uint64_t __attribute__((may_alias)) two_pairs;
    const uint64_t pairs = *static_cast<const two_pairs*>(integers);
    return static_cast<uint32_t>(second ? pairs >> 32 : pairs);
}
)";

IntrinsicText either(const Intrinsic& intrinsic, const std::string& feature, const std::string& own) {
    return own_or_portable(intrinsic, "defined(__arm__) && defined(" + feature + ") && defined(__GNUC__)", own);
}

std::optional<IntrinsicText> text(const Intrinsic& intrinsic) {
    if (intrinsic.id == IntrinsicId::RoundedProduct)
        return rounded_product(intrinsic, "defined(__arm__) && defined(__ARM_FP)", "t");
    if (intrinsic.id == IntrinsicId::RoundedProducts) // of Helium
        return rounded_product(intrinsic, "defined(__ARM_FEATURE_MVE)", "w");
    TemplateValues values = {{"name", name_of(intrinsic)}};
    if (intrinsic.id == IntrinsicId::NearestInteger) return either(intrinsic, "__ARM_FP", fill_text(kNearest, values));
    if (intrinsic.id == IntrinsicId::AddPair)
        return either(intrinsic, "__ARM_FEATURE_DSP", fill_text(kAddPair, values));
    if (intrinsic.id == IntrinsicId::PairOfTwo)
        return either(intrinsic, "__ARM_FEATURE_DSP", fill_text(kPairOfTwo, values));
    if (intrinsic.id != IntrinsicId::PairOf) return std::nullopt;
    values.insert({"extend", is_signed(intrinsic.memory) ? "sxtb16" : "uxtb16"});
    return either(intrinsic, "__ARM_FEATURE_DSP", fill_text(kPairOf, values));
}

} // namespace

const Isa isa::thumb = {.text = text};

} // namespace hlo2cpp
