#include "tile/statements/lanes_of_sum.h"

#include "tile/statements/blocks.h"

namespace hlo2cpp {
namespace {

using nest::Position;

class LaneSteps {
public:
    LaneSteps(TileLoops& loops, const Target& target, const ReductionLoop& loop)
        : loops_(loops), target_(target), tile_(loops.tile), loop_(loop), dim_(loop.dims.back()),
          width_(tile_.lanes * tile_.chains), whole_(loop.range.end / width_ * width_), tail_{whole_, loop.range.end} {}

    Range build() {
        if (whole_ > 0) build_whole_rounds();
        const bool whole_vectors = tile_.lanes > 1 && tail_.size() > 0 && tail_.size() % tile_.lanes == 0;
        if (tile_.again > 0 || whole_vectors) return build_last_vectors(), Range{};
        if (tile_.lanes > 1) return tail_;
        if (tail_.size() > 0) build_chains({0, tail_.size()}, whole_); // each to its own scalar
        return {};
    }

private:
    void build_whole_rounds() {
        const auto round = [&] {
            if (tile_.chains == 1) loops_.add(nest::Bind{dim_, loops_.step});
            build_chains({0, tile_.chains}, loops_.step);
        };
        if (loop_.block == 0)
            return loops_.inside(nest::For{.counter = loops_.step, .begin = 0, .end = whole_, .step = width_}, round);
        build_blocks(
            loops_, target_, whole_ / width_, loop_.block / width_,
            [&](const Position& begin, const Position& end) { build_rounds(loops_, begin, end, width_, 0, round); });
    }

    // Adds one step of each chain, from point `first` of the dimension on.
    void build_chains(const Range& chains, const Position& first) {
        loops_.for_chains(chains, [&](const Position& c) {
            if (tile_.chains > 1) bind_chain(loops_, dim_, first + times(c, tile_.lanes));
            build_update(loops_, loops_.piece.rows, c);
        });
    }

    // Adds the steps behind the last whole round; the last vector may overlap the one in front.
    void build_last_vectors() {
        const std::int64_t vectors = tail_.size() / tile_.lanes, all = vectors + (tile_.again > 0 ? 1 : 0);
        std::optional<nest::RegistersId> fresh;
        for (std::int64_t c = 0; c < all; ++c) {
            const bool last = c == vectors;
            const std::int64_t first = last ? tail_.end - tile_.lanes : tail_.begin + c * tile_.lanes;
            if (last && !may_count_twice()) fresh = fresh_lanes();
            loops_.scope([&] {
                loops_.add(nest::Bind{dim_, first});
                build_update(loops_, loops_.piece.rows, c, 1, last ? tile_.again : 0, fresh);
            });
        }
    }

    bool may_count_twice() const {
        const Opcode combiner = loops_.kernel.reduction->combiner;
        return combiner == Opcode::Maximum || combiner == Opcode::Minimum;
    }

    nest::RegistersId fresh_lanes() {
        loops_.add(nest::Note{"terms that no vector before has"});
        const nest::RegistersId fresh = loops_.registers("fresh");
        loops_.add(nest::Let{fresh, nest::LaneNumbers{tile_.again}});
        return fresh;
    }

    TileLoops& loops_;
    const Target& target_;
    const RegisterTile& tile_;
    const ReductionLoop& loop_;
    const std::int64_t dim_, width_, whole_;
    const Range tail_;
};

// The lanes of a row in a small array, and their reduction to one value.
class LaneFold {
public:
    LaneFold(TileLoops& loops, std::int64_t width)
        : loops_(loops), tile_(loops.tile), width_(width), lanes_(loops.registers("lanes")) {}

    void build(const Position& r, const Range& tail) {
        loops_.add(nest::Registers{.registers = lanes_, .type = loops_.type, .shape = {width_}});
        loops_.for_chains({0, width_ / tile_.lanes}, [&](const Position& c) {
            loops_.add(nest::Set{vector(tile_.lanes, 0, c), loops_.accumulator(c, r, {})});
        });
        if (tail.size() > 0) add_tail(tail);
        for (std::int64_t half = width_ / 2; half > 0; half /= 2) add_halves(half);
        loops_.store(lane({}));
    }

private:
    nest::Ref lane(const Position& number) const { return {.registers = lanes_, .at = {number}}; }
    nest::Ref vector(std::int64_t lanes, std::int64_t first, const Position& number = {}) const {
        return {.registers = lanes_, .lanes = lanes, .first = first, .number = number};
    }

    // Adds the steps that fill no vector, each to its lane.
    void add_tail(const Range& tail) {
        loops_.inside(nest::For{.counter = loops_.lane, .begin = 0, .end = tail.size()}, [&] {
            loops_.add(nest::Bind{tile_.lane_dim, Position(loops_.lane) + tail.begin});
            loops_.add(nest::Set{lane(loops_.lane), nest::CombinedTerm{lane(loops_.lane)}});
        });
    }

    void add_halves(std::int64_t half) {
        constexpr std::int64_t kLeastBytes = 16; // bytes of the smallest vector
        constexpr std::int64_t kFewScalars = 2;  // added without a loop
        if (half <= tile_.lanes && half * byte_size(loops_.type) >= kLeastBytes) return add_half_vectors(half);
        const auto add = [&](const Position& low) {
            loops_.add(nest::Set{lane(low), nest::Combined{lane(low), lane(low + half)}});
        };
        if (half > kFewScalars)
            return loops_.inside(TileLoops::unrolled(loops_.lane, {0, half}), [&] { add(loops_.lane); });
        for (std::int64_t i = 0; i < half; ++i) add(i);
    }

    void add_half_vectors(std::int64_t half) {
        loops_.scope([&] {
            const nest::RegistersId low = loops_.registers("low"), high = loops_.registers("high");
            loops_.add(nest::Let{low, vector(half, 0)});
            loops_.add(nest::Let{high, vector(half, half)});
            loops_.add(nest::Set{vector(half, 0), nest::Combined{{.registers = low}, {.registers = high}}});
        });
    }

    TileLoops& loops_;
    const RegisterTile& tile_;
    const std::int64_t width_;
    const nest::RegistersId lanes_;
};

} // namespace

Range build_lane_steps(TileLoops& loops, const Target& target, const ReductionLoop& loop) {
    return LaneSteps(loops, target, loop).build();
}

void combine_lanes(TileLoops& loops, const Range& tail) {
    const std::int64_t parts = tail.size() > 0 ? loops.tile.chains : 1, width = parts * loops.tile.lanes;
    loops.for_rows([&](const Position& r) {
        loops.scope([&] {
            if (width == 1) return loops.store(loops.accumulator({}, r, {}));
            LaneFold(loops, width).build(r, tail);
        });
    });
}

} // namespace hlo2cpp
