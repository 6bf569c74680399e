// Helium, the vectors of Cortex-M55 and -M85, by the intrinsics of Arm's compilers; the rest is thumb's.
#include "machine/isa/isa.h"

namespace hlo2cpp {
namespace {

constexpr std::string_view kCondition = "defined(__ARM_FEATURE_MVE)";
constexpr std::string_view kFloatCondition = "defined(__ARM_FEATURE_MVE) && (__ARM_FEATURE_MVE & 2)";

constexpr std::string_view kAddDot =
    R"(static inline int32_t @name@(int32_t sum, @vector@ a, @vector@ b) noexcept { // and the products of all lanes
    return vmladavaq_s8(sum, reinterpret_cast<int8x16_t>(a), reinterpret_cast<int8x16_t>(b));
}
)";

constexpr std::string_view kAddMultiple =
    R"(static inline @vector@ @name@(@vector@ sums, @number@ number, @vector@ a) noexcept { // and the number times a
    return reinterpret_cast<@vector@>(
        @instruction@(reinterpret_cast<@own@>(sums), reinterpret_cast<@own@>(a), number));
}
)";

constexpr std::string_view kWithNumber = R"(static inline @vector@ @name@(@vector@ a, float number) noexcept {
    return reinterpret_cast<@vector@>(@instruction@(reinterpret_cast<float32x4_t>(a), number));
}
)";

constexpr std::string_view kMultiplyAdd =
    R"(static inline @vector@ @name@(@vector@ a, @vector@ b, float number) noexcept { // a b + number
    return reinterpret_cast<@vector@>(
        vfmasq_n_f32(reinterpret_cast<float32x4_t>(a), reinterpret_cast<float32x4_t>(b), number));
}
)";

// The instruction prefers numbers to NaNs, and +0 to -0. GCC moves predicates of intrinsics through core registers.
constexpr std::string_view kExtremum =
    R"(static inline @vector@ @name@(@vector@ a, @vector@ b) noexcept { // NaN wins, and @zero@ of two zeros
#ifdef __clang__
    const float32x4_t x = reinterpret_cast<float32x4_t>(a), y = reinterpret_cast<float32x4_t>(b);
    const float32x4_t number = vpselq_f32(x, @instruction@q_f32(x, y), vcmpneq_f32(x, x));
    return reinterpret_cast<@vector@>(vpselq_f32(y, number, vcmpneq_f32(y, y)));
#else
    @vector@ number;
    mve_pred16_t nan;
    __asm("@instruction@.f32 %q0, %q2, %q3\n\tvpt.f32 ne, %q2, %q2\n\tvmovt %q0, %q2"
          : "=&w"(number), "=Up"(nan) : "w"(a), "w"(b));
    const float sum = b[0] + b[1] + b[2] + b[3];
    if (__builtin_constant_p(sum) && sum == sum) return number; // no lane of b is a NaN
    __asm("vpt.f32 ne, %q2, %q2\n\tvmovt %q0, %q2" : "+w"(number), "=Up"(nan) : "w"(b));
    return number;
#endif
}
)";

constexpr std::string_view kFirstLanes =
    R"(static inline @vector@ @name@(const void* elements, int32_t count) noexcept { // and zeros behind them
    const mve_pred16_t first = vctp8q(static_cast<uint32_t>(count));
    return reinterpret_cast<@vector@>(vldrbq_z_s8(static_cast<const int8_t*>(elements), first));
}
)";

constexpr std::string_view kToFloats = R"(static inline @vector@ @name@(@integers@ x) noexcept {
    return reinterpret_cast<@vector@>(vcvtq_f32_s32(reinterpret_cast<int32x4_t>(x)));
}
)";

constexpr std::string_view kFromIntegers = R"(static inline @vector@ @name@(const void* elements) noexcept {
    return reinterpret_cast<@vector@>(@load@(static_cast<const @integer@*>(elements)));
}
)";

// A vector shorter than a register is stored and loaded again: no instruction packs bytes into a core register.
constexpr std::string_view kNearest =
    R"(// Ties to even, saturating; a NaN is 0.
static inline @result@ @name@(@vector@ x, int32_t low, int32_t high) noexcept {
    const int32x4_t nearest = vcvtnq_s32_f32(reinterpret_cast<float32x4_t>(x));
    const int32x4_t bounded = vminq_s32(vmaxq_s32(nearest, vdupq_n_s32(low)), vdupq_n_s32(high));
    @result@ integers;
    @store@(reinterpret_cast<@signed@*>(&integers), bounded);
    return integers;
}
)";

std::optional<std::string> of_integers(const Intrinsic& intrinsic) {
    const ElementType memory = byte_type(intrinsic.memory);
    const int bits = info(memory).bits;
    if (intrinsic.vector.lanes != 4 || bits > 16) return std::nullopt;
    const std::string letter = bits == 8 ? "b" : "h";
    if (intrinsic.id == IntrinsicId::NearestIntegers)
        return fill_intrinsic(kNearest, intrinsic,
                              {{"result", name_of(VectorType{intrinsic.memory, 4})},
                               {"store", "vstr" + letter + "q_s32"},
                               {"signed", bits == 8 ? "int8_t" : "int16_t"}});
    if (intrinsic.vector.element != ElementType::S32) return std::nullopt;
    return fill_intrinsic(kFromIntegers, intrinsic,
                          {{"load", "vldr" + letter + "q_" + (is_signed(memory) ? "s32" : "u32")},
                           {"integer", std::string(info(memory).value_type)}});
}

// Arithmetic of floats, for which operators are no instructions or take more of them.
std::optional<std::string> of_floats(const Intrinsic& intrinsic) {
    if (intrinsic.vector != VectorType{ElementType::F32, 4}) return std::nullopt;
    switch (intrinsic.id) {
    case IntrinsicId::Fma: return arm_fma(intrinsic);
    case IntrinsicId::Maximum: return fill_intrinsic(kExtremum, intrinsic, {{"instruction", "vmaxnm"}, {"zero", "+0"}});
    case IntrinsicId::Minimum: return fill_intrinsic(kExtremum, intrinsic, {{"instruction", "vminnm"}, {"zero", "-0"}});
    case IntrinsicId::Ratio: return arm_ratio(intrinsic);
    case IntrinsicId::AddNumber: return fill_intrinsic(kWithNumber, intrinsic, {{"instruction", "vaddq_n_f32"}});
    case IntrinsicId::MultiplyNumber: return fill_intrinsic(kWithNumber, intrinsic, {{"instruction", "vmulq_n_f32"}});
    case IntrinsicId::MultiplyAdd: return fill_intrinsic(kMultiplyAdd, intrinsic, {});
    default: return std::nullopt;
    }
}

std::optional<std::string> own_text(const Intrinsic& intrinsic) {
    const bool bytes = intrinsic.vector == VectorType{ElementType::S8, 16},
               floats = intrinsic.vector.element == ElementType::F32;
    switch (intrinsic.id) {
    case IntrinsicId::AddDot: return bytes ? std::optional(fill_intrinsic(kAddDot, intrinsic, {})) : std::nullopt;
    case IntrinsicId::AddMultiple:
        if (intrinsic.vector.lanes != 4) return std::nullopt;
        return fill_intrinsic(kAddMultiple, intrinsic,
                              {{"number", floats ? "float" : "int32_t"},
                               {"own", floats ? "float32x4_t" : "int32x4_t"},
                               {"instruction", floats ? "vfmaq_n_f32" : "vmlaq_n_s32"}});
    case IntrinsicId::FirstLanes:
        return bytes ? std::optional(fill_intrinsic(kFirstLanes, intrinsic, {})) : std::nullopt;
    case IntrinsicId::ToFloats:
        if (intrinsic.vector.lanes != 4) return std::nullopt;
        return fill_intrinsic(kToFloats, intrinsic, {{"integers", name_of(VectorType{ElementType::S32, 4})}});
    case IntrinsicId::FromIntegers:
    case IntrinsicId::NearestIntegers: return of_integers(intrinsic);
    default: return of_floats(intrinsic);
    }
}

std::optional<IntrinsicText> text(const Intrinsic& intrinsic) {
    const std::optional<std::string> own = own_text(intrinsic);
    if (!own) return isa::thumb.text(intrinsic);
    const bool floats = intrinsic.vector.element == ElementType::F32;
    IntrinsicText made = own_or_portable(intrinsic, std::string(floats ? kFloatCondition : kCondition), *own);
    made.includes = include_text(std::string(kCondition), "arm_mve.h");
    return made;
}

} // namespace

const Isa isa::helium = {.text = text};

} // namespace hlo2cpp
