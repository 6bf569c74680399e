#include "tile/statements/scalar_reduction.h"

#include <algorithm>
#include <utility>

namespace hlo2cpp {
namespace {

class ScalarReduction {
public:
    ScalarReduction(nest::Builder& builder, const Kernel& kernel, const Piece& piece,
                    const std::vector<nest::RegistersId>& states)
        : builder_(builder), kernel_(kernel), bounds_(kernel.space, piece.box), point_(bounds_),
          dependences_(std::in_place, kernel, bounds_), states_(states) {
        for (const ReductionLoop& loop : piece.reduction) {
            if (loop.block > 0) block_ = {.level = levels_.size(), .points = loop.block};
            levels_.insert(levels_.end(), loop.dims.begin(), loop.dims.end());
        }
        for (const std::int64_t size : kernel.reduction->dims) ranges_.push_back({0, size});
        // A condition belongs to the innermost loop that it depends on; number 0 is in front of all loops.
        conditions_.resize(levels_.size() + 1);
        for (const Condition& condition : kernel.reduction->conditions) {
            const std::uint64_t dims = dependences_->of(condition.index).dims;
            std::size_t level = levels_.size();
            while (level > 0 && (dims & dimension_bit(levels_[level - 1])) == 0) --level;
            conditions_[level].push_back(condition);
        }
    }

    void build() {
        if (std::ranges::any_of(ranges_, [](const Range& range) { return range.size() == 0; })) return;
        builder_.scope([&] { build_tested(conditions_[0], 0); });
    }

private:
    Range& range_of(std::size_t number) {
        return ranges_[static_cast<std::size_t>(levels_[number]) - kernel_.dims.size()];
    }

    void build_tested(const std::vector<Condition>& conditions, std::size_t number) {
        build_tests(builder_, bounds_, conditions, [&] { build_level(number); });
    }

    void build_level(std::size_t number) {
        if (number == levels_.size()) return build_next();
        if (block_.points > 0 && number == block_.level) return build_blocks();
        const Range range = range_of(number);
        range.size() == 1 ? build_copy(number, range.begin) : build_loop(number, range);
    }

    void build_next() {
        nest::Next next;
        for (const nest::RegistersId state : states_) next.states.push_back({.registers = state});
        builder_.add(std::move(next));
    }

    // Adds the inner loops, at one value of the dimension.
    void build_copy(std::size_t number, std::int64_t value) {
        const Bounds outer = point_;
        builder_.scope([&] {
            builder_.add(nest::Bind{levels_[number], value});
            point_.limit(levels_[number], only(value));
            build_tested(conditions_[number + 1], number + 1);
        });
        point_ = outer;
    }

    void build_over(std::size_t number, const nest::For& loop, const std::vector<Condition>& tests) {
        builder_.inside(loop, [&] {
            builder_.add(nest::Bind{levels_[number], loop.counter});
            build_tested(tests, number + 1);
        });
    }

    // Adds the loop over blocks. The terms of a block have an accumulator of their own, which is added to the total.
    void build_blocks() {
        const std::int64_t size = range_of(block_.level).size();
        if (block_.points >= size) return builder_.scope([&] { build_block(0, size); });
        const nest::Strips strips{.block = builder_.counter("block"),
                                  .begin = builder_.counter("begin"),
                                  .end = builder_.counter("end"),
                                  .steps = {0, size},
                                  .size = block_.points};
        builder_.inside(strips, [&] { build_block(strips.begin, strips.end); });
    }

    void build_block(const nest::Position& begin, const nest::Position& end) {
        const nest::RegistersId partial = builder_.registers("partial");
        builder_.add(
            nest::Registers{.registers = partial, .type = builder_.body.type, .start = nest::Value(nest::Neutral{})});
        const std::vector<nest::RegistersId> totals = std::exchange(states_, {partial});
        const std::string name = "k" + std::to_string(block_.level);
        build_over(block_.level, {.counter = builder_.counter(name), .begin = begin, .end = end}, {});
        states_ = totals;
        const nest::Ref sum{.registers = totals[0]}, part{.registers = partial};
        if (is_complex(builder_.body.type))
            builder_.add(nest::Set{sum, nest::Combined{sum, part}});
        else
            builder_.add(nest::Set{sum, part, true});
    }

    void build_loop(std::size_t number, const Range& range) {
        const std::int64_t dim = levels_[number];
        const Clipped clipped =
            clipped_range(kernel_, bounds_, *dependences_, point_, conditions_[number + 1], dim, range);
        if (clipped.clipped && clipped.numbers()) return build_part(number, *clipped.numbers());
        nest::For loop{.begin = range.begin, .end = range.end};
        loop.counter =
            builder_.counter(clipped.clipped ? "k" + std::to_string(number) : name_of_dimension(kernel_, dim));
        if (clipped.clipped) loop.clipped = clipped;
        build_over(number, loop, clipped.tests);
    }

    // Adds the loop over a part of its range, without the points that conditions exclude.
    void build_part(std::size_t number, const Range& part) {
        if (part.size() == 0) return;
        const std::int64_t dim = levels_[number];
        const Range all = range_of(number);
        const auto part_alone = [&] {
            if (part.size() == 1) return build_copy(number, part.begin);
            const nest::For loop{
                .counter = builder_.counter(name_of_dimension(kernel_, dim)), .begin = part.begin, .end = part.end};
            build_over(number, loop, conditions_[number + 1]);
        };
        set_range(number, part);
        builder_.inside(nest::Within{dim, part}, part_alone);
        set_range(number, all);
    }

    void set_range(std::size_t number, const Range& range) {
        range_of(number) = range;
        bounds_.limit(levels_[number], range);
        point_.limit(levels_[number], range);
        dependences_.emplace(kernel_, bounds_);
    }

    struct BlockLevel {
        std::size_t level = 0;
        std::int64_t points = 0; // points of its dimension in a block; 0: there are no blocks
    };

    nest::Builder& builder_;
    const Kernel& kernel_;
    Bounds bounds_, point_; // bounds of all points; bounds with the dimensions bound so far
    std::optional<Dependences> dependences_;
    std::vector<nest::RegistersId> states_;
    std::vector<Range> ranges_;        // ranges of the reduction's dimensions
    std::vector<std::int64_t> levels_; // dimensions, outermost first
    BlockLevel block_;
    std::vector<std::vector<Condition>> conditions_;
};

} // namespace

void build_scalar_reduction(nest::Builder& builder, const Kernel& kernel, const Piece& piece,
                            const std::vector<nest::RegistersId>& states) {
    ScalarReduction(builder, kernel, piece, states).build();
}

} // namespace hlo2cpp
