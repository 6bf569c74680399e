#include "tile/transposition.h"

#include <algorithm>
#include <limits>

#include "kernel/bounds.h"
#include "kernel/dependence.h"
#include "kernel/loads.h"
#include "tile/analysis.h"

namespace hlo2cpp {
namespace {

// The helper has distances of 32 bits, of which it takes three times a row.
constexpr std::int64_t kLongestRow = std::numeric_limits<std::int32_t>::max() / kTransposed;

// The dimension along which neighbours lie side by side; -1: none.
std::int64_t line_of(const Kernel& kernel, const Index& index) {
    for (std::int64_t d = 0; d < static_cast<std::int64_t>(kernel.dims.size()); ++d)
        if (affine_in(kernel, index, d) && kernel.space.coefficient(index, d) == 1 &&
            kernel.dims[static_cast<std::size_t>(d)] > 1)
            return d;
    return -1;
}

// A part of a dimension: whole blocks, of which the first points may be there again.
struct Part {
    Range range;
    std::int64_t again = 0;
};

std::vector<Part> parts_of_side(const Range& side) {
    const std::int64_t rest = side.size() % kTransposed;
    std::vector<Part> parts = {{{side.begin, side.end - rest}, 0}};
    if (rest > 0) parts.push_back({{side.end - kTransposed, side.end}, kTransposed - rest});
    return parts;
}

Piece piece_of(const Piece& plain, const RegisterTile& tile, const Part& rows, const Part& lanes) {
    Piece piece = plain;
    piece.tile = tile;
    piece.tile.rows_again = rows.again;
    piece.tile.again = lanes.again;
    for (const auto& [dim, part] : {std::pair(tile.row_dim, rows), std::pair(tile.lane_dim, lanes)}) {
        piece.box[static_cast<std::size_t>(dim)] = part.range;
        const auto along = std::ranges::find(piece.loops, dim, &Loop::dim);
        along->step = kTransposed;
        std::rotate(along, along + 1, piece.loops.end()); // innermost
    }
    return piece;
}

} // namespace

std::optional<Move> move_of(const Kernel& kernel, const std::vector<Range>& box) {
    if (kernel.reduction || kernel.sort || kernel.outputs.size() != 1 || !points_are_apart(kernel)) return std::nullopt;
    const Bounds bounds(kernel.space, box);
    const ExprId moved = Dependences(kernel, bounds).resolve(kernel.outputs[0].expr);
    const Expr& load = kernel.exprs[moved];
    if (load.kind != ExprKind::Load || (load.type != ElementType::F32 && !is_half(load.type))) return std::nullopt;
    return Move{moved, &load.index, &kernel.outputs[0].index};
}

std::vector<Piece> transposing_pieces(const Kernel& kernel, const Target& target, const Piece& plain) {
    const std::optional<Move> move = move_of(kernel, plain.box);
    if (!move || target.vector_bytes == 0 || !may_run_again(kernel)) return {};
    const std::int64_t row_dim = line_of(kernel, *move->from), lane_dim = line_of(kernel, *move->to);
    if (row_dim < 0 || lane_dim < 0 || row_dim == lane_dim) return {};
    const RegisterTile tile{
        .row_dim = row_dim, .rows = kTransposed, .lane_dim = lane_dim, .lanes = kTransposed, .transposes = true};
    const Range &rows = plain.box[static_cast<std::size_t>(row_dim)],
                &lanes = plain.box[static_cast<std::size_t>(lane_dim)];
    if (rows.size() < kTransposed || lanes.size() < kTransposed) return {};
    std::vector<Piece> pieces;
    for (const Part& some_rows : parts_of_side(rows))
        for (const Part& some_lanes : parts_of_side(lanes))
            pieces.push_back(piece_of(plain, tile, some_rows, some_lanes));
    if (wrong_transposition(kernel, pieces[0])) return {};
    return pieces;
}

std::optional<std::string> wrong_transposition(const Kernel& kernel, const Piece& piece) {
    const RegisterTile& tile = piece.tile;
    const std::optional<Move> move = move_of(kernel, piece.box);
    if (!move) return "it transposes what is computed";
    if (tile.rows != kTransposed || tile.columns() != kTransposed) return "it transposes no square";
    const auto fits = [&](const Index& index, std::int64_t line, std::int64_t other) {
        const std::int64_t row = kernel.space.coefficient(index, other);
        return affine_in(kernel, index, line) && affine_in(kernel, index, other) &&
               kernel.space.coefficient(index, line) == 1 && row >= kTransposed && row <= kLongestRow;
    };
    if (tile.row_dim < 0 || tile.lane_dim < 0) return "it transposes lines of no dimension";
    if (!fits(*move->from, tile.row_dim, tile.lane_dim)) return "its rows are no lines where they are loaded";
    if (!fits(*move->to, tile.lane_dim, tile.row_dim)) return "its lanes are no lines where they are stored";
    return std::nullopt;
}

} // namespace hlo2cpp
