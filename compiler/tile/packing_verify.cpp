#include "tile/packing_verify.h"

#include <algorithm>

#include "kernel/limits.h"
#include "tile/transposition.h"
#include "tile/vector_form.h"

namespace hlo2cpp {
namespace {

using Fault = std::optional<std::string>;

class PackingVerifier {
public:
    PackingVerifier(const Kernel& kernel, const LoopNest& nest, const Packing& packing)
        : kernel_(kernel), nest_(nest), packing_(packing) {}

    Fault run() const {
        if (!packing_.load.valid() || packing_.load.index() >= kernel_.exprs.size() ||
            kernel_.exprs[packing_.load].kind != ExprKind::Load)
            return "is no load";
        const Expr& load = kernel_.exprs[packing_.load];
        if (packing_.constant != kernel_[load.argument].constant)
            return packing_.constant ? "is packed as the constant that it is not"
                                     : "is a constant and packed at run time";
        const Range range = IndexBounds(kernel_).of(load.index, {});
        if (range.begin < 0 || range.end > kernel_[load.argument].elements())
            return "is packed from elements that its array does not have";
        if (Fault fault = dimensions(load.index)) return fault;
        if (packing_.crossed &&
            (!nest_.row_copy || !packing_.constant || packing_.depth % 4 != 0 || packing_.padding > 0))
            return "has its steps in an order that nobody else has";
        return blocks();
    }

private:
    // Lanes of a body that the one in front has too.
    static std::int64_t overlap_of(const nest::Body& body) {
        for (const nest::Overlap& overlap : body.overlaps)
            if (overlap.dim == body.lane_dim) return overlap.points;
        return 0;
    }
    bool is_parallel(std::int64_t d) const { return d >= 0 && d < static_cast<std::int64_t>(kernel_.dims.size()); }

    // Checks that the packing states each dimension of the load once, as a reduction or batch dimension.
    Fault dimensions(const Index& index) const {
        std::vector<std::int64_t> stated, needed;
        if (!is_parallel(packing_.lane_dim)) return "has lanes of no parallel dimension";
        std::int64_t depth = 1;
        for (const std::int64_t d : packing_.reduction_dims) {
            if (is_parallel(d) || d < 0 || d >= kernel_.space.dimensions())
                return "has a depth of no reduction dimension";
            depth *= kernel_.reduction->dims[static_cast<std::size_t>(d) - kernel_.dims.size()];
            stated.push_back(d);
        }
        for (const std::int64_t d : packing_.batch_dims) {
            if (!is_parallel(d)) return "has batches of no parallel dimension";
            stated.push_back(d);
        }
        if (depth != packing_.depth) return "has another depth than its dimensions";
        for (const Index::Product& product : index.products) {
            const Term& term = kernel_.space[product.term];
            if (term.kind == TermKind::Variable && !packing_.constant) continue; // packed in each round
            if (term.kind != TermKind::Dimension) return "is no plain walk through its array";
            if (term.dimension != packing_.lane_dim) needed.push_back(term.dimension);
        }
        std::ranges::sort(stated);
        std::ranges::sort(needed);
        return stated == needed ? std::nullopt : Fault("does not number the dimensions that it depends on, each once");
    }

    // Checks that blocks cover the lanes in order, and that every tile reads whole blocks of its own width.
    Fault blocks() const {
        std::int64_t next = 0;
        for (const LaneBlocks& part : packing_.blocks) {
            if (part.range.begin + part.again != next || part.again < 0 || part.range.size() <= part.again)
                return "leaves lanes out, or holds some twice";
            const bool full = part.width >= 1 && part.range.size() % part.width == 0;
            const bool last = &part == &packing_.blocks.back();
            const bool idles = last && part.range.size() < part.width;
            if (!full && !idles) return "has a block that is not full";
            if (part.again > 0 && !last) return "has lanes twice in front of others";
            if (part.square != 0 && (packing_.together > 1 || !fits_packing(kernel_, packing_, part, part.square)))
                return "is packed by squares that do not fit";
            next = part.range.end;
        }
        if (next != kernel_.dims[static_cast<std::size_t>(packing_.lane_dim)])
            return "leaves lanes out, or holds some twice";
        for (const nest::Body& body : nest_.bodies) {
            if (body.lane_dim != packing_.lane_dim && packing_.has_rows()) continue;
            if (body.lane_dim != packing_.lane_dim) return "has other lanes than a tile that reads it";
            const Range& lanes = body.box[static_cast<std::size_t>(body.lane_dim)];
            const auto part = std::ranges::find_if(packing_.blocks, [&](const LaneBlocks& candidate) {
                return candidate.range.begin <= lanes.begin && lanes.end <= candidate.range.end;
            });
            if (part == packing_.blocks.end() || part->width != packing_.width_of(body.lanes * body.vectors) ||
                part->again != overlap_of(body) || (lanes.begin - part->range.begin) % part->width != 0)
                return "has other blocks than a tile that reads it";
        }
        return std::nullopt;
    }

    const Kernel& kernel_;
    const LoopNest& nest_;
    const Packing& packing_;
};

// True if the scratch has the type that a packed load has: that of a lane, or that of words.
bool has_scratch_type(const Kernel& kernel, const LoopNest& nest, const Packing& packing) {
    const ElementType loaded = kernel.exprs[packing.load].type;
    if (!fills_lanes(loaded, lane_type(kernel))) return false;
    if (!packing.has_copied_words()) return nest.scratch_type == lane_type(kernel);
    const bool pairs = nest.row_copy && nest.row_copy->has_pairs();
    return nest.scratch_type == (pairs ? ElementType::S16 : loaded);
}

} // namespace

Fault wrong_packing(const Kernel& kernel, const LoopNest& nest) {
    std::vector<ExprId> loads;
    std::vector<Range> used; // bytes of the scratch
    if (nest.row_copy) used.push_back({0, nest.row_copy->elements() * byte_size(nest.row_copy->type)});
    for (const Packing& packing : nest.packings) {
        const std::string what = "the packed operand e" + std::to_string(packing.load.value) + " ";
        if (Fault fault = PackingVerifier(kernel, nest, packing).run()) return what + *fault;
        loads.push_back(packing.load);
        if (packing.constant) continue;
        if (!has_scratch_type(kernel, nest, packing)) return what + "is of another type than the scratch";
        const std::int64_t size = byte_size(nest.scratch_type), begin = packing.scratch_offset * size;
        used.push_back({begin, begin + packing.elements(kernel) * size});
        if (begin < 0 || used.back().end > nest.scratch_bytes) return what + "does not fit in the scratch";
    }
    std::ranges::sort(loads);
    if (std::ranges::adjacent_find(loads) != loads.end()) return "an operand is packed twice";
    std::ranges::sort(used, {}, &Range::begin);
    for (std::size_t i = 1; i < used.size(); ++i)
        if (used[i].begin < used[i - 1].end) return "two packed operands lie in the same scratch";
    return std::nullopt;
}

} // namespace hlo2cpp
