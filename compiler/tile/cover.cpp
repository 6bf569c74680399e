// Each box adds its corners with alternating signs. Inside, corners of neighbours take each other away, and what is
// left are the corners of the whole box: exactly then each point is covered once.
//
//     + - - - - -        two boxes:   + - +   -        together:   + - - - -
//     |         |                     |   |   |                    |       |
//     -         +                     - - - - +  (-+ gone)         - - - - +
#include "tile/cover.h"

#include <map>

namespace hlo2cpp {
namespace {

using Corner = std::vector<std::int64_t>;

// The dimensions that some box does not span.
std::vector<std::size_t> cut_dimensions(const std::vector<std::vector<Range>>& boxes,
                                        const std::vector<std::int64_t>& sizes) {
    std::vector<std::size_t> cut;
    for (std::size_t d = 0; d < sizes.size(); ++d)
        for (const std::vector<Range>& box : boxes)
            if (box[d] != Range{0, sizes[d]}) {
                cut.push_back(d);
                break;
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
    const std::vector<std::size_t> cut = cut_dimensions(boxes, sizes);
    const auto sides = [&](auto&& side) {
        std::vector<Range> list;
        for (const std::size_t d : cut) list.push_back(side(d));
        return list;
    };
    std::map<Corner, std::int64_t> corners;
    for (const std::vector<Range>& box : boxes) add_corners(corners, sides([&](std::size_t d) { return box[d]; }), 1);
    add_corners(corners, sides([&](std::size_t d) { return Range{0, sizes[d]}; }), -1);
    for (const auto& [corner, count] : corners)
        if (count != 0) return false;
    return true;
}

} // namespace hlo2cpp
