// VSX, the vectors of POWER8 and later.
#include "machine/isa/isa.h"

namespace hlo2cpp {
namespace {

constexpr std::string_view kFma =
    R"(static inline @vector@ @name@(@vector@ a, @vector@ b, @vector@ c) noexcept { // a b + c, rounded once
    __asm("xvmadda@letter@p %x0, %x1, %x2" : "+wa"(c) : "wa"(a), "wa"(b));
    return c;
}
)";

constexpr std::string_view kSqrt = R"(static inline @vector@ @name@(@vector@ x) noexcept { // rounded correctly
    @vector@ root;
    __asm("xvsqrt@letter@p %x0, %x1" : "=wa"(root) : "wa"(x));
    return root;
}
)";

constexpr char kCondition[] = "defined(__VSX__)";

std::optional<IntrinsicText> text(const Intrinsic& intrinsic) {
    switch (intrinsic.id) {
    case IntrinsicId::Fma: return by_instruction(intrinsic, kCondition, kFma);
    case IntrinsicId::Sqrt: return by_instruction(intrinsic, kCondition, kSqrt);
    case IntrinsicId::RoundedProduct:
    case IntrinsicId::RoundedProducts: return rounded_product(intrinsic, kCondition, "wa");
    default: return std::nullopt;
    }
}

} // namespace

const Isa isa::vsx = {.text = text};

} // namespace hlo2cpp
