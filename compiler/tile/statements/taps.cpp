#include "tile/statements/taps.h"

#include <algorithm>

#include "tile/statements/accumulators.h"
#include "tile/statements/pointers.h"

namespace hlo2cpp {
namespace {

using nest::Position;

class TapLoops {
public:
    TapLoops(TileLoops& loops, std::size_t level, const OpenTerms& open,
             const std::function<void(const OpenTerms&)>& build_inside)
        : loops_(loops), tile_(loops.tile), last_(loops.piece.reduction.back()), open_(open),
          build_inside_(build_inside), level_(level), loops_inside_(loops.piece.reduction.size() - level - 1),
          dim_(loops.piece.reduction[level].dims[0]) {}

    void build() {
        const auto all = [&] {
            for (const TapRun& run : *open_.runs) build_run(run);
        };
        const bool walks = loops_inside_ == 0 ||
                           (loops_inside_ == 1 &&
                            std::ranges::all_of(*open_.runs, [&](const TapRun& run) { return ends_in_walk(run); }));
        walks ? loops_.inside(nest::Walk{pointers_of_taps(loops_, level_, *open_.runs)}, all) : all();
    }

private:
    Range side() const { return loops_.range(tile_.row_dim); }
    Range first_rows() const { return {side().begin, side().end - tile_.rows + 1}; } // first rows of tiles
    // The taps and the innermost loop are one walk through memory.
    bool ends_in_walk(const TapRun& run) const { return loops_inside_ == 1 && run.inner.empty(); }

    void build_run(const TapRun& run) {
        const auto taps = [&] { loops_inside_ == 0 ? build_innermost(run) : build_around(run); };
        if (run.edge != Edge::First && run.edge != Edge::Last) return loops_.scope(taps);
        const std::int64_t base = run.edge == Edge::First ? side().begin : side().end - tile_.rows;
        const Condition tile{loops_.kernel.space.dimension(tile_.row_dim), base, base + 1};
        loops_.inside(nest::If{{tile}}, taps);
    }

    // Adds taps around other loops.
    void build_around(const TapRun& run) {
        loops_.add(nest::Bind{dim_, run.taps.begin});
        OpenTerms inside{.point = open_.point, .rows = run.rows, .runs = &run.inner};
        inside.point.limit(dim_, only(run.taps.begin));
        if (!ends_in_walk(run)) return build_inside_(inside);
        bind_joined(loops_, last_, inside.point);
        build_steps(loops_, run.rows, walk_over(run, inside.point), run.unroll);
    }

    // Adds taps that are the innermost steps.
    void build_innermost(const TapRun& run) {
        if (run.edge == Edge::Tested) return build_tested_rows(run);
        if (last_.rows_first) return build_rows_first(loops_, run.rows, run.taps);
        const nest::For taps{
            .counter = loops_.step, .begin = run.taps.begin, .end = run.taps.end, .unroll = run.unroll};
        if (last_.words.shorts) return build_steps(loops_, run.rows, taps, run.unroll);
        const bool one = run.taps.size() == 1;
        const auto tap = [&] {
            loops_.add(nest::Bind{dim_, one ? Position(run.taps.begin) : Position(loops_.step)});
            build_update(loops_, run.rows, {});
        };
        one ? tap() : loops_.inside(taps, tap);
    }

    // Adds one tap of each row, behind a test of the row's conditions.
    void build_tested_rows(const TapRun& run) {
        loops_.add(nest::Bind{dim_, run.taps.begin});
        Bounds bases = loops_.bounds;
        bases.limit(tile_.row_dim, first_rows());
        for (std::int64_t row = run.rows.begin; row < run.rows.end; ++row) {
            const nest::If test{to_be_tested(bases, conditions_at(loops_, row, dim_, run.taps.begin))};
            loops_.inside(test, [&] { build_update(loops_, {row, row + 1}, {}); });
        }
    }

    // The loop over the innermost steps of all taps in which all rows of the tile take part.
    nest::For walk_over(const TapRun& run, Bounds point) const {
        if (run.edge != Edge::Clipped) {
            ReductionLoop walk = last_;
            walk.range.end = walk.range.begin + run.taps.size() * walk.range.size();
            return loop_over(loops_, point, loops_.step, walk);
        }
        std::vector<Condition> ends = conditions_at(loops_, 0);
        for (Condition& condition : conditions_at(loops_, tile_.rows - 1)) ends.push_back(std::move(condition));
        Bounds bounds = loops_.bounds;
        bounds.limit(tile_.row_dim, first_rows());
        point.limit(tile_.row_dim, first_rows());
        return {.counter = loops_.step,
                .clipped = clipped_range(loops_.kernel, bounds, loops_.dependences, point, ends, dim_, run.taps,
                                         last_.range.size())};
    }

    TileLoops& loops_;
    const RegisterTile& tile_;
    const ReductionLoop& last_; // innermost
    const OpenTerms& open_;
    const std::function<void(const OpenTerms&)>& build_inside_;
    const std::size_t level_, loops_inside_; // number of reduction loops around the taps, and inside
    const std::int64_t dim_;
};

} // namespace

void build_taps(TileLoops& loops, std::size_t level, const OpenTerms& open,
                const std::function<void(const OpenTerms&)>& build_inside) {
    TapLoops(loops, level, open, build_inside).build();
}

} // namespace hlo2cpp
