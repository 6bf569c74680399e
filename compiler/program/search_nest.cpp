#include "program/search_nest.h"

#include "program/affine.h"
#include "program/scalar_nest.h"
#include "tile/first_extremum.h"

namespace hlo2cpp {

using tree::Expression;

void build_search_piece(Emitter& emitter, const Piece& piece, const Pointer& pointer) {
    const Kernel& kernel = emitter.kernel();
    const FirstExtremum first = *first_extremum(kernel);
    const Expr& load = kernel.exprs[first.load];
    Blocks& blocks = emitter.blocks();
    const std::size_t outside = blocks.top();
    blocks.open_plain();
    for (std::size_t d = 0; d < piece.box.size(); ++d) // what no loop runs over has one point
        emitter.bind(static_cast<std::int64_t>(d), {.offset = piece.box[d].begin});
    for (const Loop& loop : piece.loops) open_loop(emitter, loop.dim, piece.box[static_cast<std::size_t>(loop.dim)]);
    emitter.bind(piece.tile.lane_dim, {.offset = 0, .depth = blocks.top()});
    const Expression line = address_of(pointer(load.argument, false), emitter.index(load.index));
    const Intrinsic search{first.largest ? IntrinsicId::FirstLargest : IntrinsicId::FirstSmallest,
                           {load.type, piece.tile.lanes}};
    const std::string place = emitter.names().unique("place");
    blocks.add(tree::Declare{.type = tree::constant(tree::value_type(ElementType::S32)),
                             .name = place,
                             .value = tree::intrinsic(search, {line, tree::integer(kernel.reduction->dims[0])})});
    emitter.bind_accumulators({tree::zero(load.type), tree::name(place)});
    build_outputs(emitter);
    while (blocks.top() > outside) blocks.close();
}

} // namespace hlo2cpp
