#include "nest/boxes.h"

#include <algorithm>
#include <set>

namespace hlo2cpp::nest {

void Boxes::fail(const std::string& fault) {
    if (fault_.empty()) fault_ = fault;
}

std::vector<Box> Boxes::of(const Point& point, const std::map<std::size_t, Position>& more,
                           const std::vector<CounterId>& loops) {
    std::vector<Box> found = {{}};
    std::set<CounterId> counted;
    for (std::size_t d = 0; d < point.dims(); ++d) {
        const auto here = more.find(d);
        const Position all = here == more.end() ? point.at(d) : point.at(d) + here->second;
        for (const auto& [loop, stride] : all.products)
            if (!counted.insert(loop).second) fail("two dimensions count one loop");
        std::vector<Box> longer;
        for (const Range& side : ranges_of(d, all))
            for (const Box& box : found) longer.push_back(box), longer.back().push_back(side);
        found = std::move(longer);
        too_many_ = too_many_ || found.size() > kMost;
        if (too_many_ || !fault_.empty()) return {};
    }
    if (!std::ranges::all_of(loops, [&](CounterId loop) { return counted.contains(loop); }))
        fail("a loop visits its points again");
    return spread_joined(std::move(found));
}

// Loops as digits of one number: each counts the points that those below it make up, or leaves gaps that other
// statements fill.
std::vector<Range> Boxes::ranges_of(std::size_t d, Position all) {
    for (Position::Product& digit : all.products)
        if (digit.coefficient < 0) {
            all.constant += digit.coefficient * (rounds_.count(digit.counter) - 1);
            digit.coefficient = -digit.coefficient;
        }
    std::erase_if(all.products, [&](const auto& digit) { return rounds_.count(digit.counter) == 1; });
    std::ranges::sort(all.products, {}, &Position::Product::coefficient);
    std::int64_t size = 1;
    std::vector<std::int64_t> starts = {all.constant};
    for (const auto& [loop, stride] : all.products) {
        const std::int64_t count = rounds_.count(loop);
        if (stride < size) fail("its steps along d" + std::to_string(d) + " overlap");
        if (stride == size && starts.size() == 1) {
            size *= count;
            continue;
        }
        if (static_cast<std::size_t>(count) * starts.size() > kMost) too_many_ = true;
        if (too_many_ || !fault_.empty()) return {};
        std::vector<std::int64_t> more;
        for (std::int64_t k = 0; k < count; ++k)
            for (const std::int64_t start : starts) more.push_back(start + k * stride);
        starts = std::move(more);
    }
    std::vector<Range> ranges;
    for (const std::int64_t start : starts) ranges.push_back({start, start + size});
    return ranges;
}

// A loop that runs on through several dimensions of the reduction is bound to the last one: its steps fill lines of
// that one, the first and the last perhaps in part.
std::vector<Box> Boxes::spread_joined(std::vector<Box> boxes) {
    const std::size_t parallel = kernel_.dims.size();
    for (std::size_t d = static_cast<std::size_t>(kernel_.space.dimensions()); d-- > parallel + 1;) {
        std::vector<Box> spread;
        for (Box& box : boxes) {
            const std::int64_t size = kernel_.reduction->dims[d - parallel];
            // Statements behind a loop without rounds stand at point 0 of its dimension.
            if (box[d].begin >= 0 && box[d].end <= std::max<std::int64_t>(size, 1))
                spread.push_back(std::move(box));
            else
                add_lines(box, d, size, spread);
        }
        boxes = std::move(spread);
    }
    return boxes;
}

void Boxes::add_lines(const Box& box, std::size_t d, std::int64_t size, std::vector<Box>& lines) {
    const std::optional<std::int64_t> first = box[d - 1].single();
    const std::string steps = "its steps along d" + std::to_string(d);
    if (!first || size == 0 || box[d].begin < 0) return fail(steps + " leave it");
    if (!is_one_walk(static_cast<std::int64_t>(d) - 1, static_cast<std::int64_t>(d), size))
        return fail(steps + " are no walk through what it loads");
    for (std::int64_t at = box[d].begin; at < box[d].end;) {
        const std::int64_t line = at / size, whole = at % size == 0 ? (box[d].end - at) / size : 0;
        Box part = box;
        part[d - 1] = {*first + line, *first + line + std::max<std::int64_t>(whole, 1)};
        part[d] = {at % size, whole > 0 ? size : std::min(size, at % size + box[d].end - at)};
        at += std::max<std::int64_t>(whole, 1) * part[d].size();
        lines.push_back(std::move(part));
    }
}

bool Boxes::is_one_walk(std::int64_t outer, std::int64_t inner, std::int64_t size) const {
    for (std::size_t i = 0; i < kernel_.exprs.size(); ++i) {
        const ExprId id(i);
        const Expr& expr = kernel_.exprs[id];
        const Index& index = expr.index;
        const auto moves = [&](const Index& of) {
            return kernel_.space.depends_on(of, outer) || kernel_.space.depends_on(of, inner);
        };
        if (std::ranges::any_of(expr.conditions, [&](const Condition& c) { return moves(c.index); })) return false;
        if (expr.kind == ExprKind::IndexValue && moves(index)) return false;
        if (expr.kind != ExprKind::Load || !kernel_.space.depends_on(index, inner)) continue;
        const bool packed = std::ranges::any_of(body_.packed, [&](const auto& load) { return load.first == id; });
        const bool line = is_linear(index, outer) && is_linear(index, inner) &&
                          kernel_.space.coefficient(index, outer) == size * kernel_.space.coefficient(index, inner);
        if (!packed && !line) return false;
    }
    return true;
}

bool Boxes::is_linear(const Index& index, std::int64_t dim) const {
    const Index rest = index - kernel_.space.dimension(dim) * kernel_.space.coefficient(index, dim);
    return !kernel_.space.depends_on(rest, dim);
}

} // namespace hlo2cpp::nest
