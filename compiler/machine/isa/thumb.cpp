// Cortex-M with an FPU: no vectors, but instructions that compilers do not find.
#include "machine/isa/isa.h"

namespace hlo2cpp {
namespace {

constexpr std::string_view kNearest =
    R"(// The nearest integer, ties to even, saturating at low and high; a NaN is 0.
static inline int32_t @name@(float x, int32_t low, int32_t high) {
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

constexpr std::string_view kAddProducts = R"(static inline int32_t @name@(int32_t sum, @words@ a, @words@ b) {
    __asm("smlad %0, %1, %2, %0" : "+r"(sum) : "r"(a.even), "r"(b.even));
    __asm("smlad %0, %1, %2, %0" : "+r"(sum) : "r"(a.odd), "r"(b.odd));
    return sum;
}
)";

constexpr std::string_view kWordsOf = R"(static inline @words@ @name@(const void* integers) {
    uint32_t word, even, odd;
    __builtin_memcpy(&word, integers, sizeof word);
    __asm("@extend@ %0, %1" : "=r"(even) : "r"(word));
    __asm("@extend@ %0, %1, ror #8" : "=r"(odd) : "r"(word));
    return {even, odd};
}
)";

IntrinsicText either(const Intrinsic& intrinsic, const std::string& feature, const std::string& own) {
    return own_or_portable(intrinsic, "defined(__arm__) && defined(" + feature + ") && defined(__GNUC__)", own);
}

std::optional<IntrinsicText> text(const Intrinsic& intrinsic) {
    TemplateValues values = {{"name", name_of(intrinsic)}};
    if (intrinsic.id == IntrinsicId::NearestInteger) return either(intrinsic, "__ARM_FP", fill_text(kNearest, values));
    values.insert({"words", std::string(kWords)});
    if (intrinsic.id == IntrinsicId::AddProducts)
        return either(intrinsic, "__ARM_FEATURE_DSP", fill_text(kAddProducts, values));
    if (intrinsic.id != IntrinsicId::WordsOf) return std::nullopt;
    values.insert({"extend", is_signed(intrinsic.memory) ? "sxtb16" : "uxtb16"});
    return either(intrinsic, "__ARM_FEATURE_DSP", fill_text(kWordsOf, values));
}

} // namespace

const Isa isa::thumb = {.text = text};

} // namespace hlo2cpp
