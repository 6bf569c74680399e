// The loops of a reduction. Points that a condition excludes are left out by the bounds of a loop where that can be,
// else by a test.
#include <algorithm>

#include "program/reduction_bounds.h"
#include "program/scalar_nest.h"

namespace hlo2cpp {
namespace {

class ReductionLoops {
public:
    ReductionLoops(Emitter& emitter, const Piece& piece, const std::function<void()>& body)
        : emitter_(emitter), body_(body) {
        for (const ReductionLoop& loop : piece.reduction)
            levels_.insert(levels_.end(), loop.dims.begin(), loop.dims.end());
        // A condition belongs to the innermost loop that it depends on; number 0 is in front of all loops.
        conditions_.resize(levels_.size() + 1);
        for (const Condition& condition : emitter.kernel().reduction->conditions) {
            const std::uint64_t dims = emitter.dependences().of(condition.index).dims;
            std::size_t level = levels_.size();
            while (level > 0 && (dims & dimension_bit(levels_[level - 1])) == 0) --level;
            conditions_[level].push_back(condition);
        }
    }

    void build() {
        if (std::ranges::any_of(emitter_.kernel().reduction->dims, [](std::int64_t size) { return size == 0; })) return;
        emitter_.blocks().open_plain();
        const std::size_t outside = emitter_.blocks().top();
        if (open_tests(conditions_[0])) build_level(0);
        while (emitter_.blocks().top() >= outside) emitter_.blocks().close();
    }

private:
    void build_level(std::size_t number) {
        if (number == levels_.size()) return body_();
        const Range range = emitter_.range(levels_[number]);
        if (range.size() == 1) return build_copy(number, range.begin);
        build_loop(number, range);
    }

    // The inner loops, at one value of the dimension.
    void build_copy(std::size_t number, std::int64_t value) {
        Blocks& blocks = emitter_.blocks();
        const std::size_t outside = blocks.top();
        blocks.open_plain();
        emitter_.bind(levels_[number], {.offset = value, .depth = blocks.top()});
        if (open_tests(conditions_[number + 1])) build_level(number + 1);
        while (blocks.top() > outside) blocks.close();
    }

    void build_loop(std::size_t number, const Range& range) {
        const std::int64_t dim = levels_[number];
        Blocks& blocks = emitter_.blocks();
        const std::size_t outside = blocks.top();
        const LoopBounds bounds = clipped_bounds(emitter_, conditions_[number + 1], dim, range);
        if (bounds.clipped && bounds.numbers) return build_part(number, range, *bounds.numbers);
        if (bounds.clipped) {
            const std::string name = emitter_.names().unique("k" + std::to_string(number));
            blocks.open_loop({.type = emitter_.index_type(), .name = name, .begin = bounds.begin, .end = bounds.end},
                             true);
            emitter_.bind(dim, {.variable = tree::name(name), .depth = blocks.top()});
        } else {
            open_loop(emitter_, dim, range);
        }
        if (open_tests(bounds.tests)) build_level(number + 1);
        while (blocks.top() > outside) blocks.close();
    }

    // Of the loop's range the part that the conditions leave.
    void build_part(std::size_t number, const Range& range, const Range& part) {
        if (part.size() == 0) return;
        const std::int64_t dim = levels_[number];
        emitter_.set_range(dim, part);
        if (part.size() == 1) {
            build_copy(number, part.begin);
        } else {
            Blocks& blocks = emitter_.blocks();
            const std::size_t outside = blocks.top();
            open_loop(emitter_, dim, part);
            if (open_tests(conditions_[number + 1])) build_level(number + 1);
            while (blocks.top() > outside) blocks.close();
        }
        emitter_.set_range(dim, range);
    }

    // False where no point meets the conditions.
    bool open_tests(const std::vector<Condition>& conditions) {
        for (const Condition& condition : conditions)
            if (emitter_.bounds().decided(condition) == false) return false;
        const tree::Expression test = emitter_.condition(conditions);
        if (test.valid()) emitter_.blocks().open_if(test);
        return true;
    }

    Emitter& emitter_;
    const std::function<void()>& body_;
    std::vector<std::int64_t> levels_; // dimensions, outermost first
    std::vector<std::vector<Condition>> conditions_;
};

} // namespace

void build_reduction_loops(Emitter& emitter, const Piece& piece, const std::function<void()>& body) {
    ReductionLoops(emitter, piece, body).build();
}

} // namespace hlo2cpp
