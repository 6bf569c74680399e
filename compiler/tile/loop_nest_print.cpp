#include <algorithm>

#include "kernel/print.h"
#include "tile/loop_nest.h"
#include "tile/winograd.h"

namespace hlo2cpp {
namespace {

std::string dim(std::int64_t number) {
    return "d" + std::to_string(number);
}

std::string print_range(const Range& range) {
    return "[" + std::to_string(range.begin) + ", " + std::to_string(range.end) + ")";
}

std::string print_unroll(std::int64_t unroll) {
    return unroll == 0 ? "" : " unroll " + std::to_string(unroll);
}

std::string print_reduction(const Kernel& kernel, const ReductionLoop& loop) {
    std::string text = loop.taps ? " taps(" : " reduction(";
    for (std::size_t i = 0; i < loop.dims.size(); ++i) text += (i == 0 ? "" : " ") + dim(loop.dims[i]);
    text += " " + print_range(loop.range);
    if (!loop.conditions.empty()) text += " if " + print_conditions(kernel.space, loop.conditions);
    if (loop.block > 0) text += " in blocks of " + std::to_string(loop.block);
    if (loop.together > 1) text += " by " + std::to_string(loop.together) + (loop.pairs ? " in pairs" : "");
    return text + print_unroll(loop.unroll) + (loop.rolled ? " rolled" : "") + (loop.rows_first ? " row by row" : "") +
           ")";
}

std::string_view name_of(Edge edge) {
    switch (edge) {
    case Edge::None: return "";
    case Edge::Tested: return " tested";
    case Edge::Clipped: return " clipped";
    case Edge::First: return " in the first tile";
    case Edge::Last: return " in the last tile";
    }
    return {};
}

std::string print_taps(const std::vector<TapRun>& runs) {
    std::string text;
    for (const TapRun& run : runs) {
        text += (text.empty() ? "" : ", ") + print_range(run.taps) + " rows " + print_range(run.rows) +
                std::string(name_of(run.edge)) + print_unroll(run.unroll);
        if (!run.inner.empty()) text += " (" + print_taps(run.inner) + ")";
    }
    return text;
}

std::string_view name_of(Epilogue epilogue) {
    switch (epilogue) {
    case Epilogue::Vectors: return "vectors";
    case Epilogue::Scalars: return "scalars";
    case Epilogue::OneByOne: return "one by one";
    case Epilogue::LaneByLane: return "lane by lane";
    }
    return {};
}

std::string print_tile(const Kernel& kernel, const Piece& piece) {
    const RegisterTile& tile = piece.tile;
    std::string text = "    tile of " + std::to_string(tile.rows) + " rows" +
                       (tile.row_dim < 0 ? "" : " of " + dim(tile.row_dim)) + " x " + std::to_string(tile.vectors) +
                       " vectors of " + std::to_string(tile.lanes) + " lanes of " + dim(tile.lane_dim);
    if (tile.idle > 0) text += ", " + std::to_string(tile.idle) + " idle";
    if (tile.again > 0) text += ", " + std::to_string(tile.again) + (tile.new_lanes ? " again, not stored" : " again");
    if (tile.rows_again > 0) text += ", " + std::to_string(tile.rows_again) + " rows again";
    if (tile.transposes) text += ", transposed";
    if (tile.chains > 1) text += ", " + std::to_string(tile.chains) + " chains";
    if (tile.in_parts) text += ", in parts";
    if (!piece.conditions.empty()) text += ", if " + print_conditions(kernel.space, piece.conditions);
    if (piece.rows != Range{0, tile.rows}) text += ", rows " + print_range(piece.rows);
    if (!piece.taps.empty()) text += ", taps " + print_taps(piece.taps);
    text += ", stored as " + std::string(name_of(piece.epilogue));
    if (piece.from_bias.valid()) text += ", sums start at the bias of e" + std::to_string(piece.from_bias.value);
    return text + "\n";
}

std::string print_piece(const Kernel& kernel, const Piece& piece) {
    std::string text = "  piece";
    for (const Range& range : piece.box) text += " " + print_range(range);
    text += ", loops";
    for (const Loop& loop : piece.loops)
        text +=
            " " + dim(loop.dim) + (loop.step == 1 ? "" : "+" + std::to_string(loop.step)) + (loop.down ? " down" : "");
    for (const ReductionLoop& loop : piece.reduction) text += print_reduction(kernel, loop);
    return text + "\n" + (piece.tile.lane_dim >= 0 ? print_tile(kernel, piece) : "");
}

std::string print_packing(const Packing& packing) {
    std::string text = std::string(packing.constant ? "  packed constant e" : "  packed e") +
                       std::to_string(packing.load.value) + ", depth " + std::to_string(packing.depth);
    for (const std::int64_t number : packing.batch_dims) text += " batch " + dim(number);
    for (const std::int64_t number : packing.reduction_dims) text += " " + dim(number);
    return text + "\n";
}

std::string print_winograd(const Winograd& w) {
    const FilterDims& d = w.dims;
    std::string text = "  " + name_of_filter(w.filter.outputs) + " along " + dim(d.rows) + " and " + dim(d.columns) +
                       ", " + std::to_string(w.tile_rows) + " x " + std::to_string(w.tile_columns) +
                       " tiles, strips of " + std::to_string(w.strip_rows) + " x " + std::to_string(w.strip_columns) +
                       ", inputs in vectors of " + std::to_string(w.channel_lanes) + " of " +
                       std::to_string(d.channel_count) + " channels" + "\n  products, for each point\n";
    for (const Piece& piece : w.product_nest.pieces) text += "  " + print_piece(w.product, piece);
    return text;
}

} // namespace

std::int64_t Packing::lane_size() const {
    const LaneBlocks& last = blocks.back();
    return last.range.begin + last.again + (last.range.size() + last.width - 1) / last.width * last.width;
}

const Packing* LoopNest::packing_of(ExprId load) const {
    const auto found = std::ranges::find(packings, load, &Packing::load);
    return found == packings.end() ? nullptr : &*found;
}

std::string print(const Kernels& kernels, const LoopNests& nests) {
    std::string text = "target " + nests.target.name + "\n";
    std::vector<std::string> names(kernels.kernels.size());
    for_each_call(kernels.regions, [&](const Call& call) {
        std::string& calls = names[call.kernel.index()];
        calls += (calls.empty() ? "" : ", ") + printable(call.name, 60);
    });
    for (const LoopNest& nest : nests.nests) {
        text += "\nkernel " + std::to_string(nest.kernel.value) + ": " + names[nest.kernel.index()] + "\n";
        const bool one = nest.functions.size() == 1;
        for (const Range& function : nest.functions) {
            if (!one) text += "  function\n";
            for (std::int64_t i = function.begin; i < function.end; ++i)
                text += print_piece(kernels[nest.kernel], nest.pieces[static_cast<std::size_t>(i)]);
        }
        if (nest.winograd) text += print_winograd(*nest.winograd);
        if (nest.rolled) text += "  loops are not unrolled\n";
        for (const Packing& packing : nest.packings) text += print_packing(packing);
        if (nest.scratch_bytes > 0) text += "  scratch " + std::to_string(nest.scratch_bytes) + " bytes\n";
    }
    return text;
}

} // namespace hlo2cpp
