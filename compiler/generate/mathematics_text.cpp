#include "generate/mathematics_text.h"

#include <map>

#include "generate/tree_text.h"
#include "mathematics/vector_function.h"
#include "support/template.h"

namespace hlo2cpp {
namespace {

// Argument reduction of an angle in vectors; large angles take branches and a table.
std::string angle_text(const Intrinsic& angle) {
    const std::int64_t lanes = angle.vector.lanes;
    return fill_template("vector_reduce_angle.tmpl",
                         {{"name", name_of(angle)},
                          {"small", name_of(Intrinsic{IntrinsicId::ReduceSmallAngle, angle.vector})},
                          {"vector", name_of(angle.vector)},
                          {"words", name_of(VectorType{ElementType::U32, lanes})},
                          {"pairs", std::to_string(lanes / 2)},
                          {"lanes", std::to_string(lanes)}});
}

} // namespace

std::string mathematics_text(const VectorUse& closure, const Target& target) {
    std::map<VectorType, std::string> texts;
    for (const Intrinsic& intrinsic : closure.intrinsics) {
        if (!is_mathematics(intrinsic.id)) continue;
        texts[intrinsic.vector] += intrinsic.id == IntrinsicId::ReduceAngle
                                       ? angle_text(intrinsic)
                                       : to_text(vector_function(intrinsic, target), "", "") + "\n\n";
    }
    std::string text;
    for (const auto& [vector, one] : texts) text += one;
    return text;
}

} // namespace hlo2cpp
