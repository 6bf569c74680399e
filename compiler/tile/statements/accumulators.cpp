#include "tile/statements/accumulators.h"

#include <algorithm>

#include "kernel/analysis.h"
#include "tile/fixed_lanes.h"
#include "tile/statements/pointers.h"

namespace hlo2cpp {
namespace {

using nest::Position;

bool is_zero(const TileLoops& loops, ExprId expr) {
    const Expr& constant = loops.kernel.exprs[expr];
    return constant.type == loops.type && is_zero(constant);
}

// "4 points of dimension 1 x 2 vectors of dimension 2"
std::string comment_of(const RegisterTile& tile) {
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : " x ") + part; };
    if (tile.chains > 1) add(std::to_string(tile.chains) + " partial sums");
    if (tile.rows > 1) add(std::to_string(tile.rows) + " points of dimension " + std::to_string(tile.row_dim));
    if (tile.vectors > 1)
        add(std::to_string(tile.vectors) + (tile.lanes > 1 ? " vectors" : " points") + " of dimension " +
            std::to_string(tile.lane_dim));
    return text;
}

// Adds what the sums of these rows are too large by, and makes the other ones as large.
void build_raise(TileLoops& loops, const Range& rows, const Position& chain, const nest::Words& words) {
    nest::Raise raise{.row_dim = loops.tile.row_dim, .rows = loops.tile.rows, .words = words};
    loops.for_vectors(loops.tile.vectors, [&](const Position& v) {
        raise.target = loops.raise(v), raise.vector = v;
        loops.scope([&] { loops.add(raise); });
    });
    raise.rows = 1, raise.of_sum = true;
    for (const Range& others : {Range{0, rows.begin}, Range{rows.end, loops.tile.rows}}) {
        if (others.size() == 0) continue;
        loops.for_rows(others, [&](const Position& r) {
            loops.for_vectors(loops.tile.vectors, [&](const Position& v) {
                raise.target = loops.accumulator(chain, r, v), raise.vector = v;
                loops.scope([&] { loops.add(raise); });
            });
        });
    }
}

void set_all(TileLoops& loops, nest::RegistersId registers, const nest::Value& value) {
    loops.for_accumulators([&](const Position& c, const Position& r, const Position& v) {
        loops.add(nest::Set{loops.accumulator(registers, c, r, v), value});
    });
}

nest::Value zeros(TileLoops& loops) {
    const nest::RegistersId zero = loops.registers("zero");
    loops.add(nest::Let{zero, nest::Zeros{}});
    return nest::Ref{.registers = zero};
}

// Bias at which sums start: an operand of the addition behind the reduction.
class Bias {
public:
    explicit Bias(TileLoops& loops) : loops_(loops), expr_(operand()) {}

    ExprId expr() const { return expr_; }
    void start(nest::RegistersId registers) const {
        nest::Walk walk{.pointers = pointers()};
        loops_.inside(std::move(walk), [&] {
            loops_.for_vectors(loops_.tile.vectors,
                               [&](const Position& v) { loops_.scope([&] { start_vector(registers, v); }); });
        });
    }

private:
    ExprId operand() const {
        const ExprGraph& exprs = loops_.kernel.exprs;
        const std::vector<ExprId>& operands = exprs[loops_.piece.from_bias].operands;
        return operands[exprs[operands[0]].kind == ExprKind::Accumulator ? 1 : 0];
    }

    void start_vector(nest::RegistersId registers, const Position& v) const {
        const RegisterTile& tile = loops_.tile;
        nest::Value value = nest::Lanes{expr_, v};
        if (tile.rows == 1 || !loops_.varies(expr_, tile.row_dim)) {
            const nest::RegistersId start = loops_.registers("start");
            loops_.add(nest::Let{start, value});
            value = nest::Ref{.registers = start};
        }
        loops_.for_rows([&](const Position& r) {
            loops_.add(nest::Set{loops_.accumulator(registers, {}, r, v), value});
        });
    }

    // Opaque pointers to the bias: if the innermost loop does not change it, compilers would otherwise keep it in
    // registers that the sums need.
    std::vector<nest::Pointer> pointers() const {
        const RegisterTile& tile = loops_.tile;
        const bool same_rows = tile.row_dim < 0 || !loops_.varies(expr_, tile.row_dim);
        if (!is_taken_out(loops_, expr_) || !loops_.has_lanes(expr_) || !same_rows) return {};
        return {{.load = expr_, .first = loops_.kernel.exprs[expr_].index, .distance = {}, .opaque = true}};
    }

    TileLoops& loops_;
    const ExprId expr_;
};

void declare(TileLoops& loops, const Target& target, nest::RegistersId id, const std::string& comment) {
    const ExprId initial = loops.kernel.reduction->initial[0];
    const bool from_bias = loops.piece.from_bias.valid();
    nest::Registers registers{.registers = id, .type = loops.type, .lanes = loops.tile.lanes, .shape = loops.shape()};
    const bool lanes = loops.tile.lanes > 1 && !loops.tile.lane_reduces && loops.varies(initial, loops.tile.lane_dim);
    if (registers.shape.empty()) {
        registers.start = from_bias ? nest::Value(nest::Lanes{Bias(loops).expr()})
                          : lanes   ? nest::Value(nest::Lanes{initial})
                                    : nest::Splat{initial};
        return loops.add(std::move(registers));
    }
    registers.comment = comment;
    loops.add(std::move(registers));
    if (from_bias) return Bias(loops).start(id);
    if (lanes)
        return loops.for_accumulators([&](const Position& c, const Position& r, const Position& v) {
            loops.add(nest::Set{loops.accumulator(id, c, r, v), nest::Lanes{initial, v}});
        });
    const bool own = loops.tile.lanes > 1 && target.makes_zeros && is_zero(loops, initial);
    set_all(loops, id, own ? zeros(loops) : nest::Splat{initial});
}

void declare_raises(TileLoops& loops) {
    loops.raises = loops.registers("raise");
    nest::Registers registers{.registers = *loops.raises, .type = loops.type, .lanes = loops.tile.lanes};
    const nest::Value zero = nest::Splat{loops.kernel.reduction->initial[0]};
    if (loops.tile.vectors == 1) {
        registers.start = zero;
        return loops.add(std::move(registers));
    }
    registers.shape = {loops.tile.vectors};
    registers.comment = "128 times the sums of the words";
    loops.add(std::move(registers));
    loops.for_vectors(loops.tile.vectors, [&](const Position& v) { loops.add(nest::Set{loops.raise(v), zero}); });
}

} // namespace

void declare_accumulators(TileLoops& loops, const Target& target) {
    loops.accumulators = loops.registers("acc");
    declare(loops, target, loops.accumulators, comment_of(loops.tile));
    if (loops.piece.reduction.back().words.raised) declare_raises(loops);
    if (!loops.tile.in_parts) return;
    loops.parts = {loops.registers("signs"), loops.registers("nans")};
    declare(loops, target, loops.parts->signs, "of zeros");
    declare(loops, target, loops.parts->nans, "");
}

nest::RegistersId begin_partial_sums(TileLoops& loops, const Target& target) {
    const nest::RegistersId totals = std::exchange(loops.accumulators, loops.registers("partial"));
    const bool own = loops.tile.lanes > 1 && target.makes_zeros && may_start_often(loops.kernel) &&
                     is_zero(loops, loops.kernel.reduction->initial[0]);
    const nest::Value start = own ? zeros(loops) : nest::Neutral{};
    nest::Registers registers{.registers = loops.accumulators,
                              .type = loops.type,
                              .lanes = loops.tile.lanes,
                              .shape = loops.shape(),
                              .comment = "of the block"};
    const bool alone = registers.shape.empty();
    if (alone) registers.start = start;
    loops.add(std::move(registers));
    if (!alone) set_all(loops, loops.accumulators, start);
    return totals;
}

void add_partial_sums(TileLoops& loops, nest::RegistersId totals) {
    const nest::RegistersId partial = std::exchange(loops.accumulators, totals);
    loops.for_accumulators([&](const Position& c, const Position& r, const Position& v) {
        loops.add(nest::Set{loops.accumulator(c, r, v), loops.accumulator(partial, c, r, v), true});
    });
}

void build_update(TileLoops& loops, const Range& rows, const Position& chain, std::int64_t terms, std::int64_t repeats,
                  std::optional<nest::RegistersId> only) {
    nest::Words words = loops.piece.reduction.back().words;
    words.terms = terms;
    words.follows = terms < words.size && loops.piece.reduction.back().range.size() >= words.size;
    if (terms == 1 && loops.tile.lanes == 1 && !words.copied) words = {}; // one product of scalars needs no word
    words.raised = words.raised && 2 * rows.size() >= loops.tile.rows;
    if (words.raised) build_raise(loops, rows, chain, words);
    loops.for_rows(rows, [&](const Position& r) {
        loops.for_groups(loops.tile.vectors, words.shorts ? 2 : 1, [&](const Position& v) {
            loops.scope([&] {
                nest::Combine combine{.target = loops.accumulator(chain, r, v),
                                      .vector = v,
                                      .repeats = repeats,
                                      .only = only,
                                      .parts = loops.parts,
                                      .words = words};
                if (loops.row_words) combine.row = {loops.words_of_row(r), loops.row_words->number};
                loops.add(std::move(combine));
            });
        });
    });
}

void bind_chain(TileLoops& loops, std::int64_t dim, const Position& point) {
    if (!loops.varies(*loops.kernel.reduction->term, dim)) return loops.add(nest::Bind{dim, point});
    const nest::CounterId counter = loops.counter("kc");
    loops.add(nest::Count{counter, point});
    loops.add(nest::Bind{dim, counter});
}

void combine_chains(TileLoops& loops) {
    for (std::int64_t half = loops.tile.chains / 2; half > 0; half /= 2)
        loops.for_chains({0, half}, [&](const Position& c) {
            loops.for_rows([&](const Position& r) {
                loops.for_vectors(loops.tile.vectors, [&](const Position& v) {
                    const nest::Ref low = loops.accumulator(c, r, v);
                    loops.add(nest::Set{low, nest::Combined{low, loops.accumulator(c + half, r, v)}});
                });
            });
        });
}

void lower_sums(TileLoops& loops) {
    loops.for_rows([&](const Position& r) {
        loops.for_vectors(loops.tile.vectors, [&](const Position& v) {
            const nest::Ref sum = loops.accumulator({}, r, v);
            loops.add(nest::Set{sum, nest::Lowered{sum, loops.raise(v)}});
        });
    });
}

void join_parts(TileLoops& loops) {
    loops.for_accumulators([&](const Position& c, const Position& r, const Position& v) {
        const nest::Ref number = loops.accumulator(c, r, v);
        loops.add(nest::Set{number, nest::Joined{number, *loops.parts}});
    });
}

} // namespace hlo2cpp
