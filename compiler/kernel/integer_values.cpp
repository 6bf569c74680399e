#include "kernel/integer_values.h"

namespace hlo2cpp {

Range truth_of(ComparisonDirection direction, const Range& a, const Range& b) {
    const bool apart = a.end <= b.begin || b.end <= a.begin, same = a.single() && a.single() == b.single();
    const auto truth = [](bool always, bool never) { return always ? only(1) : never ? only(0) : Range{0, 2}; };
    switch (direction) {
    case ComparisonDirection::Eq: return truth(same, apart);
    case ComparisonDirection::Ne: return truth(apart, same);
    case ComparisonDirection::Lt: return truth(a.end <= b.begin, b.last() <= a.begin);
    case ComparisonDirection::Ge: return truth(b.last() <= a.begin, a.end <= b.begin);
    case ComparisonDirection::Gt: return truth(b.end <= a.begin, a.last() <= b.begin);
    case ComparisonDirection::Le: return truth(a.last() <= b.begin, b.end <= a.begin);
    }
    return {0, 2};
}

Range values_of(ElementType type) {
    if (is_pred(type)) return {0, 2};
    if (!is_integer(type)) return {};
    const int bits = info(type).bits;
    if (bits == 64) return is_signed(type) ? Range{-kFar, kFar} : Range{0, kFar};
    const std::int64_t values = std::int64_t{1} << bits;
    return is_signed(type) ? Range{-values / 2, values / 2} : Range{0, values};
}

} // namespace hlo2cpp
