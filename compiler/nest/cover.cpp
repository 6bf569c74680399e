// Each box adds its corners with alternating signs. Inside, corners of neighbours cancel, and only the corners of the
// whole box are left: exactly then each point is covered once.
//
//     + - - - - -        two boxes:   + - +   -        together:   + - - - -
//     |         |                     |   |   |                    |       |
//     -         +                     - - - - +  (-+ gone)         - - - - +
#include "nest/cover.h"

#include <algorithm>
#include <map>

namespace hlo2cpp {
namespace {

using Corner = std::vector<std::int64_t>;

// Dimensions in which some boxes differ.
std::vector<std::size_t> cut_dimensions(const std::vector<std::vector<Range>>& boxes,
                                        const std::vector<std::vector<Range>>& others) {
    const std::vector<Range>* first = !boxes.empty() ? &boxes[0] : !others.empty() ? &others[0] : nullptr;
    std::vector<std::size_t> cut;
    for (std::size_t d = 0; first != nullptr && d < first->size(); ++d) {
        const auto differs = [&](const std::vector<Range>& box) { return box[d] != (*first)[d]; };
        if (std::ranges::any_of(boxes, differs) || std::ranges::any_of(others, differs)) cut.push_back(d);
    }
    return cut;
}

void add_corners(std::map<Corner, std::int64_t>& corners, const std::vector<Range>& sides, std::int64_t sign) {
    for (std::uint64_t ends = 0; ends < std::uint64_t{1} << sides.size(); ++ends) {
        Corner corner;
        std::int64_t count = sign;
        for (std::size_t i = 0; i < sides.size(); ++i) {
            const bool end = (ends >> i & 1U) != 0;
            corner.push_back(end ? sides[i].end : sides[i].begin);
            if (end) count = -count;
        }
        corners[corner] += count;
    }
}

} // namespace

bool boxes_cover(const std::vector<std::vector<Range>>& boxes, const std::vector<std::int64_t>& sizes) {
    for (const std::vector<Range>& box : boxes) {
        if (box.size() != sizes.size()) return false;
        for (std::size_t d = 0; d < sizes.size(); ++d)
            if (box[d].begin < 0 || box[d].size() <= 0 || box[d].end > sizes[d]) return false;
    }
    std::vector<Range> whole;
    for (const std::int64_t size : sizes) whole.push_back({0, size});
    return cover_alike(boxes, {whole});
}

bool cover_alike(const std::vector<std::vector<Range>>& boxes, const std::vector<std::vector<Range>>& others) {
    const std::vector<std::size_t> cut = cut_dimensions(boxes, others);
    std::map<Corner, std::int64_t> corners;
    const auto add = [&](const std::vector<Range>& box, std::int64_t sign) {
        if (std::ranges::any_of(box, [](const Range& side) { return side.size() <= 0; })) return;
        std::vector<Range> sides;
        for (const std::size_t d : cut) sides.push_back(box[d]);
        add_corners(corners, sides, sign);
    };
    for (const std::vector<Range>& box : boxes) add(box, 1);
    for (const std::vector<Range>& box : others) add(box, -1);
    return std::ranges::all_of(corners, [](const auto& corner) { return corner.second == 0; });
}

} // namespace hlo2cpp
