// SVE at a length that the compiler is told, of which vectors of GCC and Clang are registers; shorter ones are Neon's.
#include "machine/isa/isa.h"

namespace hlo2cpp {
namespace {

constexpr std::string_view kSqrt = R"(static inline @vector@ @name@(@vector@ x) noexcept { // rounded correctly
    return svsqrt_x(svptrue_b8(), x);
}
)";

constexpr std::string_view kFma =
    R"(static inline @vector@ @name@(@vector@ a, @vector@ b, @vector@ c) noexcept { // a b + c, rounded once
    return svmla_x(svptrue_b8(), c, a, b);
}
)";

constexpr char kCondition[] = "defined(__ARM_FEATURE_SVE)";

IntrinsicText by_function(std::string_view text, const Intrinsic& intrinsic) {
    IntrinsicText made = own_or_portable(intrinsic, kCondition, fill_intrinsic(text, intrinsic, {}));
    made.includes = include_text(kCondition, "arm_sve.h");
    return made;
}

std::optional<IntrinsicText> text(const Intrinsic& intrinsic) {
    if (intrinsic.id == IntrinsicId::FromIntegers) return std::nullopt; // Neon's loads have no addresses of SVE
    if (byte_size(intrinsic.vector) <= 16) return isa::neon.text(intrinsic);
    switch (intrinsic.id) {
    case IntrinsicId::Fma: return by_function(kFma, intrinsic);
    case IntrinsicId::Sqrt: return by_function(kSqrt, intrinsic);
    case IntrinsicId::RoundedProducts: return rounded_product(intrinsic, kCondition, "w");
    default: return std::nullopt;
    }
}

} // namespace

const Isa isa::sve = {.text = text};

} // namespace hlo2cpp
