// The vectors of z14 and later machines of IBM Z.
#include "machine/isa/isa.h"

namespace hlo2cpp {
namespace {

constexpr std::string_view kFma =
    R"(static inline @vector@ @name@(@vector@ a, @vector@ b, @vector@ c) { // a b + c, rounded once
    @vector@ sum;
    __asm("vfma@letter@b %v0, %v1, %v2, %v3" : "=v"(sum) : "v"(a), "v"(b), "v"(c));
    return sum;
}
)";

constexpr std::string_view kSqrt = R"(static inline @vector@ @name@(@vector@ x) { // rounded correctly
    @vector@ root;
    __asm("vfsq@letter@b %v0, %v1" : "=v"(root) : "v"(x));
    return root;
}
)";

constexpr char kCondition[] = "defined(__s390x__) && __ARCH__ >= 12";

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
    case IntrinsicId::RoundedProduct: return rounded_product(intrinsic, "defined(__s390x__)", "f");
    case IntrinsicId::RoundedProducts: return rounded_product(intrinsic, kCondition, "v");
    default: return std::nullopt;
    }
}

} // namespace

const Isa isa::zvector = {.text = text};

} // namespace hlo2cpp
