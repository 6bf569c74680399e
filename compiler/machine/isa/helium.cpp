// Helium, the vectors of Cortex-M55 and -M85, by the intrinsics of Arm's compilers; the rest is thumb's.
#include "machine/isa/isa.h"

namespace hlo2cpp {
namespace {

constexpr std::string_view kCondition = "defined(__ARM_FEATURE_MVE)";

constexpr std::string_view kAddDot =
    R"(static inline int32_t @name@(int32_t sum, @vector@ a, @vector@ b) { // and the products of all lanes
    return vmladavaq_s8(sum, reinterpret_cast<int8x16_t>(a), reinterpret_cast<int8x16_t>(b));
}
)";

constexpr std::string_view kFirstLanes =
    R"(static inline @vector@ @name@(const void* elements, int32_t count) { // and zeros behind them
    const mve_pred16_t first = vctp8q(static_cast<uint32_t>(count));
    return reinterpret_cast<@vector@>(vldrbq_z_s8(static_cast<const int8_t*>(elements), first));
}
)";

std::optional<IntrinsicText> text(const Intrinsic& intrinsic) {
    const bool dot = intrinsic.id == IntrinsicId::AddDot, first = intrinsic.id == IntrinsicId::FirstLanes;
    if ((!dot && !first) || intrinsic.vector != VectorType{ElementType::S8, 16}) return isa::thumb.text(intrinsic);
    const std::string own = fill_intrinsic(dot ? kAddDot : kFirstLanes, intrinsic, {});
    IntrinsicText made = own_or_portable(intrinsic, std::string(kCondition), own);
    made.includes = "#if " + std::string(kCondition) + "\n#include <arm_mve.h>\n#endif\n";
    return made;
}

} // namespace

const Isa isa::helium = {.text = text};

} // namespace hlo2cpp
