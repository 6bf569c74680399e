#include "tile/statements/scan.h"

namespace hlo2cpp {
namespace {

using nest::Position;

class ScanPiece {
public:
    ScanPiece(const Kernel& kernel, const Tiling& nest, const Piece& piece)
        : loops_(kernel, nest, piece), kernel_(kernel), scan_(*kernel.scan), tile_(loops_.tile),
          along_(tile_.lane_reduces) {
        constexpr std::int64_t kMostUnrolled = 16;
        loops_.rolled = tile_.vectors > kMostUnrolled;
    }

    nest::Body build() {
        loops_.over_points(loops_.piece.loops.size() - 1, [&] { build_line(); });
        return loops_.finished();
    }

private:
    void build_line() {
        declare_states();
        const Range& side = loops_.range(scan_.dim);
        const std::int64_t lanes = along_ ? tile_.lanes : 1, whole = side.size() / lanes * lanes;
        if (lanes > 1) {
            build_loop({side.begin, side.begin + whole}, lanes, [&] { build_vector(); });
            return build_loop({side.begin + whole, side.end}, 1, [&] { build_element({}); });
        }
        build_loop(side, 1, [&] {
            loops_.for_vectors(tile_.vectors,
                               [&](const Position& v) { tile_.lanes > 1 ? build_states(v) : build_element(v); });
        });
    }

    template <typename Build>
    void build_loop(const Range& points, std::int64_t step, Build&& build) {
        if (points.size() == 0) return;
        nest::For loop{.counter = loops_.counter("i" + std::to_string(scan_.dim)),
                       .begin = points.begin,
                       .end = points.end,
                       .step = step};
        if (scan_.reverse) loop.begin = points.end - 1, loop.end = points.begin, loop.step = -1;
        loops_.inside(loop, [&] {
            loops_.add(nest::Bind{scan_.dim, loop.counter});
            build();
        });
    }

    // Declares the states of all points of the tile with their initial values.
    void declare_states() {
        for (const ExprId initial : scan_.initial) {
            const std::int64_t lanes = along_ ? 1 : tile_.lanes;
            states_.push_back(loops_.registers("state"));
            nest::Registers state{
                .registers = states_.back(), .type = kernel_.exprs[initial].type, .lanes = lanes, .shape = shape()};
            const nest::Value start = lanes > 1 ? nest::Value(nest::Splat{initial}) : nest::Scalar{initial};
            const bool alone = state.shape.empty();
            if (alone) state.start = start;
            loops_.add(std::move(state));
            if (alone) continue;
            loops_.for_vectors(tile_.vectors, [&](const Position& v) {
                loops_.add(nest::Set{state_of(states_.back(), v), start});
            });
        }
    }

    std::vector<std::int64_t> shape() const {
        return tile_.vectors > 1 ? std::vector{tile_.vectors} : std::vector<std::int64_t>{};
    }
    nest::Ref state_of(nest::RegistersId states, const Position& v) const {
        nest::Ref state{.registers = states};
        if (tile_.vectors > 1) state.at.push_back(v);
        return state;
    }

    void build_element(const Position& v) {
        std::vector<nest::Ref> states;
        for (const nest::RegistersId all : states_) states.push_back(state_of(all, v));
        loops_.scope([&] { loops_.add(nest::Next{states}); });
        loops_.add(nest::Results{states});
        loops_.add(nest::StoreElement{});
    }

    // One vector of states, each of its own line.
    void build_states(const Position& v) {
        const nest::Ref state = state_of(states_[0], v);
        loops_.scope([&] { loops_.add(nest::Combine{.target = state, .vector = v}); });
        loops_.scope([&] { loops_.add(nest::StoreVector{.result = state, .vector = v, .lanes = tile_.lanes}); });
    }

    // One vector of points along a line.
    void build_vector() {
        const nest::RegistersId behind = loops_.registers("states");
        loops_.add(nest::ScanLanes{{.registers = states_[0]}, behind});
        loops_.add(nest::StoreVector{.result = nest::Ref{.registers = behind}, .lanes = tile_.lanes});
    }

    TileLoops loops_;
    const Kernel& kernel_;
    const Scan& scan_;
    const RegisterTile& tile_;
    const bool along_; // the lanes lie along the scan
    std::vector<nest::RegistersId> states_;
};

} // namespace

nest::Body scan_statements(const Kernel& kernel, const Tiling& nest, const Piece& piece) {
    return ScanPiece(kernel, nest, piece).build();
}

} // namespace hlo2cpp
