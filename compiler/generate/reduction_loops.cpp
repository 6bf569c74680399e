// The loops of a reduction. Points that a condition excludes are left out by the bounds of a loop where that can be:
//
//     0 <= 2*i + k - 1 < 32    becomes    for (k = max(0, 1 - 2*i); k < min(3, 33 - 2*i); ++k)
#include <algorithm>
#include <optional>

#include "generate/affine_text.h"
#include "generate/numbers.h"
#include "generate/scalar_nest.h"

namespace hlo2cpp {
namespace {

struct Level {
    std::int64_t dim = 0;
    bool unrolled = false;
};

// A bound of a loop: floor(sum / divisor) + extra.
struct Bound {
    Index sum;
    std::int64_t divisor = 1;
    std::int64_t extra = 0;
};

class ReductionLoops {
public:
    ReductionLoops(Emitter& emitter, const Piece& piece, const std::function<void()>& body) : emitter_(emitter), body_(body) {
        for (const ReductionLoop& loop : piece.reduction)
            for (const std::int64_t dim : loop.dims) levels_.push_back({.dim = dim, .unrolled = loop.unrolled});
        // A condition belongs to the innermost loop that it depends on; number 0 is in front of all loops.
        conditions_.resize(levels_.size() + 1);
        for (const Condition& condition : emitter.kernel().reduction->conditions) {
            const std::uint64_t dims = emitter.facts().of(condition.index).dims;
            std::size_t level = levels_.size();
            while (level > 0 && (dims & dimension_bit(levels_[level - 1].dim)) == 0) --level;
            conditions_[level].push_back(condition);
        }
    }

    void print() {
        if (std::ranges::any_of(emitter_.kernel().reduction->dims, [](std::int64_t size) { return size == 0; })) return;
        emitter_.blocks().open_plain();
        const std::size_t outside = emitter_.blocks().top();
        if (open_tests(conditions_[0])) print_level(0);
        while (emitter_.blocks().top() >= outside) emitter_.blocks().close();
    }

private:
    void print_level(std::size_t number) {
        if (number == levels_.size()) return body_();
        const Level& level = levels_[number];
        const Range range = emitter_.facts().range(level.dim);
        if (level.unrolled && range.size() > 1) {
            for (std::int64_t value = range.begin; value < range.end; ++value) {
                emitter_.set_range(level.dim, {value, value + 1});
                print_copy(number, value);
            }
            emitter_.set_range(level.dim, range);
        } else if (range.size() == 1) {
            print_copy(number, range.begin);
        } else {
            print_loop(number, range);
        }
    }

    // The inner loops, at one value of the dimension.
    void print_copy(std::size_t number, std::int64_t value) {
        Blocks& blocks = emitter_.blocks();
        const std::size_t outside = blocks.top();
        blocks.open_plain();
        emitter_.bind(levels_[number].dim, {.offset = value, .depth = blocks.top()});
        if (open_tests(conditions_[number + 1])) print_level(number + 1);
        while (blocks.top() > outside) blocks.close();
    }

    void print_loop(std::size_t number, const Range& range) {
        const std::int64_t dim = levels_[number].dim;
        Blocks& blocks = emitter_.blocks();
        const std::size_t outside = blocks.top();
        std::vector<Bound> begins, ends;
        std::vector<Condition> tests;
        for (const Condition& condition : conditions_[number + 1])
            if (!add_bounds(dim, condition, begins, ends)) tests.push_back(condition);
        if (begins.empty() && ends.empty()) {
            open_loop(emitter_, dim, range);
        } else {
            const std::string begin = bound(begins, range.begin, "later", "begin"), end = bound(ends, range.end, "earlier", "end");
            const std::string name = emitter_.names().unique("k" + std::to_string(number));
            blocks.open_loop("for (" + emitter_.index_type() + " " + name + " = " + begin + "; " + name + " < " + end + "; ++" +
                                 name + ") {",
                             true);
            emitter_.bind(dim, {.name = name, .depth = blocks.top()});
        }
        if (open_tests(tests)) print_level(number + 1);
        while (blocks.top() > outside) blocks.close();
    }

    // False where no point meets the conditions.
    bool open_tests(const std::vector<Condition>& conditions) {
        for (const Condition& condition : conditions)
            if (emitter_.facts().decided(condition) == false) return false;
        const std::string text = emitter_.condition(conditions);
        if (!text.empty()) emitter_.blocks().open_if(text);
        return true;
    }

    // low <= c*dim + rest < high, where nothing else depends on the dimension.
    bool add_bounds(std::int64_t dim, const Condition& condition, std::vector<Bound>& begins, std::vector<Bound>& ends) const {
        const IndexSpace& space = emitter_.kernel().space;
        const std::int64_t c = space.coefficient(condition.index, dim);
        if (c == 0 || dim >= 63) return false;
        const Index rest = condition.index - space.dimension(dim) * c;
        if ((emitter_.facts().of(rest).dims & dimension_bit(dim)) != 0) return false;
        const Interval range = emitter_.facts().range(condition.index);
        const bool low = range.low < condition.low, high = range.high >= condition.high;
        if (c > 0) { // ceil((low - rest) / c), ceil((high - rest) / c)
            if (low) begins.push_back({.sum = Index(condition.low + c - 1) - rest, .divisor = c});
            if (high) ends.push_back({.sum = Index(condition.high + c - 1) - rest, .divisor = c});
        } else { // floor((rest - high) / -c) + 1, floor((rest - low) / -c) + 1
            if (high) begins.push_back({.sum = rest - Index(condition.high), .divisor = -c, .extra = 1});
            if (low) ends.push_back({.sum = rest - Index(condition.low), .divisor = -c, .extra = 1});
        }
        return true;
    }

    // The text of max(limit, all bounds), or min.
    std::string bound(const std::vector<Bound>& bounds, std::int64_t limit, const std::string& helper, const std::string& wanted) {
        std::string text = integer_literal(limit);
        Dependence dependence;
        for (const Bound& bound : bounds) {
            Index sum = bound.sum;
            if (bound.divisor == 1) sum = sum + Index(bound.extra);
            std::string value = emitter_.index(sum);
            if (bound.divisor > 1) {
                value = "floor_divide" + std::string(emitter_.index_suffix()) + "(" + value + ", " + integer_literal(bound.divisor) + ")";
                if (bound.extra != 0) value += " + " + integer_literal(bound.extra);
            }
            text = helper + emitter_.index_suffix() + "(" + text + ", " + value + ")";
            dependence |= emitter_.facts().of(sum);
        }
        if (bounds.empty()) return text;
        return emitter_.define(emitter_.place(dependence, true), emitter_.index_type(), wanted, text);
    }

    Emitter& emitter_;
    const std::function<void()>& body_;
    std::vector<Level> levels_;
    std::vector<std::vector<Condition>> conditions_;
};

} // namespace

void print_reduction_loops(Emitter& emitter, const Piece& piece, const std::function<void()>& body) {
    ReductionLoops(emitter, piece, body).print();
}

} // namespace hlo2cpp
