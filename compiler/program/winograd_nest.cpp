#include "program/winograd_nest.h"

#include "program/from_nest.h"
#include "program/scalar_nest.h"
#include "program/winograd_inputs.h"
#include "program/winograd_outputs.h"

namespace hlo2cpp {
namespace {

// A matrix product for each point of the transformed tiles.
void build_products(WinogradTiles& tiles) {
    const NestContext& c = tiles.context;
    const Winograd& w = tiles.winograd;
    const std::vector<bool> shown(w.product.arguments.size(), false);
    const Arithmetic arithmetic{.target = c.arithmetic.target, .shown = &shown};
    std::vector<Value> values;
    for (const KernelArgument& argument : w.product.arguments)
        values.push_back({.type = argument.type, .dims = argument.dims});
    const Packing& weights = c.nest.packings.front();
    const Pointer pointer = [&](ArgumentId argument, bool) {
        return argument == ArgumentId(0)   ? tiles.transformed
               : argument == ArgumentId(1) ? c.packed(weights)
                                           : tiles.products;
    };
    const PackedArray packed = [&](const Packing&) { return c.packed(weights); };
    for (const nest::Body& body : w.product_nest.bodies) {
        tiles.blocks.open_block("a matrix product for each point of the tiles");
        Names names(&c.names);
        Emitter emitter(w.product, values, emitted_ranges(w.product, body.box), emitted_roots(w.product), false,
                        arithmetic, pointer, names, tiles.blocks);
        FromNest(w.product_nest, body, emitter, pointer, packed).build();
        tiles.blocks.close();
    }
}

} // namespace

void build_winograd(const NestContext& context) {
    WinogradTiles tiles(context);
    tiles.declare_scratch();
    const std::size_t outside = context.blocks.top();
    tiles.open_strips();
    build_winograd_inputs(tiles);
    build_products(tiles);
    build_winograd_outputs(tiles);
    while (context.blocks.top() > outside) context.blocks.close();
}

} // namespace hlo2cpp
