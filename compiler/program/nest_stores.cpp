#include "program/nest_stores.h"

#include "program/elements.h"
#include "program/scalar_nest.h"

namespace hlo2cpp {

using tree::Expression;

void NestStores::add(const nest::StoreVector& store) {
    using Which = nest::Kept::Which;
    if (store.two) return store_two(store);
    const std::int64_t first_lanes = store.kept.which == Which::First ? store.lanes - store.kept.lanes : 0;
    const Expression v = names_.position(store.vector);
    Expression result = store.result ? names_.element(*store.result, body_.type) : Expression();
    if (store.result && store.result->lanes > 1) { // made in a call, and used more than once
        const std::string name = emitter_.names().unique("part");
        emitter_.blocks().add(
            tree::Declare{.type = constant(lanes_.vector_type(store.lanes)), .name = name, .value = std::move(result)});
        result = tree::name(name);
    }
    lanes_.begin(store.lanes, first_lanes, result);
    halves_.begin(store.lanes);
    const auto add_store = [&](const Output& output, tree::Assign assign) {
        emitter_.where(output.conditions, [&] {
            if (lies_apart(output))
                store_apart(output, assign.value, v);
            else if (first_lanes > 0)
                store_first_lanes(output, assign.value, v, first_lanes);
            else if (store.kept.which == Which::Last)
                store_last_lanes(output, assign.value, store.kept.lanes);
            else
                emitter_.blocks().add(std::move(assign));
        });
    };
    if (stores_one_by_one(kernel_)) {
        for (const Output& output : kernel_.outputs) add_store(output, vector_store(output, v));
        return;
    }
    std::vector<tree::Assign> stores;
    for (const Output& output : kernel_.outputs) stores.push_back(vector_store(output, v));
    for (std::size_t i = 0; i < stores.size(); ++i) add_store(kernel_.outputs[i], std::move(stores[i]));
}

void NestStores::store_two(const nest::StoreVector& store) {
    const Output& output = kernel_.outputs[0];
    const Expr& rounded = kernel_.exprs[emitter_.dependences().resolve(output.expr)];
    const auto floats_of = [&](std::int64_t number) {
        nest::Ref result = *store.result;
        result.at.back() = result.at.back() + number;
        lanes_.begin(store.lanes, 0, names_.element(result, body_.type));
        return lanes_.variable(rounded.operands[0], names_.position(store.vector + number));
    };
    const Expression first = floats_of(0), second = floats_of(1);
    const Intrinsic nearest{IntrinsicId::NearestOfTwo, {ElementType::F32, store.lanes}, rounded.type};
    const Expression bytes = tree::intrinsic(
        nearest, {first, second, tree::integer(rounded.nearest->begin), tree::integer(rounded.nearest->last())});
    const Expression place = sum_of(address_of(pointer_(output.argument, true), emitter_.index(output.index)),
                                    multiple_of(names_.position(store.vector), store.lanes));
    emitter_.blocks().add(
        tree::Assign{.target = tree::vector_to(memory_vector(rounded.type, store.points()), place, tree::integer(0)),
                     .value = bytes});
}

void NestStores::add(const nest::StoreElement&) {
    build_outputs(emitter_);
}

void NestStores::add(const nest::Transpose& transpose) {
    const Expr& load = kernel_.exprs[transpose.load];
    const Expression from = address_of(pointer_(load.argument, false), emitter_.index(transpose.from)),
                     to = address_of(pointer_(kernel_.outputs[0].argument, true), emitter_.index(transpose.to));
    const ElementType element = load.type == ElementType::F32 ? load.type : unsigned_type(info(load.type).bits);
    const VectorType vector{element, transpose.lanes};
    const Expression to_row = tree::integer(transpose.to_row);
    emitter_.blocks().add(tree::Evaluate{
        transpose.is_square()
            ? tree::intrinsic({IntrinsicId::Transpose, vector}, {from, tree::integer(transpose.from_row), to, to_row})
            : tree::intrinsic({IntrinsicId::Deinterleave, vector}, {from, to, to_row})});
}

tree::Assign NestStores::vector_store(const Output& output, const Expression& v) {
    const Expression first = address_of(pointer_(output.argument, true), emitter_.index(output.index));
    const bool canonical = emitter_.needs_canonical_nan(output);
    if (body_.type == ElementType::F16) {
        const tree::Type vector = memory_vector(body_.type, lanes_.lanes());
        Expression value = canonical ? halves_.canonical(output.expr, v) : halves_.value(output.expr, v);
        if (kernel_.outputs.size() > 1 && !tree::is_name(value))
            value = emitter_.define(emitter_.blocks().top(), vector, "v", value);
        return {.target = tree::vector_to(vector, first, v), .value = value};
    }
    Expression value = lanes_.in_all_lanes(output.expr, v);
    if (lies_apart(output)) return {.value = lanes_.define(output.expr, value)};
    if ((canonical || kernel_.outputs.size() > 1) && !tree::is_atom(value)) value = lanes_.define(output.expr, value);
    if (canonical)
        value = tree::conditional(tree::equal(value, value), value,
                                  tree::nan(number_type(kernel_.exprs[output.expr].type)));
    const ElementType type = kernel_.exprs[output.expr].type;
    return {.target = tree::vector_to(memory_vector(type, lanes_.lanes()), first, v),
            .value = memory_from_lanes(type, lanes_.lanes(), value)};
}

bool NestStores::lies_apart(const Output& output) const {
    return kernel_.space.coefficient(output.index, body_.lane_dim) != 1;
}

void NestStores::store_apart(const Output& output, const Expression& value, const Expression& v) {
    Blocks& blocks = emitter_.blocks();
    const std::string name = names_.begin(body_.lane);
    blocks.open_loop({.type = emitter_.index_type(),
                      .name = name,
                      .begin = tree::integer(0),
                      .end = tree::integer(lanes_.lanes()),
                      .unroll = lanes_.lanes()});
    const std::size_t mark = point_.mark();
    point_.bind_inside(body_.lane_dim, sum_of(multiple_of(v, lanes_.lanes()), tree::name(name)), 0);
    emitter_.store(output, tree::subscript(value, tree::name(name)));
    blocks.close();
    point_.restore(mark);
}

void NestStores::store_first_lanes(const Output& output, const Expression& value, const Expression& v,
                                   std::int64_t lanes) {
    const Expression row = address_of(pointer_(output.argument, true), emitter_.index(output.index));
    const ElementType type = kernel_.exprs[output.expr].type;
    emitter_.blocks().add(
        tree::Evaluate{tree::intrinsic({IntrinsicId::SetFirstLanes, {type, lanes_.lanes()}},
                                       {sum_of(row, multiple_of(v, lanes_.lanes())), value, tree::integer(lanes)})});
}

void NestStores::store_last_lanes(const Output& output, const Expression& value, std::int64_t left_out) {
    Blocks& blocks = emitter_.blocks();
    const Expression lanes = tree::name(emitter_.names().unique("lanes"));
    blocks.add(tree::Declare{.type = tree::value_type(body_.type), .name = lanes->name, .sizes = {lanes_.lanes()}});
    blocks.add(tree::Assign{.target = tree::vector_to(lanes_.vector_type(), lanes, tree::integer(0)), .value = value});
    const Expression first =
        address_of(pointer_(output.argument, true), emitter_.index(output.index + Index(left_out)));
    const std::int64_t bytes = (lanes_.lanes() - left_out) * byte_size(body_.type);
    blocks.add(
        tree::Evaluate{tree::call("memcpy", {first, tree::add(lanes, tree::integer(left_out)), tree::integer(bytes)})});
}

} // namespace hlo2cpp
