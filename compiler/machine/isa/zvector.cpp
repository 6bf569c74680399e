// The vectors of z14 and later machines of IBM Z.
#include "machine/isa/isa.h"

namespace hlo2cpp {
namespace {

constexpr std::string_view kFma =
    R"(static inline @vector@ @name@(@vector@ a, @vector@ b, @vector@ c) noexcept { // a b + c, rounded once
    @vector@ sum;
    __asm("vfma@letter@b %v0, %v1, %v2, %v3" : "=v"(sum) : "v"(a), "v"(b), "v"(c));
    return sum;
}
)";

constexpr std::string_view kSqrt = R"(static inline @vector@ @name@(@vector@ x) noexcept { // rounded correctly
    @vector@ root;
    __asm("vfsq@letter@b %v0, %v1" : "=v"(root) : "v"(x));
    return root;
}
)";

constexpr char kCondition[] = "defined(__s390x__) && __ARCH__ >= 12";

std::optional<IntrinsicText> text(const Intrinsic& intrinsic) {
    switch (intrinsic.id) {
    case IntrinsicId::Fma: return by_instruction(intrinsic, kCondition, kFma);
    case IntrinsicId::Sqrt: return by_instruction(intrinsic, kCondition, kSqrt);
    case IntrinsicId::RoundedProduct: return rounded_product(intrinsic, "defined(__s390x__)", "f");
    case IntrinsicId::RoundedProducts: return rounded_product(intrinsic, kCondition, "v");
    default: return std::nullopt;
    }
}

} // namespace

const Isa isa::zvector = {.text = text};

} // namespace hlo2cpp
