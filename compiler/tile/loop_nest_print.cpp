#include "kernel/print.h"
#include "tile/loop_nest.h"

namespace hlo2cpp {
namespace {

std::string dim(std::int64_t number) {
    return "d" + std::to_string(number);
}

std::string print_piece(const Piece& piece) {
    std::string text = "  piece";
    for (const Range& range : piece.box)
        text += " [" + std::to_string(range.begin) + ", " + std::to_string(range.end) + ")";
    text += ", loops";
    for (const Loop& loop : piece.loops)
        text += " " + dim(loop.dim) + (loop.step == 1 ? "" : "+" + std::to_string(loop.step));
    for (const ReductionLoop& loop : piece.reduction) {
        text += loop.unrolled ? " unrolled(" : " reduction(";
        for (std::size_t i = 0; i < loop.dims.size(); ++i) text += (i == 0 ? "" : " ") + dim(loop.dims[i]);
        text += ")";
    }
    const RegisterTile& tile = piece.tile;
    if (tile.tiled()) {
        text += ", tile of " + std::to_string(tile.rows) + " rows" +
                (tile.row_dim < 0 ? "" : " of " + dim(tile.row_dim)) + " x " + std::to_string(tile.vectors) +
                " vectors of " + std::to_string(tile.lanes) + " lanes" +
                (tile.lane_dim < 0 ? "" : " of " + dim(tile.lane_dim));
        if (tile.chains > 1) text += ", " + std::to_string(tile.chains) + " chains";
    }
    return text + "\n";
}

std::string print_packing(const Packing& packing) {
    std::string text = std::string(packing.constant ? "  packed constant e" : "  packed e") +
                       std::to_string(packing.load.value) + ", depth " + std::to_string(packing.depth);
    for (const std::int64_t number : packing.batch_dims) text += " batch " + dim(number);
    for (const std::int64_t number : packing.reduction_dims) text += " " + dim(number);
    return text + "\n";
}

} // namespace

std::string print(const Kernels& kernels, const LoopNests& nests) {
    std::string text = "target " + nests.target.name + "\n";
    std::vector<std::string> names(kernels.kernels.size());
    for_each_call(kernels.regions, [&](const Call& call) {
        std::string& calls = names[call.kernel.index()];
        calls += (calls.empty() ? "" : ", ") + printable(call.name, 60);
    });
    for (const LoopNest& nest : nests.nests) {
        text += "\nkernel " + std::to_string(nest.kernel.value) + ": " + names[nest.kernel.index()] + "\n";
        for (const Piece& piece : nest.pieces) text += print_piece(piece);
        for (const Packing& packing : nest.packings) text += print_packing(packing);
        if (nest.scratch_bytes > 0) text += "  scratch " + std::to_string(nest.scratch_bytes) + " bytes\n";
    }
    return text;
}

} // namespace hlo2cpp
