// x86-64 as it was first made, with SSE2: the texts of SSE4.2 that need no more than that.
#include "machine/isa/isa.h"

namespace hlo2cpp {
namespace {

std::optional<IntrinsicText> text(const Intrinsic& intrinsic) {
    switch (intrinsic.id) {
    case IntrinsicId::Fma:
    case IntrinsicId::Sqrt:
    case IntrinsicId::FromHalf: return isa::sse.text(intrinsic);
    default: return std::nullopt;
    }
}

} // namespace

const Isa isa::sse2 = {.text = text};

} // namespace hlo2cpp
