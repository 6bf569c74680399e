// Cortex-M with an FPU: no vectors, but instructions that compilers do not find.
#include "machine/isa/isa.h"

namespace hlo2cpp {
namespace {

constexpr std::string_view kNearest =
    R"(// The nearest integer, ties to even, saturating at low and high; a NaN is 0.
static inline int32_t @name@(float x, int32_t low, int32_t high) {
#if defined(__arm__) && defined(__ARM_FP) && defined(__GNUC__)
    float converted; // saturating, and 0 for a NaN, which no cast of C++ is
    __asm("vcvtr.s32.f32 %0, %1" : "=t"(converted) : "t"(x));
    int32_t nearest;
    __builtin_memcpy(&nearest, &converted, sizeof nearest);
    return nearest < low ? low : nearest > high ? high : nearest;
#else
@portable@#endif
}
)";

constexpr std::string_view kAddProducts =
    R"(// Four integers of at most 8 bits as s16, two in a word.
struct @words@ {
    uint32_t even, odd;
};
#if defined(__ARM_FEATURE_DSP) && defined(__GNUC__)
static inline int32_t @name@(int32_t sum, @words@ a, @words@ b) {
    __asm("smlad %0, %1, %2, %0" : "+r"(sum) : "r"(a.even), "r"(b.even));
    __asm("smlad %0, %1, %2, %0" : "+r"(sum) : "r"(a.odd), "r"(b.odd));
    return sum;
}
#else
@portable@#endif
)";

constexpr std::string_view kWordsOf =
    R"(static inline @words@ @name@(const void* integers) {
#if defined(__ARM_FEATURE_DSP) && defined(__GNUC__)
    uint32_t word, even, odd;
    __builtin_memcpy(&word, integers, sizeof word);
    __asm("@extend@ %0, %1" : "=r"(even) : "r"(word));
    __asm("@extend@ %0, %1, ror #8" : "=r"(odd) : "r"(word));
    return {even, odd};
#else
@portable@#endif
}
)";

std::string portable_text(const Intrinsic& intrinsic) {
    return isa::portable.text(intrinsic)->text;
}

// The body of the portable function.
std::string portable_body(const Intrinsic& intrinsic) {
    const std::string text = portable_text(intrinsic);
    const std::size_t begin = text.find("{\n") + 2;
    return text.substr(begin, text.rfind("}") - begin);
}

std::optional<IntrinsicText> text(const Intrinsic& intrinsic) {
    TemplateValues values = {{"name", name_of(intrinsic)}};
    switch (intrinsic.id) {
    case IntrinsicId::NearestInteger:
        values.insert({"portable", portable_body(intrinsic)});
        return IntrinsicText{fill_text(kNearest, values)};
    case IntrinsicId::AddProducts: {
        const std::string text = portable_text(intrinsic);
        values.insert({{"words", std::string(kWords)}, {"portable", text.substr(text.find("static inline"))}});
        return IntrinsicText{fill_text(kAddProducts, values)};
    }
    case IntrinsicId::WordsOf:
        values.insert({{"words", std::string(kWords)},
                       {"extend", is_signed(intrinsic.memory) ? "sxtb16" : "uxtb16"},
                       {"portable", portable_body(intrinsic)}});
        return IntrinsicText{fill_text(kWordsOf, values)};
    default: return std::nullopt;
    }
}

} // namespace

const Isa isa::thumb = {.text = text};

} // namespace hlo2cpp
