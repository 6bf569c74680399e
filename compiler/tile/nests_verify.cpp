#include "tile/nests_verify.h"

#include <algorithm>

#include "kernel/analysis.h"
#include "kernel/integer_values.h"
#include "kernel/limits.h"
#include "kernel/loads.h"
#include "kernel/print.h"
#include "kernel/word_factors.h"
#include "nest/chunks.h"
#include "nest/cover.h"
#include "nest/partial_results.h"
#include "nest/verify.h"
#include "nest/walk.h"
#include "ops/integer_ranges.h"
#include "support/diagnostics.h"
#include "tile/bias_verify.h"
#include "tile/extremum_parts.h"
#include "tile/fixed_lanes.h"
#include "tile/lanes_verify.h"
#include "tile/module_loops_verify.h"
#include "tile/packing_verify.h"
#include "tile/row_copy_verify.h"
#include "tile/sum_blocks.h"
#include "tile/transposition.h"

namespace hlo2cpp {
namespace {

using Fault = std::optional<std::string>;

// True if results depend on the order of the terms. Plain sums and extrema of integers do not.
bool order_counts(const Kernel& kernel) {
    const Accumulation* const states = accumulation_of(kernel);
    return states == nullptr || !states->term || !is_integer(kernel.exprs[states->initial[0]].type);
}

class NestVerifier {
public:
    NestVerifier(const Kernel& kernel, const LoopNest& nest, const Target& target, bool in_order)
        : kernel_(kernel), nest_(nest), target_(target), in_order_(in_order && order_counts(kernel)) {}

    Fault run() const {
        if (nest_.bodies.empty()) return computes_nothing() ? std::nullopt : Fault("it has no body");
        if (Fault fault = nest::wrong_bodies(kernel_, nest_.bodies)) return fault;
        if (Fault fault = wrong_packing(kernel_, nest_)) return fault;
        if (Fault fault = wrong_row_copy(kernel_, nest_)) return fault;
        if (Fault fault = nest_.chunks > 1 ? wrong_chunks(kernel_, nest_) : std::nullopt) return fault;
        for (std::size_t i = 0; i < nest_.bodies.size(); ++i)
            if (Fault fault = body(nest_.bodies[i])) return "body " + std::to_string(i) + ": " + *fault;
        return sort();
    }

private:
    bool computes_nothing() const {
        if (std::ranges::find(kernel_.dims, 0) != kernel_.dims.end()) return true;
        if (kernel_.sort && kernel_.sort->size < 2) return true;
        const IndexBounds bounds(kernel_);
        Limits limits;
        return std::ranges::any_of(kernel_.conditions,
                                   [&](const Condition& condition) { return !bounds.add(limits, condition); });
    }

    Fault body(const nest::Body& body) const {
        if (Fault fault = vectors(body)) return fault;
        if (kernel_.reduction && !searches(body)) {
            const std::int64_t parts = nest::partial_results(kernel_, body);
            if (Fault fault = order(parts)) return fault;
            if (Fault fault = blocks(body, parts)) return fault;
        }
        if (Fault fault = sums_of_lanes(body)) return fault;
        if (Fault fault = short_sums(body)) return fault;
        if (Fault fault = wrong_bias(kernel_, body, in_order_)) return fault;
        return lanes(body);
    }

    Fault vectors(const nest::Body& body) const {
        if (body.lanes < 1 || body.vectors < 1) return "its tile holds nothing";
        if (body.lane_dim < -1 || body.lane_dim >= kernel_.space.dimensions()) return "its lanes are of no dimension";
        if (body.lane_dim < 0 && body.lanes * body.vectors != 1) return "it has lanes of no dimension";
        std::int64_t lanes = body.lanes;
        bool in_parts = false;
        nest::for_each<nest::Search>(body.statements,
                                     [&](const nest::Search& search) { lanes = std::max(lanes, search.lanes); });
        nest::for_each<nest::Combine>(
            body.statements, [&](const nest::Combine& combine) { in_parts = in_parts || combine.parts.has_value(); });
        const bool flushing = target_.float_sums && !in_order_ && !kernel_.reduction;
        const bool sums = is_integer(tile_type()) || flushing || sums_are_vectors(kernel_, target_, in_order_);
        const std::int64_t most =
            sums ? std::max(target_.vector_bytes, target_.sum_vector_bytes) : target_.vector_bytes;
        if (lanes > 1 && lanes * byte_size(tile_type()) > most) return "its lanes do not fit in a vector of the target";
        if (lanes > 1 && body.type == ElementType::F16 &&
            (!target_.half_arithmetic || kernel_.reduction || !in_halves(body)))
            return "it computes with f16 as they lie what has no such form";
        if (in_parts && (lanes == 1 || !is_kept_in_parts(kernel_, target_)))
            return "its accumulators have parts, but are no vectors of extrema";
        return std::nullopt;
    }
    bool in_halves(const nest::Body& body) const {
        const Bounds bounds(kernel_.space, body.box);
        return computes_in_halves(kernel_, Dependences(kernel_, bounds), body.lane_dim);
    }
    ElementType tile_type() const {
        const Accumulation* const states = accumulation_of(kernel_);
        return kernel_.exprs[states != nullptr ? states->initial[0] : kernel_.outputs[0].expr].type;
    }

    // True if the body searches the first extremum of a line: it finds the same one in any order.
    static bool searches(const nest::Body& body) { return nest::holds<nest::Search>(body.statements); }

    // Checks the partial results: a power of two of them, which start at a neutral value. If the order is that of all
    // targets, their number is, too.
    Fault order(std::int64_t parts) const {
        if ((parts & (parts - 1)) != 0) return "its partial results have no halves";
        if (parts > 1 && !may_start_often(kernel_)) return "its partial results start at a value that is not neutral";
        if (!in_order_ || parts == (reduces_in_fixed_lanes(kernel_) ? kFixedLanes : 1)) return std::nullopt;
        return "its partial results are not those of every target";
    }

    // Checks the blocks of sums. If the order is that of all targets, the blocks are, too.
    Fault blocks(const nest::Body& body, std::int64_t parts) const {
        const std::int64_t terms = nest::terms_of_block(kernel_, body);
        if (terms > 0 && (!kernel_.reduction->term || kernel_.reduction->combiner != Opcode::Add))
            return "it has blocks of what is no sum";
        if (!in_order_) return std::nullopt;
        const std::optional<SumBlocks> wanted = sum_blocks(kernel_, parts);
        std::int64_t wanted_terms = wanted ? wanted->steps : 0;
        for (std::int64_t d = wanted ? wanted->dim + 1 : kernel_.space.dimensions(); d < kernel_.space.dimensions();
             ++d)
            wanted_terms *= size_of_dim(kernel_, d);
        return terms == wanted_terms ? std::nullopt : Fault("its blocks are not those of every target");
    }

    // Checks the lanes of a scan that are added to one another: of sums, whose order may change.
    Fault sums_of_lanes(const nest::Body& body) const {
        Fault fault;
        nest::for_each<nest::ScanLanes>(body.statements, [&](const nest::ScanLanes&) {
            if (!kernel_.scan || !kernel_.scan->term || kernel_.scan->combiner != Opcode::Add)
                fault = "it adds up lanes of what is no running sum";
            else if (in_order_)
                fault = "its running sums are not in the order of every target";
        });
        return fault;
    }

    // Checks sums of products that are added as s16 first: two fit, unless all four factors are -128.
    Fault short_sums(const nest::Body& body) const {
        std::int64_t most = 0; // terms at once
        nest::for_each<nest::Combine>(body.statements, [&](const nest::Combine& combine) {
            if (combine.words.shorts) most = std::max(most, combine.words.terms);
        });
        if (most == 0) return std::nullopt;
        const std::optional<WordFactors> factors = factors_of_words(kernel_);
        if (!target_.short_products || !factors) return "it adds up products as s16 that are none of bytes";
        const IntegerRanges ranges(kernel_);
        std::int64_t least = 0; // factors that may be -128
        for (const ExprId load : {factors->first, factors->second}) {
            const Range values = ranges.of(load);
            if (kernel_.exprs[load].type != ElementType::S8 || !varies_along(kernel_, load, body.lane_dim))
                return "it adds up products as s16 whose factors are no vectors of s8";
            least += values.contains(values_of(ElementType::S8).begin) ? 1 : 0;
        }
        const bool fit = most == 1 || (most == 2 && least < 2);
        return fit && ranges.sum_is_exact() ? std::nullopt : Fault("its sums of products may leave an s16");
    }

    bool is_packed(ExprId load) const {
        return std::ranges::find(nest_.packings, load, &Packing::load) != nest_.packings.end();
    }

    // Checks several lanes at once: they load neighbours, or one element, in each load of the term, and no condition
    // differs between them.
    Fault lanes(const nest::Body& body) const {
        if (!kernel_.reduction)
            return nest::holds<nest::Transpose>(body.statements) ? transpositions(body) : wrong_lanes(kernel_, body);
        if (body.lanes * body.vectors == 1 || searches(body)) return std::nullopt;
        if (!kernel_.reduction->term) return "it has lanes of a reduction that has no term";
        const bool along_sum = body.lane_dim >= static_cast<std::int64_t>(kernel_.dims.size());
        const bool idle = !along_sum && hangs_over(body);
        for (const ExprId load : loads_of(kernel_, *kernel_.reduction->term)) {
            const Index& index = kernel_.exprs[load].index;
            const bool together = read_together(kernel_, index, body.lane_dim) ||
                                  (!along_sum && reads_apart(kernel_, load, body.lane_dim));
            if (body.lanes > 1 && !is_packed(load) && !together)
                return "its lanes are no neighbours in e" + std::to_string(load.value);
            if (idle && kernel_.space.depends_on(index, body.lane_dim) && !is_packed(load))
                return "its idle lanes would read e" + std::to_string(load.value) + " behind its end";
        }
        if (idle && side(body).end != size_of_dim(kernel_, body.lane_dim))
            return "it has idle lanes in front of other points";
        return conditions(body);
    }
    static const Range& side(const nest::Body& body) { return body.box[static_cast<std::size_t>(body.lane_dim)]; }
    // True if lanes of the last vector hold no point, because the box has ended.
    static bool hangs_over(const nest::Body& body) {
        std::int64_t points = side(body).size();
        nest::for_each<nest::For>(body.statements, [&](const nest::For& loop) {
            if (nest::counted_dim(loop) == body.lane_dim) points = std::abs(loop.step);
        });
        return points < body.lanes * body.vectors;
    }

    Fault transpositions(const nest::Body& body) const {
        Fault fault;
        nest::for_each<nest::Transpose>(body.statements, [&](const nest::Transpose& square) {
            fault = wrong_transposition(kernel_, body.box, square.row_dim, body.lane_dim, square.rows, square.lanes);
        });
        return fault;
    }

    Fault conditions(const nest::Body& body) const {
        const IndexBounds bounds(kernel_);
        Limits box;
        for (std::size_t d = 0; d < body.box.size(); ++d)
            bounds.add(box,
                       {kernel_.space.dimension(static_cast<std::int64_t>(d)), body.box[d].begin, body.box[d].end});
        for (const Condition& condition : kernel_.reduction->conditions) {
            const Range range = bounds.of(condition.index, box);
            const bool always = range.begin >= condition.low && range.end <= condition.high;
            if (!always && kernel_.space.depends_on(condition.index, body.lane_dim))
                return "a condition tells its lanes apart";
        }
        return std::nullopt;
    }

    // Checks a sort: the left run of the last merge of every output has a place of its own in the scratch.
    Fault sort() const {
        if (kernel_.sort.has_value() != nest_.sort.has_value()) return "it sorts without runs, or has runs and no sort";
        if (!nest_.sort) return std::nullopt;
        const std::int64_t size = kernel_.sort->size, run = nest_.sort->run;
        if (run < 1) return "its runs hold nothing";
        if (run >= size) return std::nullopt;
        std::int64_t left = run;
        while (2 * left < size) left *= 2;
        if (nest_.sort->scratch.size() != kernel_.outputs.size()) return "an output has no place in the scratch";
        std::vector<Range> used; // bytes
        for (std::size_t i = 0; i < kernel_.outputs.size(); ++i) {
            const std::int64_t element = byte_size(kernel_[kernel_.outputs[i].argument].type),
                               begin = nest_.sort->scratch[i] * byte_size(nest_.scratch_type);
            if (begin % element != 0) return "an output is not aligned in the scratch";
            used.push_back({begin, begin + left * element});
            if (begin < 0 || used.back().end > nest_.scratch_bytes) return "a run does not fit in the scratch";
        }
        std::ranges::sort(used, {}, &Range::begin);
        for (std::size_t i = 1; i < used.size(); ++i)
            if (used[i].begin < used[i - 1].end) return "two outputs share a place in the scratch";
        return std::nullopt;
    }

    const Kernel& kernel_;
    const LoopNest& nest_;
    const Target& target_;
    const bool in_order_;
};

// Checks the loops of the module that do not run as they stand.
Fault wrong_loops(const Kernels& kernels, const LoopNests& nests) {
    std::size_t checked = 0;
    for (const Region& region : kernels.regions)
        for (const StepNode& step : region.steps) {
            const While* const loop = std::get_if<While>(&step);
            const ModuleLoop* const made = loop == nullptr ? nullptr : nests.loop(loop->body);
            if (made == nullptr) continue;
            const std::string what = "the loop over region " + std::to_string(loop->body.value) + ": ";
            ++checked;
            if (const Fault fault = wrong_module_loop(kernels, *loop, *made)) return what + *fault;
            for (const RoundsCall& call : made->calls)
                if (const Fault fault = NestVerifier(call.kernel, call.nest, nests.target, nests.in_order).run())
                    return what + "the call of " + print_ref(call.output) + ": " + *fault;
        }
    return checked == nests.loops.size() ? std::nullopt : Fault("a loop is none of the module");
}

} // namespace

void verify_nests(const Kernels& kernels, const LoopNests& nests) {
    const auto fail = [](const std::string& what) {
        throw InternalError("hlo2cpp has a bug: the loop nests are wrong: " + what);
    };
    if (nests.nests.size() != kernels.kernels.size()) fail("there is not one for each kernel");
    std::vector<const Call*> called(kernels.kernels.size(), nullptr);
    for_each_call(kernels.regions, [&](const Call& call) {
        if (called[call.kernel.index()] == nullptr) called[call.kernel.index()] = &call;
    });
    for (std::size_t k = 0; k < nests.nests.size(); ++k) {
        const std::string what = "kernel " + std::to_string(k) +
                                 (called[k] == nullptr ? "" : " (" + printable(called[k]->name, 60) + ")") + ": ";
        if (nests.nests[k].kernel != KernelId(k)) fail(what + "its nest is that of another kernel");
        if (const Fault fault = NestVerifier(kernels.kernels[k], nests.nests[k], nests.target, nests.in_order).run())
            fail(what + *fault);
    }
    if (const Fault fault = wrong_loops(kernels, nests)) fail(*fault);
}

} // namespace hlo2cpp
