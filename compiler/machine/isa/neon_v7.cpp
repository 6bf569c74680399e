// Neon of ARMv7, whose vectors of floats flush subnormal numbers to zero: their arithmetic, by the intrinsics of Arm's
// compilers; the rest is portable. Compilers take operators apart into scalars, which flush nothing.
#include "machine/isa/isa.h"

namespace hlo2cpp {
namespace {

constexpr std::string_view kCondition = "defined(__arm__) && defined(__ARM_NEON)";

constexpr std::string_view kAddMultiple =
    R"(static inline @vector@ @name@(@vector@ sums, float number, @vector@ a) noexcept { // and the number times a
    return reinterpret_cast<@vector@>(vfmaq_f32(
        reinterpret_cast<float32x4_t>(sums), reinterpret_cast<float32x4_t>(a), vdupq_n_f32(number)));
}
)";

constexpr std::string_view kFma = R"(static inline @vector@ @name@(@vector@ a, @vector@ b, @vector@ c) noexcept {
    return reinterpret_cast<@vector@>(vfmaq_f32(
        reinterpret_cast<float32x4_t>(c), reinterpret_cast<float32x4_t>(a), reinterpret_cast<float32x4_t>(b)));
}
)";

// The lanes of q0 and q1 are s0 to s7. Compilers move them through core registers.
constexpr std::string_view kRatio = R"(static inline @vector@ @name@(@vector@ a, @vector@ b) noexcept {
#ifdef __clang__
    return a / b;
#else
    register @vector@ x __asm("q0") = a;
    register @vector@ y __asm("q1") = b;
    __asm("vdiv.f32 s0, s0, s4\n\tvdiv.f32 s1, s1, s5\n\tvdiv.f32 s2, s2, s6\n\tvdiv.f32 s3, s3, s7"
          : "+w"(x) : "w"(y));
    return x;
#endif
}
)";

constexpr std::string_view kOfVectors = R"(static inline @vector@ @name@(@vector@ a, @vector@ b) noexcept {
    return reinterpret_cast<@vector@>(
        @instruction@(reinterpret_cast<float32x4_t>(a), reinterpret_cast<float32x4_t>(b)));
}
)";

constexpr std::string_view kWithNumber = R"(static inline @vector@ @name@(@vector@ a, float number) noexcept {
    return reinterpret_cast<@vector@>(@instruction@(reinterpret_cast<float32x4_t>(a), vdupq_n_f32(number)));
}
)";

constexpr std::string_view kMultiplyAdd =
    R"(static inline @vector@ @name@(@vector@ a, @vector@ b, float number) noexcept { // a b + number
    return reinterpret_cast<@vector@>(
        vfmaq_f32(vdupq_n_f32(number), reinterpret_cast<float32x4_t>(a), reinterpret_cast<float32x4_t>(b)));
}
)";

std::optional<std::string> own_text(const Intrinsic& intrinsic) {
    if (intrinsic.vector != VectorType{ElementType::F32, 4}) return std::nullopt;
    switch (intrinsic.id) {
    case IntrinsicId::AddMultiple: return fill_intrinsic(kAddMultiple, intrinsic, {});
    case IntrinsicId::Fma: return arm_fma(intrinsic);
    case IntrinsicId::Maximum: return fill_intrinsic(kOfVectors, intrinsic, {{"instruction", "vmaxq_f32"}});
    case IntrinsicId::Minimum: return fill_intrinsic(kOfVectors, intrinsic, {{"instruction", "vminq_f32"}});
    case IntrinsicId::Sum: return fill_intrinsic(kOfVectors, intrinsic, {{"instruction", "vaddq_f32"}});
    case IntrinsicId::Difference: return fill_intrinsic(kOfVectors, intrinsic, {{"instruction", "vsubq_f32"}});
    case IntrinsicId::Product: return fill_intrinsic(kOfVectors, intrinsic, {{"instruction", "vmulq_f32"}});
    case IntrinsicId::Ratio: return arm_ratio(intrinsic);
    case IntrinsicId::AddNumber: return fill_intrinsic(kWithNumber, intrinsic, {{"instruction", "vaddq_f32"}});
    case IntrinsicId::MultiplyNumber: return fill_intrinsic(kWithNumber, intrinsic, {{"instruction", "vmulq_f32"}});
    case IntrinsicId::MultiplyAdd: return fill_intrinsic(kMultiplyAdd, intrinsic, {});
    default: return std::nullopt;
    }
}

std::optional<IntrinsicText> text(const Intrinsic& intrinsic) {
    const std::optional<std::string> own = own_text(intrinsic);
    if (!own) return isa::portable.text(intrinsic);
    IntrinsicText made = own_or_portable(intrinsic, std::string(kCondition), *own);
    made.includes = include_text(std::string(kCondition), "arm_neon.h");
    return made;
}

} // namespace

std::string arm_fma(const Intrinsic& intrinsic) {
    return fill_intrinsic(kFma, intrinsic, {});
}

std::string arm_ratio(const Intrinsic& intrinsic) {
    return fill_intrinsic(kRatio, intrinsic, {});
}

const Isa isa::neon_v7 = {.text = text};

} // namespace hlo2cpp
