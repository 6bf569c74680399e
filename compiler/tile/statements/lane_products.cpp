#include "tile/statements/lane_products.h"

#include "tile/steps_together.h"

namespace hlo2cpp {
namespace {

using nest::Position;

class LaneProducts {
public:
    LaneProducts(TileLoops& loops, const Range& rows)
        : loops_(loops), tile_(loops.tile), loop_(loops.piece.reduction.back()), rows_(rows),
          factors_(*factors_of_steps(loops.kernel, loops.dependences, loops.nest, tile_, loop_.dims.back())) {}

    Range build(const Range& all) {
        const std::int64_t whole = all.begin + all.size() / loop_.together * loop_.together;
        const nest::For rounds{.counter = loops_.step, .begin = all.begin, .end = whole, .step = loop_.together};
        loops_.inside(rounds, [&] { build_round(); });
        return {whole, all.end};
    }

private:
    void build_round() {
        const std::int64_t dim = loop_.dims.back();
        loops_.add(nest::Bind{dim, loops_.step});
        scalars_ = loops_.registers("scalars");
        nest::Registers declared{.registers = scalars_,
                                 .type = loops_.type,
                                 .lanes = tile_.lanes,
                                 .comment = "of " + std::to_string(loop_.together) + " steps"};
        if (tile_.rows > 1) declared.shape = {tile_.rows};
        loops_.add(std::move(declared));
        loops_.for_rows(rows_, [&](const Position& r) {
            loops_.add(nest::Set{scalars(r), nest::Steps{factors_.scalar}});
        });
        const nest::CounterId step = loops_.counter("s");
        loops_.inside(TileLoops::unrolled(step, {0, loop_.together}), [&] {
            loops_.add(nest::Bind{dim, Position(loops_.step) + step});
            build_step(step);
        });
    }

    // The scalars of a row.
    nest::Ref scalars(const Position& r) const {
        nest::Ref ref{.registers = scalars_};
        if (tile_.rows > 1) ref.at.push_back(r);
        return ref;
    }

    void build_step(nest::CounterId step) {
        constexpr std::int64_t kPair = 2; // as many as an instruction loads
        const std::int64_t vectors = tile_.vectors, rest = vectors % kPair;
        if (!loop_.pairs) return build_products(step, {}, vectors);
        const nest::CounterId pair = loops_.counter("pair");
        const nest::For pairs{
            .counter = pair, .begin = 0, .end = vectors - rest, .step = kPair, .unroll = vectors / kPair};
        loops_.inside(pairs, [&] { build_products(step, pair, kPair); });
        if (rest > 0) build_products(step, vectors - rest, rest);
    }

    // Adds products of `count` vectors from `first` on. All loads come first, so that the machine loads two at once.
    void build_products(nest::CounterId step, const Position& first, std::int64_t count) {
        const nest::RegistersId vectors = loops_.registers("vectors");
        loops_.add(nest::Registers{.registers = vectors, .type = loops_.type, .lanes = tile_.lanes, .shape = {count}});
        loops_.for_vectors(count, [&](const Position& v) {
            loops_.scope([&] {
                loops_.add(nest::Set{{.registers = vectors, .at = {v}}, nest::Lanes{factors_.vector, first + v}});
            });
        });
        loops_.for_rows(rows_, [&](const Position& r) {
            loops_.for_vectors(count, [&](const Position& v) {
                loops_.add(nest::MultiplyLane{.target = loops_.accumulator({}, r, first + v),
                                              .scalars = scalars(r),
                                              .lane = step,
                                              .vector = {.registers = vectors, .at = {v}},
                                              .number = first + v});
            });
        });
    }

    TileLoops& loops_;
    const RegisterTile& tile_;
    const ReductionLoop& loop_;
    const Range rows_; // rows that take part
    const Factors factors_;
    nest::RegistersId scalars_; // vectors of scalars of the open round
};

} // namespace

Range build_lane_products(TileLoops& loops, const Range& rows, const Range& steps) {
    return LaneProducts(loops, rows).build(steps);
}

} // namespace hlo2cpp
