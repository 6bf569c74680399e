// Each box adds its corners with alternating signs. Inside, corners of neighbours cancel, and only the corners of the
// whole box are left: exactly then each point is covered once.
//
//     + - - - - -        two boxes:   + - +   -        together:   + - - - -
//     |         |                     |   |   |                    |       |
//     -         +                     - - - - +  (-+ gone)         - - - - +
#include "nest/cover.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

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

// Leaves the boxes that are in one list alone, and no empty ones.
void take_same_away(std::vector<std::vector<Range>>& boxes, std::vector<std::vector<Range>>& others) {
    const auto less = [](const std::vector<Range>& a, const std::vector<Range>& b) {
        return std::ranges::lexicographical_compare(a, b, [](const Range& one, const Range& two) {
            return std::pair(one.begin, one.end) < std::pair(two.begin, two.end);
        });
    };
    for (std::vector<std::vector<Range>>* list : {&boxes, &others}) {
        std::erase_if(*list, [](const std::vector<Range>& box) {
            return std::ranges::any_of(box, [](const Range& side) { return side.size() <= 0; });
        });
        std::ranges::sort(*list, less);
    }
    std::vector<std::vector<Range>> left, left_of_others;
    std::ranges::set_difference(boxes, others, std::back_inserter(left), less);
    std::ranges::set_difference(others, boxes, std::back_inserter(left_of_others), less);
    boxes = std::move(left);
    others = std::move(left_of_others);
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
    return cover_alike(boxes, {whole}, SIZE_MAX) == true;
}

std::optional<bool> cover_alike(std::vector<std::vector<Range>> boxes, std::vector<std::vector<Range>> others,
                                std::size_t most_corners) {
    take_same_away(boxes, others);
    const std::vector<std::size_t> cut = cut_dimensions(boxes, others);
    if (cut.size() > 60 || boxes.size() + others.size() > most_corners >> cut.size()) return std::nullopt;
    std::map<Corner, std::int64_t> corners;
    const auto add = [&](const std::vector<Range>& box, std::int64_t sign) {
        std::vector<Range> sides;
        for (const std::size_t d : cut) sides.push_back(box[d]);
        add_corners(corners, sides, sign);
    };
    for (const std::vector<Range>& box : boxes) add(box, 1);
    for (const std::vector<Range>& box : others) add(box, -1);
    return std::ranges::all_of(corners, [](const auto& corner) { return corner.second == 0; });
}

} // namespace hlo2cpp
