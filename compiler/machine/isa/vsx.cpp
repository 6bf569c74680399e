// VSX, the vectors of POWER8 and later.
#include "machine/isa/isa.h"

namespace hlo2cpp {
namespace {

constexpr std::string_view kFma =
    R"(static inline @vector@ @name@(@vector@ a, @vector@ b, @vector@ c) { // a b + c, rounded once
    __asm("xvmadda@letter@p %x0, %x1, %x2" : "+wa"(c) : "wa"(a), "wa"(b));
    return c;
}
)";

constexpr std::string_view kSqrt = R"(static inline @vector@ @name@(@vector@ x) { // rounded correctly
    @vector@ root;
    __asm("xvsqrt@letter@p %x0, %x1" : "=wa"(root) : "wa"(x));
    return root;
}
)";

constexpr char kCondition[] = "defined(__VSX__)";

std::optional<IntrinsicText> text(const Intrinsic& intrinsic) {
    const bool whole = byte_size(intrinsic.vector) == 16;
    const TemplateValues letter = {{"letter", is_wide(intrinsic) ? "d" : "s"}};
    switch (intrinsic.id) {
    case IntrinsicId::Fma:
        if (!whole) return std::nullopt;
        return own_or_portable(intrinsic, kCondition, fill_intrinsic(kFma, intrinsic, letter));
    case IntrinsicId::Sqrt:
        if (!whole) return std::nullopt;
        return own_or_portable(intrinsic, kCondition, fill_intrinsic(kSqrt, intrinsic, letter));
    case IntrinsicId::RoundedProduct:
    case IntrinsicId::RoundedProducts: return rounded_product(intrinsic, kCondition, "wa");
    default: return std::nullopt;
    }
}

} // namespace

const Isa isa::vsx = {.text = text};

} // namespace hlo2cpp
