#include "tile/statements/scalar.h"

#include "tile/first_extremum.h"
#include "tile/needed_points.h"
#include "tile/statements/scalar_reduction.h"
#include "tile/unswitching.h"

namespace hlo2cpp {
namespace {

class ScalarPiece {
public:
    ScalarPiece(const Kernel& kernel, const Piece& piece)
        : kernel_(kernel), piece_(piece), bounds_(kernel.space, piece.box), conditions_(piece.loops.size() + 2) {
        builder_.body.box = piece.box;
        if (kernel.reduction) builder_.body.type = kernel.exprs[kernel.reduction->initial[0]].type;
        // Each condition is tested as soon as its dimensions are bound.
        const Dependences dependences(kernel, bounds_);
        for (const Condition& condition : kernel.conditions) {
            const Dependence of = dependences.of(condition.index);
            std::size_t level = piece.loops.size();
            while (level > 0 && (of.dims & dimension_bit(piece.loops[level - 1].dim)) == 0) --level;
            conditions_[of.accumulator ? piece.loops.size() + 1 : level].push_back(condition);
        }
    }

    nest::Body build() {
        for (std::size_t d = 0; d < piece_.box.size(); ++d)
            if (piece_.box[d].size() == 1) // one point is no loop
                builder_.add(nest::Bind{static_cast<std::int64_t>(d), piece_.box[d].begin});
        builder_.scope([&] { build_tests(0, [&] { build_loops(0); }); });
        return builder_.finished();
    }

private:
    template <typename Build>
    void build_tests(std::size_t loops, Build&& build) {
        std::vector<Condition> tests = to_be_tested(bounds_, conditions_[loops]);
        if (loops > 0 && loops <= piece_.loops.size()) {
            const std::vector<Condition> need = tests_of_need(kernel_, piece_, bounds_, loops - 1);
            tests.insert(tests.end(), need.begin(), need.end());
        }
        tests.empty() ? build() : builder_.inside(nest::If{tests}, build);
    }

    void build_loops(std::size_t number) {
        if (number == piece_.loops.size()) return build_point();
        if (piece_.unswitched.empty() || innermost_loop(piece_) != number) return build_rounds(number);
        builder_.inside(nest::Unswitched{piece_.unswitched}, [&] { build_rounds(number); });
    }

    void build_rounds(std::size_t number) {
        const Loop& loop = piece_.loops[number];
        const Range& side = piece_.box[static_cast<std::size_t>(loop.dim)];
        const auto inner = [&] { build_tests(number + 1, [&] { build_loops(number + 1); }); };
        if (side.size() == 1 || loop.dim == piece_.jammed) return inner();
        nest::For points{
            .counter = builder_.counter(name_of_dimension(kernel_, loop.dim)), .begin = side.begin, .end = side.end};
        points.unroll = loop.unroll;
        if (loop.down) points.begin = side.end - 1, points.end = side.begin, points.step = -1;
        builder_.inside(points, [&] {
            builder_.add(nest::Bind{loop.dim, points.counter});
            inner();
        });
    }

    void build_point() {
        if (kernel_.sort) return builder_.add(nest::SortLine{});
        if (searches()) return build_search();
        if (piece_.jammed >= 0) return build_jammed();
        if (kernel_.reduction) reduce();
        build_tests(piece_.loops.size() + 1, [&] { builder_.add(nest::StoreElement{}); });
    }

    void build_jammed() {
        const Range& side = piece_.box[static_cast<std::size_t>(piece_.jammed)];
        for (std::int64_t at = side.begin; at < side.end; ++at)
            builder_.inside(nest::Within{.dim = piece_.jammed, .range = {at, at + 1}, .jammed = true}, [&] {
                builder_.scope([&] {
                    builder_.add(nest::Bind{piece_.jammed, at});
                    builder_.add(nest::StoreElement{});
                });
            });
    }

    void reduce() {
        std::vector<nest::RegistersId> states;
        nest::Results results;
        for (const ExprId initial : kernel_.reduction->initial) {
            states.push_back(builder_.registers("acc"));
            results.states.push_back({.registers = states.back()});
            builder_.add(nest::Registers{.registers = states.back(),
                                         .type = kernel_.exprs[initial].type,
                                         .start = nest::Value(nest::Scalar{initial})});
        }
        build_scalar_reduction(builder_, kernel_, piece_, states);
        builder_.add(std::move(results));
    }

    // True if the lanes run along a line whose first extremum is searched.
    bool searches() const { return piece_.tile.lane_reduces && !kernel_.reduction->term; }

    void build_search() {
        const FirstExtremum first = *first_extremum(kernel_);
        builder_.add(nest::Bind{piece_.tile.lane_dim, 0});
        builder_.add(nest::Search{.load = first.load,
                                  .largest = first.largest,
                                  .elements = kernel_.reduction->dims[0],
                                  .lanes = piece_.tile.lanes});
        builder_.add(nest::StoreElement{});
    }

    const Kernel& kernel_;
    const Piece& piece_;
    const Bounds bounds_;
    std::vector<std::vector<Condition>> conditions_;
    nest::Builder builder_;
};

} // namespace

nest::Body scalar_statements(const Kernel& kernel, const Piece& piece) {
    return ScalarPiece(kernel, piece).build();
}

} // namespace hlo2cpp
