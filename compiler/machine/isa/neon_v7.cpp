// Neon of ARMv7, whose vectors of floats flush subnormal numbers to zero: their sums and extrema, by the intrinsics of
// Arm's compilers; the rest is portable. Compilers take operators apart into scalars, which flush nothing.
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

constexpr std::string_view kExtremum = R"(static inline @vector@ @name@(@vector@ a, @vector@ b) noexcept {
    return reinterpret_cast<@vector@>(
        @instruction@(reinterpret_cast<float32x4_t>(a), reinterpret_cast<float32x4_t>(b)));
}
)";

std::optional<std::string> own_text(const Intrinsic& intrinsic) {
    if (intrinsic.vector != VectorType{ElementType::F32, 4}) return std::nullopt;
    switch (intrinsic.id) {
    case IntrinsicId::AddMultiple: return fill_intrinsic(kAddMultiple, intrinsic, {});
    case IntrinsicId::Fma: return fill_intrinsic(kFma, intrinsic, {});
    case IntrinsicId::Maximum: return fill_intrinsic(kExtremum, intrinsic, {{"instruction", "vmaxq_f32"}});
    case IntrinsicId::Minimum: return fill_intrinsic(kExtremum, intrinsic, {{"instruction", "vminq_f32"}});
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

const Isa isa::neon_v7 = {.text = text};

} // namespace hlo2cpp
