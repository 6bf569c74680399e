#include "ops/collective.h"

#include <algorithm>
#include <numeric>

#include "evaluate/host_data.h"
#include "ops/device_groups.h"
#include "ops/infer_checks.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

std::int64_t device_of(const EvaluateContext& context) {
    return context.host == nullptr ? 0 : context.host->device();
}

std::vector<Tensor> own_operands(const EvaluateContext& context) {
    std::vector<Tensor> own;
    for (const Tensor* operand : context.operands) own.push_back(*operand);
    return own;
}

void require_host(const EvaluateContext& context) {
    if (context.host == nullptr) throw InputError("it exchanges arrays with other devices, and there are none");
}

const char* number_name(GroupMode mode) {
    if (mode == GroupMode::CrossPartition) return "partition";
    return mode == GroupMode::FlattenedId ? "device" : "replica";
}

} // namespace

void require_groups(const InferContext& context, bool all) {
    const std::vector<std::vector<std::int64_t>>& groups = context.attributes().replica_groups;
    if (groups.empty()) return;
    const GroupMode mode = group_mode(context.instruction);
    const std::int64_t count = numbers_of(mode, context.module.devices);
    const std::string name = number_name(mode), of = " of the " + std::to_string(count) + " there are";
    std::vector<bool> seen(static_cast<std::size_t>(count));
    std::int64_t missing = count;
    for (const std::vector<std::int64_t>& group : groups)
        for (const std::int64_t number : group) {
            if (number < 0 || number >= count)
                context.fail("its replica_groups name " + name + " " + std::to_string(number) + ", which is none" + of);
            if (seen[static_cast<std::size_t>(number)])
                context.fail("its replica_groups name " + name + " " + std::to_string(number) + " twice");
            seen[static_cast<std::size_t>(number)] = true;
            --missing;
        }
    if (all && missing > 0)
        context.fail("its replica_groups leave out " + name + " " +
                     std::to_string(std::ranges::find(seen, false) - seen.begin()) + of);
}

std::int64_t require_group_size(const InferContext& context) {
    require_groups(context);
    const auto groups = device_groups(context.instruction, context.module.devices);
    for (const std::vector<std::int64_t>& group : groups)
        context.require(group.size() == groups[0].size(), "its replica_groups must have one size");
    return static_cast<std::int64_t>(groups[0].size());
}

void require_pairs(const InferContext& context) {
    const std::int64_t count = numbers_of_pairs(context.instruction, context.module.devices);
    std::vector<bool> sources(static_cast<std::size_t>(count)), targets(sources.size());
    for (const auto& [source, target] : context.attributes().source_target_pairs)
        for (const auto& [device, seen] : {std::pair(source, &sources), std::pair(target, &targets)}) {
            if (device < 0 || device >= count)
                context.fail("its source_target_pairs name device " + std::to_string(device) +
                             ", which is none of the " + std::to_string(count) + " there are");
            if ((*seen)[static_cast<std::size_t>(device)])
                context.fail("its source_target_pairs name device " + std::to_string(device) + " twice as a " +
                             (seen == &sources ? "source" : "target"));
            (*seen)[static_cast<std::size_t>(device)] = true;
        }
}

void require_combiner(const InferContext& context) {
    const Computation& computation = context.called(0);
    const Shape scalar = Shape::scalar(context.array_operand(0).type);
    bool fits = computation.parameters.size() == 2 && same_shape(computation[computation.root].shape, scalar);
    for (const InstructionId parameter : computation.parameters)
        fits = fits && same_shape(computation[parameter].shape, scalar);
    for (std::size_t i = 0; i < context.operand_count(); ++i)
        fits = fits && context.array_operand(i).type == scalar.type;
    context.require(fits, "its computation " + printable(computation.name, 80) + " must take two scalars " +
                              to_string(scalar) + ", as elements of all operands are, and give one");
}

std::size_t require_one_dimension(const InferContext& context) {
    const std::vector<std::int64_t>& dimensions = context.attributes().dimensions;
    if (dimensions.size() != 1) context.fail("it works along one dimension, found dimensions=" + list_of(dimensions));
    for (std::size_t i = 0; i < context.operand_count(); ++i)
        require_dimension(context, "dimensions", dimensions[0], context.array_operand(i));
    return static_cast<std::size_t>(dimensions[0]);
}

Shape infer_along(const InferContext& context, const std::function<std::int64_t(std::int64_t)>& size) {
    context.require(context.operand_count() > 0, "it needs an operand");
    const std::size_t dimension = require_one_dimension(context);
    std::vector<Shape> shapes;
    for (std::size_t i = 0; i < context.operand_count(); ++i) {
        std::vector<std::int64_t> dims = context.operand(i).dims;
        dims[dimension] = size(dims[dimension]);
        shapes.push_back(inferred_array(context, context.operand(i).type, std::move(dims)));
    }
    return shapes.size() == 1 ? shapes[0] : Shape::tuple_of(std::move(shapes));
}

Members members(const EvaluateContext& context) {
    const std::int64_t device = device_of(context);
    for (const std::vector<std::int64_t>& group : device_groups(context.instruction, context.module.devices)) {
        const auto found = std::ranges::find(group, device);
        if (found == group.end()) continue;
        Members all{.place = static_cast<std::size_t>(found - group.begin())};
        if (group.size() == 1) {
            all.operands.push_back(own_operands(context));
            return all;
        }
        require_host(context);
        const ExchangeKey key{.collective = &context.instruction};
        context.host->give(key, own_operands(context), group);
        for (const std::int64_t member : group) all.operands.push_back(context.host->take(key, member));
        return all;
    }
    return {};
}

std::optional<std::vector<Tensor>> from_source(const EvaluateContext& context, const std::vector<SourceTarget>& pairs) {
    const std::int64_t device = device_of(context);
    const ExchangeKey key{.collective = &context.instruction};
    std::vector<std::int64_t> targets, sources;
    for (const auto& [source, target] : pairs) {
        if (source == device) targets.push_back(target);
        if (target == device) sources.push_back(source);
    }
    const bool alone = context.module.devices.count() <= 1;
    if (!alone) require_host(context);
    if (!alone && !targets.empty()) context.host->give(key, own_operands(context), targets);
    if (sources.empty()) return std::nullopt;
    return alone ? own_operands(context) : context.host->take(key, sources[0]);
}

std::vector<Tensor> zeros_as_operands(const EvaluateContext& context) {
    std::vector<Tensor> zeros;
    for (const Tensor* operand : context.operands) zeros.emplace_back(operand->shape);
    return zeros;
}

std::vector<Tensor> transferred(const EvaluateContext& context, const std::vector<SourceTarget>& pairs) {
    if (std::optional<std::vector<Tensor>> theirs = from_source(context, pairs)) return std::move(*theirs);
    return zeros_as_operands(context);
}

Tensor all_of(std::vector<Tensor> results) {
    if (results.size() == 1) return std::move(results[0]);
    Tensor tuple;
    std::vector<Shape> shapes;
    for (const Tensor& result : results) shapes.push_back(result.shape);
    tuple.shape = Shape::tuple_of(std::move(shapes));
    tuple.tuple = std::move(results);
    return tuple;
}

Shape infer_start(const InferContext& context, Shape results) {
    return started(context, {infer_all(context), std::move(results)});
}

Tensor evaluate_start(const EvaluateContext& context, Tensor results) {
    return evaluate_started(context, {all_of(own_operands(context)), std::move(results)});
}

Tensor joined_along(const std::vector<Tensor>& parts, std::size_t dimension) {
    Shape shape = Shape::array(parts[0].shape.type, parts[0].shape.dims);
    const std::int64_t count = static_cast<std::int64_t>(parts.size()), size = shape.dims[dimension];
    shape.dims[dimension] = size * count;
    Tensor whole(shape);
    const auto first = shape.dims.begin() + static_cast<std::ptrdiff_t>(dimension);
    const std::int64_t inner = std::accumulate(first + 1, shape.dims.end(), std::int64_t{1}, std::multiplies<>());
    for (std::int64_t p = 0; p < count; ++p)
        for (std::int64_t i = 0; i < parts[0].elements(); ++i) {
            const std::int64_t outer = i / (size * inner), rest = i % (size * inner);
            whole.copy_element((outer * count + p) * size * inner + rest, parts[static_cast<std::size_t>(p)], i);
        }
    return whole;
}

Tensor part_along(const Tensor& whole, std::size_t dimension, std::size_t part, std::size_t parts) {
    Shape shape = Shape::array(whole.shape.type, whole.shape.dims);
    shape.dims[dimension] /= static_cast<std::int64_t>(parts);
    Tensor result(shape);
    const auto first = shape.dims.begin() + static_cast<std::ptrdiff_t>(dimension);
    const std::int64_t block = std::accumulate(first, shape.dims.end(), std::int64_t{1}, std::multiplies<>());
    for (std::int64_t i = 0; i < result.elements(); ++i) {
        const std::int64_t outer = i / block;
        const auto at = (outer * static_cast<std::int64_t>(parts) + static_cast<std::int64_t>(part)) * block;
        result.copy_element(i, whole, at + i % block);
    }
    return result;
}

Tensor combined(const EvaluateContext& context, const Members& all, std::size_t operand) {
    Tensor result = all.operands[0][operand];
    const Shape scalar = Shape::scalar(result.shape.type);
    Tensor left(scalar), right(scalar);
    const std::vector<const Tensor*> arguments = {&left, &right};
    for (std::size_t m = 1; m < all.operands.size(); ++m)
        for (std::int64_t i = 0; i < result.elements(); ++i) {
            left.copy_element(0, result, i);
            right.copy_element(0, all.operands[m][operand], i);
            result.copy_element(i, context.call(context.instruction.called[0], arguments, false), 0);
        }
    return result;
}

bool is_exchanged(Expansion& e, InstructionId array) {
    return group_size(e.instruction(), e.module().devices) > 1 && e.shape_of(array).elements() > 0;
}

InstructionId combine(Expansion& e, ComputationId combiner, InstructionId a, InstructionId b) {
    const Shape shape = Shape::array(e.shape_of(a).type, e.shape_of(a).dims);
    const InstructionId map = e.builder().apply(Opcode::Map, shape, {a, b});
    e.builder()[map].attributes.dimensions = {0};
    e.builder()[map].called = {combiner};
    return map;
}

InstructionId fold_rows(Expansion& e, InstructionId rows) {
    constexpr std::int64_t kWrittenOut = 16; // rows; a loop folds more
    const std::int64_t members = e.shape_of(rows).dims[0];
    const std::int64_t count = e.shape_of(rows).elements() / members;
    rows = e.reshape(rows, {members, count});
    const ComputationId combiner = e.called(0, false);
    const auto row = [&](std::int64_t number) { return e.reshape(e.slice(rows, 0, number, number + 1), {count}); };
    InstructionId fold = row(0);
    if (members <= kWrittenOut) {
        for (std::int64_t m = 1; m < members; ++m) fold = combine(e, combiner, fold, row(m));
        return fold;
    }
    const InstructionId one = e.integer(Shape::scalar(ElementType::S32), 1);
    const auto round = [&](Expansion& inside, InstructionId number, const Expansion::Values& state,
                           const Expansion::Values& read) {
        const InstructionId zero = inside.integer(Shape::scalar(ElementType::S32), 0);
        const InstructionId next = inside.binary(Opcode::Add, number, read[1]);
        const InstructionId theirs = inside.reshape(inside.piece(read[0], {next, zero}, {1, count}), {count});
        return Expansion::Values{combine(inside, combiner, state[0], theirs)};
    };
    return e.loop(members - 1, {fold}, {rows, one}, round)[0];
}

InstructionId packed(Expansion& e, const Expansion::Values& arrays) {
    Expansion::Values flat;
    for (const InstructionId array : arrays) flat.push_back(e.reshape(array, {e.shape_of(array).elements()}));
    return flat.size() == 1 ? flat[0] : e.concatenate(flat, 0);
}

Expansion::Values unpacked(Expansion& e, InstructionId pack, const std::vector<Shape>& shapes) {
    if (shapes.size() == 1) return {e.reshape(pack, shapes[0].dims)};
    Expansion::Values arrays;
    std::int64_t begin = 0;
    for (const Shape& shape : shapes) {
        arrays.push_back(e.reshape(e.slice(pack, 0, begin, begin + shape.elements()), shape.dims));
        begin += shape.elements();
    }
    return arrays;
}

InstructionId parts_in_front(Expansion& e, InstructionId whole, std::size_t dimension, std::int64_t parts) {
    std::vector<std::int64_t> dims = e.shape_of(whole).dims, order = {static_cast<std::int64_t>(dimension)};
    dims[dimension] /= parts;
    dims.insert(dims.begin() + static_cast<std::ptrdiff_t>(dimension), parts);
    for (std::int64_t d = 0; d < static_cast<std::int64_t>(dims.size()); ++d)
        if (d != order[0]) order.push_back(d);
    const InstructionId cut = e.reshape(whole, dims);
    return dimension == 0 ? cut : e.transpose(cut, order);
}

InstructionId parts_along(Expansion& e, InstructionId parts, std::size_t dimension) {
    std::vector<std::int64_t> dims = e.shape_of(parts).dims, order;
    for (std::int64_t d = 1; d < static_cast<std::int64_t>(dims.size()); ++d) order.push_back(d);
    order.insert(order.begin() + static_cast<std::ptrdiff_t>(dimension), 0);
    const std::int64_t count = dims[0];
    dims.erase(dims.begin());
    dims[dimension] *= count;
    return e.reshape(dimension == 0 ? parts : e.transpose(parts, order), dims);
}

} // namespace hlo2cpp
