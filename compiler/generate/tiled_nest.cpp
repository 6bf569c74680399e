#include "generate/tiled_printer.h"

#include <algorithm>

#include "ops/op.h"

namespace hlo2cpp {

void TiledPrinter::print() {
    std::size_t opened = 0;
    for (const Loop& loop : piece_.loops) opened += open_parallel(loop) ? 1U : 0U;
    blocks_.open_plain();
    declare_accumulators();
    const std::string test = emitter_.condition(conditions_of_the_point());
    if (!test.empty()) blocks_.open_if(test);
    reduce(0);
    if (!test.empty()) blocks_.close();
    if (tile_.chains > 1) add_chains();
    if (tile_.lane_reduces)
        combine_lanes();
    else
        store();
    blocks_.close();
    for (; opened > 0; --opened) blocks_.close();
}

bool TiledPrinter::open_parallel(const Loop& loop) {
    const Range& side = range(loop.dim);
    if (side.size() == loop.step) {
        emitter_.bind(loop.dim, {.offset = side.begin, .depth = blocks_.top()});
        return false;
    }
    const std::string name = emitter_.names().unique("i" + std::to_string(loop.dim));
    open_for(name, {integer_literal(side.begin), integer_literal(side.end)}, loop.step);
    emitter_.bind(loop.dim, {.name = name, .depth = blocks_.top()});
    names_of_dims_[loop.dim] = name;
    return true;
}

void TiledPrinter::bind_offset(std::int64_t dim, const std::string& offset) {
    const auto known = names_of_dims_.find(dim);
    if (known == names_of_dims_.end())
        emitter_.bind(dim, {.name = offset, .offset = range(dim).begin, .depth = blocks_.top()});
    else
        emitter_.bind(dim, {.name = "(" + known->second + " + " + offset + ")", .depth = blocks_.top()});
}

void TiledPrinter::rebind_base(std::int64_t dim) {
    const auto known = names_of_dims_.find(dim);
    if (known != names_of_dims_.end())
        emitter_.bind(dim, {.name = known->second, .depth = blocks_.top()});
    else
        emitter_.bind(dim, {.offset = range(dim).begin, .depth = blocks_.top()});
}

const std::string& TiledPrinter::open_unrolled(const std::string& name, std::int64_t begin, std::int64_t end) {
    blocks_.open_loop("for (" + emitter_.index_type() + " " + name + " = " + integer_literal(begin) + "; " + name +
                          " < " + integer_literal(end) + "; ++" + name + ") {",
                      false, std::max<std::int64_t>(end - begin, 1));
    return name;
}

const std::string& TiledPrinter::open_tile_loop(const std::string& name, std::int64_t begin, std::int64_t end) {
    if (!rolled_) return open_unrolled(name, begin, end);
    open_for(name, {integer_literal(begin), integer_literal(end)}, 1);
    return name;
}

void TiledPrinter::open_for(const std::string& name, const LoopBounds& bounds, std::int64_t step, std::int64_t unroll) {
    const std::string next = step == 1 ? "++" + name : name + " += " + std::to_string(step);
    blocks_.open(Block{.header = "for (" + emitter_.index_type() + " " + name + " = " + bounds.begin + "; " + name +
                                 " < " + bounds.end + "; " + next + ") {",
                       .footer = "}",
                       .loop = true,
                       .guard = bounds.clipped,
                       .pragma = unroll > 0 ? "#pragma GCC unroll " + std::to_string(unroll) : ""});
}

std::string TiledPrinter::accumulator(const std::string& chain, const std::string& r, const std::string& v) const {
    return accumulators_ + (tile_.chains > 1 ? "[" + chain + "]" : "") + (tile_.rows > 1 ? "[" + r + "]" : "") +
           (tile_.vectors > 1 ? "[" + v + "]" : "");
}

void TiledPrinter::declare_accumulators() {
    accumulators_ = emitter_.names().unique("acc");
    std::string sizes;
    for (const std::int64_t size : {tile_.chains, tile_.rows, tile_.vectors})
        if (size > 1) sizes += "[" + std::to_string(size) + "]";
    const std::string start = emitter_.variable(reduction_.initial[0]);
    if (sizes.empty()) return blocks_.line(vector_type_ + " " + accumulators_ + " = " + splat(start) + ";");
    locals_.add_array(type_, tile_.chains * tile_.rows * tile_.vectors * tile_.lanes);
    blocks_.line(vector_type_ + " " + accumulators_ + sizes + ";" + tile_comment());
    for_chains(0, [&](const std::string& c) {
        for_rows({0, tile_.rows}, [&](const std::string& r) {
            for_vectors([&](const std::string& v) { blocks_.line(accumulator(c, r, v) + " = " + splat(start) + ";"); });
        });
    });
}

std::string TiledPrinter::tile_comment() const {
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? " // " : " x ") + part; };
    if (tile_.chains > 1) add(std::to_string(tile_.chains) + " partial sums");
    if (tile_.rows > 1) add(std::to_string(tile_.rows) + " points of dimension " + std::to_string(tile_.row_dim));
    if (tile_.vectors > 1)
        add(std::to_string(tile_.vectors) + (tile_.lanes > 1 ? " vectors" : " points") + " of dimension " +
            std::to_string(tile_.lane_dim));
    return text;
}

std::string TiledPrinter::splat(const std::string& scalar) const {
    if (tile_.lanes == 1) return scalar;
    const std::string zeros = vector_type_ + "{}";
    return scalar == "0.0f" || scalar == "0.0" ? zeros : scalar + " - " + zeros;
}

void print_tiled_piece(const LoopNest& nest, const Piece& piece, Emitter& emitter, const PointerName& pointer,
                       const PackedName& packed, Locals& locals) {
    TiledPrinter(nest, piece, emitter, pointer, packed, locals).print();
}

std::string vector_type_name(ElementType type, std::int64_t lanes) {
    return std::string(info(type).name) + "x" + std::to_string(lanes);
}

std::vector<std::pair<ElementType, std::int64_t>> vector_types(const Kernel& kernel, const LoopNest& nest) {
    std::vector<std::pair<ElementType, std::int64_t>> types;
    for (const Piece& piece : nest.pieces) {
        if (piece.tile.lanes == 1) continue;
        const std::pair type{kernel.exprs[kernel.reduction->initial[0]].type, piece.tile.lanes};
        if (std::find(types.begin(), types.end(), type) == types.end()) types.push_back(type);
    }
    return types;
}

} // namespace hlo2cpp
