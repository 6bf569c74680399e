// The loops of a reduction. Points that a condition excludes are left out by the bounds of a loop where that can be,
// else by a test. Blocks of a sum have a loop of their own, around that of their points.
#include <algorithm>
#include <utility>

#include "ops/op.h"
#include "program/reduction_bounds.h"
#include "program/scalar_nest.h"

namespace hlo2cpp {

using tree::Expression;

namespace {

class ReductionLoops {
public:
    ReductionLoops(Emitter& emitter, const Piece& piece, const std::vector<Expression>& accumulators)
        : emitter_(emitter), accumulators_(accumulators) {
        for (const ReductionLoop& loop : piece.reduction) {
            if (loop.block > 0) block_ = {.level = levels_.size(), .points = loop.block};
            levels_.insert(levels_.end(), loop.dims.begin(), loop.dims.end());
        }
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
        if (number == levels_.size()) {
            emitter_.bind_accumulators(accumulators_);
            return build_combined(emitter_, accumulators_);
        }
        if (block_.points > 0 && number == block_.level) return build_blocks();
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

    // The terms of a block have an accumulator of their own, which is added to that of all blocks.
    void build_blocks() {
        const std::size_t number = block_.level;
        Blocks& blocks = emitter_.blocks();
        const LoopBounds bounds = open_blocks(emitter_, {0, emitter_.range(levels_[number]).size()}, block_.points);
        const std::size_t outside = blocks.top();
        const Expression start = start_of_block(emitter_), partial = tree::name(emitter_.names().unique("partial"));
        const ElementType type = emitter_.kernel().exprs[emitter_.kernel().reduction->initial[0]].type;
        blocks.add(tree::Declare{.type = tree::value_type(type), .name = partial->name, .value = start});
        const std::vector<Expression> totals = std::exchange(accumulators_, {partial});
        open_bounds(number, bounds);
        build_level(number + 1);
        while (blocks.top() > outside) blocks.close();
        accumulators_ = totals;
        add_partial_sum(type, partial);
        blocks.close();
    }

    void add_partial_sum(ElementType type, const Expression& partial) {
        const Expression& total = accumulators_[0];
        if (!is_complex(type))
            return emitter_.blocks().add(
                tree::Assign{.target = total, .value = partial, .assignment = tree::Assignment::Add});
        const Expr sum{.kind = ExprKind::Apply, .type = type, .opcode = Opcode::Add};
        const ElementType types[] = {type, type};
        const Expression operands[] = {total, partial};
        emitter_.blocks().add(tree::Assign{
            .target = total, .value = print_of(Opcode::Add)({.expr = sum, .types = types, .operands = operands})});
    }

    void open_bounds(std::size_t number, const LoopBounds& bounds) {
        const std::string name = emitter_.names().unique("k" + std::to_string(number));
        Blocks& blocks = emitter_.blocks();
        blocks.open_loop({.type = emitter_.index_type(), .name = name, .begin = bounds.begin, .end = bounds.end},
                         bounds.clipped);
        emitter_.bind(levels_[number], {.variable = tree::name(name), .depth = blocks.top()});
    }

    void build_loop(std::size_t number, const Range& range) {
        const std::int64_t dim = levels_[number];
        Blocks& blocks = emitter_.blocks();
        const std::size_t outside = blocks.top();
        const LoopBounds bounds = clipped_bounds(emitter_, conditions_[number + 1], dim, range);
        if (bounds.clipped && bounds.numbers) return build_part(number, range, *bounds.numbers);
        bounds.clipped ? open_bounds(number, bounds) : open_loop(emitter_, dim, range);
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
        const Expression test = emitter_.condition(conditions);
        if (test.valid()) emitter_.blocks().open_if(test);
        return true;
    }

    struct BlockLevel {
        std::size_t level = 0;
        std::int64_t points = 0; // of its dimension; 0: there are no blocks
    };

    Emitter& emitter_;
    std::vector<Expression> accumulators_;
    std::vector<std::int64_t> levels_; // dimensions, outermost first
    BlockLevel block_;
    std::vector<std::vector<Condition>> conditions_;
};

} // namespace

void build_reduction_loops(Emitter& emitter, const Piece& piece, const std::vector<Expression>& accumulators) {
    ReductionLoops(emitter, piece, accumulators).build();
}

} // namespace hlo2cpp
