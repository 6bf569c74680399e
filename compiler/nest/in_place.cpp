#include "nest/in_place.h"

#include <algorithm>

#include "kernel/dependence.h"
#include "nest/walk.h"

namespace hlo2cpp {
namespace {

constexpr std::size_t kMostLoops = 8; // most loops whose directions are told apart

// A loop around two points, as a level of the dependence test: its part of the distance between the element that the
// earlier point stores and the element that the later point loads.
struct Level {
    std::int64_t stored = 0, loaded = 0; // coefficients of its dimension
    Range earlier, later;                // points of it
    bool descends = false;
    std::int64_t tile = 1; // points of a step, which ascend

    Range all() const {
        return stored == loaded ? scaled(distances(), stored) : sum(scaled(earlier, stored), scaled(later, -loaded));
    }
    Range distances() const { return from_to(earlier.begin - later.last(), earlier.last() - later.begin); }
    // Distance, if the earlier point lies before (-1), at (0) or behind (1) the later one in this dimension; empty if
    // it cannot. `decides`: no outer loop orders the two points, so this loop must.
    Range towards(int direction, bool decides) const {
        const Range before = {decides && descends ? 1 - tile : -kFar, 0};
        const Range behind = {1, decides && !descends ? 1 : kFar};
        const Range wanted = direction < 0 ? before : direction == 0 ? only(0) : behind;
        const Range part = common_part(distances(), wanted);
        if (part.size() <= 0) return {};
        return stored == loaded ? scaled(part, stored) : all();
    }
};

// Dependence between a store in one box of points and a load in another one, or at a later point of the same box.
class Meeting {
public:
    Meeting(std::vector<Level> levels, std::int64_t constant) : levels_(std::move(levels)), rest_(levels_.size() + 1) {
        rest_.back() = only(0);
        for (std::size_t l = levels_.size(); l-- > 0;) rest_[l] = sum(levels_[l].all(), rest_[l + 1]);
        constant_ = only(constant);
    }
    bool possible(bool other_box) const { return possible(0, constant_, other_box); }

private:
    // True if two points can meet that are equal in the loops outside `level`, or that one of these loops orders
    // (`earlier`).
    bool possible(std::size_t level, const Range& outside, bool earlier) const {
        if (!sum(outside, rest_[level]).contains(0)) return false;
        if (level == levels_.size()) return earlier;
        for (const int direction : {-1, 0, 1}) {
            const Range part = levels_[level].towards(direction, !earlier);
            if (part.size() > 0 && possible(level + 1, sum(outside, part), earlier || direction != 0)) return true;
        }
        return false;
    }

    std::vector<Level> levels_;
    std::vector<Range> rest_; // by level: sums of its range and all inner ones
    Range constant_;
};

bool is_plain(const Kernel& kernel, const Index& index) {
    return std::ranges::all_of(index.products, [&](const Index::Product& product) {
        return kernel.space[product.term].kind == TermKind::Dimension;
    });
}

// The loops over a box of points, outermost first, each dimension once.
struct LoopOrder {
    struct Loop {
        std::int64_t dim = 0, step = 1;
        bool descends = false;
    };
    std::vector<Range> box;
    std::vector<Loop> loops;
    bool in_order = true; // one point after the other, or one vector of neighbours after the other
};

LoopOrder order_of(const nest::Body& body) {
    LoopOrder order{.box = body.box,
                    .in_order = body.overlaps.empty() && !nest::holds<nest::Transpose>(body.statements)};
    std::vector<bool> counted(body.box.size(), false);
    nest::for_each<nest::For>(body.statements, [&](const nest::For& loop) {
        const std::int64_t d = nest::counted_dim(loop);
        if (d < 0) return; // over the vectors of a tile
        order.loops.push_back({d, std::abs(loop.step), loop.step < 0});
        counted[static_cast<std::size_t>(d)] = true;
    });
    for (std::size_t d = 0; d < counted.size(); ++d)
        if (!counted[d]) order.loops.push_back({static_cast<std::int64_t>(d), body.box[d].size()});
    nest::for_each<nest::Inside>(body.statements, [&](const nest::Inside& inside) {
        order.in_order = order.in_order && inside.dim == body.lane_dim; // rows of a tile
    });
    order.in_order = order.in_order && order.loops.size() <= kMostLoops;
    return order;
}

class Overwriting {
public:
    Overwriting(const Kernel& kernel, const LoopNest& nest, ArgumentId operand, std::size_t output)
        : kernel_(kernel), nest_(nest), operand_(operand), output_(kernel.outputs[output]) {}

    bool possible(const std::vector<UsedLoad>& loads, std::size_t output) {
        if (kernel_.reduction || kernel_.scan || kernel_.sort || kernel_.in_order || !is_plain(kernel_, output_.index))
            return false;
        if (stores_to(kernel_, output_.argument) > 1) return false;
        if (output_.updates.valid() && output_.updates != operand_) return false;
        std::int64_t points = 1;
        for (const std::int64_t size : kernel_.dims) points *= size;
        const bool loaded_in_time = std::ranges::all_of(loads, [&](const UsedLoad& load) {
            return kernel_.exprs[load.expr].argument != operand_ ||
                   (!load.in_index && load.last_output <= static_cast<std::int32_t>(output));
        });
        if (points > kMostPointsInOrder || !loaded_in_time || nest_.bodies.empty()) return false;
        for (const nest::Body& body : nest_.bodies) orders_.push_back(order_of(body));
        if (!std::ranges::all_of(orders_, &LoopOrder::in_order)) return false;
        for (std::size_t i = 0; i < orders_.size(); ++i)
            if (!loads_in_time(i)) return false;
        return true;
    }

private:
    // True if the box loads its elements before any point overwrites them.
    bool loads_in_time(std::size_t number) const {
        const LoopOrder& order = orders_[number];
        for (const ExprId load : loads_in(order.box)) {
            if (!is_plain(kernel_, kernel_.exprs[load].index)) return false;
            for (std::size_t before = 0; before <= number; ++before)
                if (meet(orders_[before], order, kernel_.exprs[load].index)) return false;
        }
        return true;
    }

    // Loads of the operand that remain if the guards are decided in the box.
    std::vector<ExprId> loads_in(const std::vector<Range>& box) const {
        const Bounds bounds(kernel_.space, box);
        const Dependences dependences(kernel_, bounds);
        std::vector<bool> seen(kernel_.exprs.size(), false);
        std::vector<ExprId> loads, pending;
        for (const Output& output : kernel_.outputs) pending.push_back(output.expr);
        while (!pending.empty()) {
            const ExprId id = dependences.resolve(pending.back());
            pending.pop_back();
            if (seen[id.index()]) continue;
            seen[id.index()] = true;
            const Expr& expr = kernel_.exprs[id];
            if (expr.kind == ExprKind::Load && expr.argument == operand_) loads.push_back(id);
            pending.insert(pending.end(), expr.operands.begin(), expr.operands.end());
        }
        return loads;
    }

    bool meet(const LoopOrder& earlier, const LoopOrder& later, const Index& loaded) const {
        std::vector<Level> levels;
        for (const LoopOrder::Loop& loop : later.loops) {
            const auto d = static_cast<std::size_t>(loop.dim);
            levels.push_back({.stored = kernel_.space.coefficient(output_.index, loop.dim),
                              .loaded = kernel_.space.coefficient(loaded, loop.dim),
                              .earlier = earlier.box[d],
                              .later = later.box[d],
                              .descends = loop.descends,
                              .tile = loop.step});
        }
        return Meeting(std::move(levels), output_.index.address().constant - loaded.constant)
            .possible(&earlier != &later);
    }

    const Kernel& kernel_;
    const LoopNest& nest_;
    const ArgumentId operand_;
    const Output& output_;
    std::vector<LoopOrder> orders_; // of the boxes, in order
};

} // namespace

bool runs_in_place(const Kernel& kernel, const LoopNest* nest, const std::vector<UsedLoad>& loads, ArgumentId operand,
                   std::size_t output) {
    return runs_in_place(kernel, loads, operand, output) ||
           (nest != nullptr && nest->chunks == 1 &&
            Overwriting(kernel, *nest, operand, output).possible(loads, output));
}

std::vector<OperandOfSize> operands_of_output_size(const Kernel& kernel) {
    std::vector<OperandOfSize> found;
    for (std::size_t o = 0; o < kernel.outputs.size(); ++o) {
        const KernelArgument& stored = kernel[kernel.outputs[o].argument];
        for (const ArgumentId operand : loaded_arguments(kernel)) {
            const KernelArgument& loaded = kernel[operand];
            const bool fits = !loaded.constant && loaded.bytes() == stored.bytes() &&
                              byte_size(loaded.type) == byte_size(stored.type);
            if (fits) found.push_back({operand, o});
        }
    }
    return found;
}

bool overwrites_some_operand(const Kernel& kernel, const LoopNest& nest) {
    const std::vector<UsedLoad> loads = used_loads(kernel);
    return std::ranges::any_of(operands_of_output_size(kernel), [&](const OperandOfSize& fitting) {
        return runs_in_place(kernel, &nest, loads, fitting.operand, fitting.output);
    });
}

} // namespace hlo2cpp
