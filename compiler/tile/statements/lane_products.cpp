#include "tile/statements/lane_products.h"

#include "tile/steps_together.h"

namespace hlo2cpp {
namespace {

using nest::Position;

class LaneProducts {
public:
    LaneProducts(TileLoops& loops, const Range& rows)
        : loops_(loops), tile_(loops.tile), loop_(loops.piece.reduction.back()), rows_(rows),
          factors_(*factors_of_steps(loops.kernel, loops.dependences, loops.nest, tile_, loop_.dims.back())),
          halves_(loop_.together > tile_.lanes), width_(loop_.together / tile_.lanes),
          type_(halves_ ? ElementType::U16 : loops.type) {}

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
                                 .type = type_,
                                 .lanes = loop_.together,
                                 .comment = "of " + std::to_string(loop_.together) + " steps"};
        if (tile_.rows > 1) declared.shape = {tile_.rows};
        loops_.add(std::move(declared));
        loops_.for_rows(rows_, [&](const Position& r) {
            loops_.add(nest::Set{scalars(r), nest::Steps{.load = factors_.scalar, .as_they_lie = halves_}});
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
        const std::int64_t vectors = tile_.vectors / width_, rest = vectors % kPair;
        if (!loop_.pairs) return build_products(step, {}, vectors);
        const nest::CounterId pair = loops_.counter("pair");
        const nest::For pairs{
            .counter = pair, .begin = 0, .end = vectors - rest, .step = kPair, .unroll = vectors / kPair};
        loops_.inside(pairs, [&] { build_products(step, pair, kPair); });
        if (rest > 0) build_products(step, vectors - rest, rest);
    }

    // Adds products of `count` registers of vectors from `first` on. All loads come first, so that the machine loads
    // two at once.
    void build_products(nest::CounterId step, const Position& first, std::int64_t count) {
        const nest::RegistersId vectors = loops_.registers("vectors");
        loops_.add(nest::Registers{.registers = vectors, .type = type_, .lanes = loop_.together, .shape = {count}});
        const ExprId factor = halves_ ? factors_.half : factors_.vector;
        loops_.for_vectors(count, [&](const Position& v) {
            loops_.scope([&] {
                loops_.add(nest::Set{{.registers = vectors, .at = {v}}, nest::Lanes{factor, first + v, halves_}});
            });
        });
        loops_.for_rows(rows_, [&](const Position& r) {
            loops_.for_vectors(count, [&](const Position& v) {
                const Position number = times(first + v, width_);
                loops_.add(nest::MultiplyLane{.target = loops_.accumulator({}, r, number),
                                              .scalars = scalars(r),
                                              .lane = step,
                                              .vector = {.registers = vectors, .at = {v}},
                                              .number = number,
                                              .halves = halves_});
            });
        });
    }

    TileLoops& loops_;
    const RegisterTile& tile_;
    const ReductionLoop& loop_;
    const Range rows_; // rows that take part
    const Factors factors_;
    const bool halves_;        // factors are 16-bit floats as they lie
    const std::int64_t width_; // vectors of a register: two of halves
    const ElementType type_;
    nest::RegistersId scalars_; // vectors of scalars of the open round
};

} // namespace

Range build_lane_products(TileLoops& loops, const Range& rows, const Range& steps) {
    return LaneProducts(loops, rows).build(steps);
}

} // namespace hlo2cpp
