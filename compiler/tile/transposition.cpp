#include "tile/transposition.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "kernel/analysis.h"
#include "kernel/bounds.h"
#include "kernel/dependence.h"
#include "kernel/loads.h"

namespace hlo2cpp {
namespace {

constexpr std::int64_t kSmallest = 4, kLargest = 16; // rows, and lanes, of a square
constexpr std::int64_t kLeastBytes = 8;              // of a row; shorter vectors have no shuffles
constexpr std::int64_t kTriple = 3; // elements of a line that is shorter than a square, as of a picture

// Arrays of bits have no lines.
bool has_squares(ElementType type) {
    return type == ElementType::F32 || is_half(type) ||
           (is_integer(type) && info(type).bits >= 8 && info(type).bits <= 32);
}

// Largest distance of two rows: the helper counts the distance to each row of a square in 32 bits.
constexpr std::int64_t kLongestRow = std::numeric_limits<std::int32_t>::max() / kLargest;

bool is_square(std::int64_t rows, std::int64_t lanes) {
    return rows == lanes && rows >= kSmallest && rows <= kLargest &&
           std::has_single_bit(static_cast<std::uint64_t>(rows));
}

// Instructions of the helper for a square of `side` rows: loads, shuffles, stores. See transposition_text.
std::int64_t instructions(std::int64_t side, std::int64_t element_bytes) {
    constexpr std::int64_t kShuffledBytes = 16;
    const std::int64_t columns = std::min(side, kShuffledBytes / element_bytes);
    std::int64_t of_a_row = side / columns + 1;
    for (std::int64_t left = columns; left > 1; left /= 2) ++of_a_row;
    return side * of_a_row;
}

// Side of the squares that cover the rows and lanes with the fewest instructions; 0 if none fits.
std::int64_t best_side(const Target& target, std::int64_t element_bytes, std::int64_t rows, std::int64_t lanes) {
    std::int64_t best = 0, least = std::numeric_limits<std::int64_t>::max();
    for (std::int64_t side = kLargest; side >= kSmallest; side /= 2) {
        const std::int64_t bytes = side * element_bytes;
        if (side > std::min(rows, lanes) || bytes < kLeastBytes || bytes > target.vector_bytes) continue;
        const std::int64_t all = ceil_divide(rows, side) * ceil_divide(lanes, side) * instructions(side, element_bytes);
        if (all >= least) continue;
        best = side;
        least = all;
    }
    return best;
}

// Lanes of the widest vectors of triples that fit into so many; 0 if none does.
std::int64_t lanes_of_triples(const Target& target, std::int64_t element_bytes, std::int64_t lanes) {
    for (std::int64_t most = kLargest; most >= kSmallest; most /= 2)
        if (most <= lanes && most * element_bytes >= kLeastBytes && most * element_bytes <= target.vector_bytes)
            return most;
    return 0;
}

// The dimension along which neighbours are adjacent; -1 if there is none.
std::int64_t line_of(const Kernel& kernel, const Index& index) {
    for (std::int64_t d = 0; d < static_cast<std::int64_t>(kernel.dims.size()); ++d)
        if (affine_in(kernel, index, d) && kernel.space.coefficient(index, d) == 1 &&
            kernel.dims[static_cast<std::size_t>(d)] > 1)
            return d;
    return -1;
}

// A part of a dimension: whole blocks, whose first points may overlap those in front.
struct Part {
    Range range;
    std::int64_t again = 0;
};

std::vector<Part> parts_of(const Range& points, std::int64_t side) {
    const std::int64_t rest = points.size() % side;
    std::vector<Part> parts = {{{points.begin, points.end - rest}, 0}};
    if (rest > 0) parts.push_back({{points.end - side, points.end}, side - rest});
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
        along->step = dim == tile.row_dim ? tile.rows : tile.lanes;
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
    if (load.kind != ExprKind::Load || !has_squares(load.type)) return std::nullopt;
    return Move{moved, &load.index.address(), &kernel.outputs[0].index.address()};
}

std::vector<Piece> transposing_pieces(const Kernel& kernel, const Target& target, const Piece& plain) {
    const std::optional<Move> move = move_of(kernel, plain.box);
    if (!move || target.vector_bytes == 0 || !may_run_again(kernel)) return {};
    const std::int64_t row_dim = line_of(kernel, *move->from), lane_dim = line_of(kernel, *move->to);
    if (row_dim < 0 || lane_dim < 0 || row_dim == lane_dim) return {};
    const Range &rows = plain.box[static_cast<std::size_t>(row_dim)],
                &lanes = plain.box[static_cast<std::size_t>(lane_dim)];
    const std::int64_t bytes = byte_size(kernel.exprs[move->load].type);
    const bool triples = rows.size() == kTriple;
    const std::int64_t side =
        triples ? lanes_of_triples(target, bytes, lanes.size()) : best_side(target, bytes, rows.size(), lanes.size());
    if (side == 0) return {};
    const RegisterTile tile{
        .row_dim = row_dim, .rows = triples ? kTriple : side, .lane_dim = lane_dim, .lanes = side, .transposes = true};
    std::vector<Piece> pieces;
    for (const Part& some_rows : parts_of(rows, tile.rows))
        for (const Part& some_lanes : parts_of(lanes, tile.lanes))
            pieces.push_back(piece_of(plain, tile, some_rows, some_lanes));
    if (wrong_transposition(kernel, pieces[0].box, row_dim, lane_dim, tile.rows, tile.lanes)) return {};
    return pieces;
}

std::optional<std::string> wrong_transposition(const Kernel& kernel, const std::vector<Range>& box,
                                               std::int64_t row_dim, std::int64_t lane_dim, std::int64_t rows,
                                               std::int64_t lanes) {
    const std::optional<Move> move = move_of(kernel, box);
    if (!move) return "it transposes what is computed";
    const bool triples = rows == kTriple;
    if (triples ? !is_square(lanes, lanes) : !is_square(rows, lanes)) return "it transposes no square and no triples";
    const auto fits = [&](const Index& index, std::int64_t line, std::int64_t other, std::int64_t size) {
        const std::int64_t row = kernel.space.coefficient(index, other);
        return affine_in(kernel, index, line) && affine_in(kernel, index, other) &&
               kernel.space.coefficient(index, line) == 1 && row >= size && row <= kLongestRow;
    };
    if (row_dim < 0 || lane_dim < 0) return "it transposes lines of no dimension";
    if (!fits(*move->from, row_dim, lane_dim, rows)) return "its rows are no lines where they are loaded";
    if (triples && kernel.space.coefficient(*move->from, lane_dim) != kTriple) return "its triples are apart";
    if (!fits(*move->to, lane_dim, row_dim, lanes)) return "its lanes are no lines where they are stored";
    return std::nullopt;
}

std::int64_t square_of_packing(const Kernel& kernel, const Target& target, const Packing& packing,
                               const LaneBlocks& blocks) {
    for (std::int64_t square = kLargest; square >= kSmallest; square /= 2)
        if (square * byte_size(kernel.exprs[packing.load].type) <= target.vector_bytes &&
            fits_packing(kernel, packing, blocks, square))
            return square;
    return 0;
}

bool fits_packing(const Kernel& kernel, const Packing& packing, const LaneBlocks& blocks, std::int64_t square) {
    const Expr& load = kernel.exprs[packing.load];
    if (packing.constant || load.type != ElementType::F32 || packing.reduction_dims.empty()) return false;
    const std::int64_t line = packing.reduction_dims.back();
    const std::int64_t row = kernel.space.coefficient(load.index, packing.lane_dim);
    return is_square(square, square) && blocks.width % square == 0 && blocks.width <= kLongestRow &&
           blocks.range.size() >= blocks.width && kernel.space.coefficient(load.index, line) == 1 &&
           size_of_dim(kernel, line) >= square && row >= square && row <= kLongestRow;
}

} // namespace hlo2cpp
