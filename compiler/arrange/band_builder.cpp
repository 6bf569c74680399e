#include "arrange/band_builder.h"

#include <algorithm>
#include <optional>
#include <span>

#include "arrange/additions.h"
#include "kernel/rebuild.h"

namespace hlo2cpp {
namespace {

class BandBuilder {
public:
    BandBuilder(Kernels& kernels, const RowAnalysis& calls, const Band& band)
        : kernels_(kernels), calls_(calls), band_(band) {
        for (const Stage& stage : band_.stages) {
            outputs_.push_back(calls.output(stage.call));
            buffers_.push_back(stage.inside ? buffer(stage) : output(stage));
            stored_.emplace_back();
        }
        for (const Stage& stage : band_.stages) bodies_.push_back(add(kernels_, kernel(stage)));
    }

    std::vector<StepNode> build() {
        std::vector<StepNode> steps;
        for (const std::size_t call : band_.before) steps.emplace_back(calls_.call(call));
        if (band_.warms_up()) steps.emplace_back(loop({-1, 0}));
        steps.emplace_back(loop({0, band_.rounds}));
        return steps;
    }

private:
    ValueId old_output(const Stage& stage) const { return outputs_[number(stage)]; }
    const Stage* maker(ValueId value) const {
        const auto output = std::ranges::find(outputs_, value);
        return output == outputs_.end() ? nullptr : &band_.stages[static_cast<std::size_t>(output - outputs_.begin())];
    }
    std::size_t number(const Stage& stage) const { return static_cast<std::size_t>(&stage - band_.stages.data()); }
    Range rounds_of(const Stage& stage) const { return {stage.warms_up ? -1 : 0, band_.rounds}; }
    // True if the stage's output is written in parts.
    static bool updates(const Stage& stage) { return !stage.inside || stage.kept() > 0; }

    // An array that a stage writes, without a place in the list of values yet.
    Value output(const Stage& stage) const {
        Value value = kernels_[old_output(stage)];
        value.kind = ValueKind::Temporary;
        return value;
    }
    Value buffer(const Stage& stage) const {
        Value value = output(stage);
        value.dims[stage.output.dim] = stage.buffer_rows();
        return value;
    }

    // Kernel of a stage for the rows of a round. Its last arguments: the round, and the array that its output updates.
    Kernel kernel(const Stage& stage) const {
        Kernel old = calls_.kernel(stage.call);
        const Call& call = calls_.call(stage.call);
        for (const Condition& guard : stage.guards) old.reduction->conditions.push_back(guard);
        if (stage.leaves_output && !old.scan)
            old.needed.push_back({.index = old.space.dimension(static_cast<std::int64_t>(stage.row_dim)),
                                  .low = 0,
                                  .high = stage.output.count});
        for (std::size_t a = 0; a < old.arguments.size(); ++a)
            if (const Stage* const made = maker(call.values[a])) old.arguments[a].dims = buffers_[number(*made)].dims;
        const ArgumentId round(old.arguments.size());
        old.arguments.push_back({.type = ElementType::S32, .range = rounds_of(stage)});
        if (updates(stage)) {
            KernelArgument whole = old[old.outputs[0].argument];
            whole.written = false;
            old.outputs[0].updates = ArgumentId(old.arguments.size());
            old.arguments.push_back(std::move(whole));
        }
        std::vector<std::int64_t> dims = old.dims;
        dims[stage.row_dim] = stage.rate;
        const auto replacement = [&](IndexSpace& space) {
            std::vector<Index> now;
            for (std::int64_t d = 0; d < old.space.dimensions(); ++d) now.push_back(space.dimension(d));
            Index& row = now[stage.row_dim];
            row = row + space.variable(round, rounds_of(stage)) * stage.rate + Index(stage.lead);
            return now;
        };
        const auto moved = [&](IndexSpace& space, ArgumentId argument, const Subscripts& index) {
            const Stage* const made = argument.index() < call.values.size() ? maker(call[argument]) : nullptr;
            if (made == nullptr || !made->inside) return index;
            const Index base = space.variable(round, rounds_of(stage)) * made->rate + Index(made->base);
            std::vector<Index> now(index.begin(), index.end());
            now[made->output.dim] = now[made->output.dim] - base;
            return Subscripts(std::move(now));
        };
        return rebuilt(old, {.dims = dims,
                             .reduction_dims = reduction_dims(old),
                             .replacement = replacement,
                             .kept = {},
                             .moved = moved});
    }

    // None of columns of an array that is written in parts: those of all rounds are one report, behind the loop.
    static std::optional<BandRows> rows_of_round(const Stage& stage, const Value& written) {
        const std::span dims(written.dims);
        std::int64_t lines = 1, size = 1;
        for (const std::int64_t d : dims.first(stage.output.dim)) lines *= d;
        for (const std::int64_t d : dims.subspan(stage.output.dim + 1)) size *= d;
        if (lines > 1 && !stage.inside) return std::nullopt;
        const std::int64_t step = stage.rate * size;
        return BandRows{.lines = lines,
                        .pitch = written.dims[stage.output.dim] * size,
                        .elements = stage.output.count * size,
                        .first = stage.lead * size,
                        .step = step,
                        .begin = stage.inside ? stage.kept() * size : 0,
                        .moves = stage.inside ? 0 : step};
    }

    // The last rows of a buffer become the first ones.
    Kernel shift(const Stage& stage) const {
        const Value& buffer = buffers_[number(stage)];
        Kernel made;
        made.arguments = {{.type = buffer.type, .dims = buffer.dims, .written = true},
                          {.type = buffer.type, .dims = buffer.dims}};
        made.dims = buffer.dims;
        made.dims[stage.output.dim] = stage.kept();
        std::vector<Index> to;
        for (const std::int64_t size : made.dims) to.push_back(made.space.dimension(made.space.add_dimension(size)));
        std::vector<Index> from = to;
        from[stage.output.dim] = from[stage.output.dim] + Index(stage.rate);
        const ExprId last =
            made.exprs.add({.kind = ExprKind::Load, .type = buffer.type, .argument = ArgumentId(0), .index = from});
        made.outputs = {{.argument = ArgumentId(0), .index = to, .expr = last, .updates = ArgumentId(1)}};
        return made;
    }

    While loop(const Range& rounds) {
        While made = band_loop(kernels_, rounds, "row streaming");
        Region body;
        std::vector<ValueId> now(band_.stages.size()); // by stage: the value that its users read
        for (const Stage& stage : band_.stages)
            if (rounds_of(stage).begin <= rounds.begin) add_stage(stage, made, body, now);
        made.body = add(kernels_, std::move(body));
        return made;
    }

    void add_stage(const Stage& stage, While& loop, Region& body, std::vector<ValueId>& now) {
        const std::size_t n = number(stage);
        Call call = calls_.call(stage.call);
        ValueId whole;
        if (updates(stage)) {
            whole = stage.inside ? add(kernels_, buffers_[n]) : old_output(stage);
            loop.carried.push_back({.value = whole, .initial = stored_[n], .next = {}});
            stored_[n] = whole;
            const bool filled = loop.first >= 0;
            if (stage.inside && filled) {
                const ValueId shifted = add(kernels_, buffers_[n]);
                Call move;
                move.kernel = add(kernels_, shift(stage));
                move.values = {shifted, whole};
                move.name = call.name;
                move.label = "keep_rows";
                move.computes = "keep_rows";
                body.steps.emplace_back(std::move(move));
                whole = shifted;
            }
        }
        now[n] = add(kernels_, buffers_[n]);
        for (ValueId& value : call.values)
            if (const Stage* const made = maker(value)) value = now[number(*made)];
        call.kernel = bodies_[n];
        call.values.push_back(loop.variable);
        if (updates(stage)) {
            call.values.push_back(whole);
            loop.carried.back().next = now[n];
        }
        call.multiply_adds = call.multiply_adds / stage.output.count * stage.rate;
        call.band_rows = rows_of_round(stage, buffers_[n]);
        body.steps.emplace_back(std::move(call));
    }

    Kernels& kernels_;
    const RowAnalysis& calls_;
    const Band& band_;
    std::vector<ValueId> outputs_; // by stage: of the old call
    std::vector<Value> buffers_;   // by stage: the array that it writes
    std::vector<ValueId> stored_;  // by stage: the carried value of the loop before, or none
    std::vector<KernelId> bodies_;
};

} // namespace

std::vector<StepNode> steps_of(Kernels& kernels, const RowAnalysis& calls, const Band& band) {
    return BandBuilder(kernels, calls, band).build();
}

} // namespace hlo2cpp
