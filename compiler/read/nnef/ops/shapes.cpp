// Operations that make tensors, and those that give their elements another shape.
#include <algorithm>

#include "read/nnef/ops/border.h"
#include "read/nnef/ops/tensors.h"

namespace hlo2cpp::nnef {
namespace {

Literal literal_of_values(const OperationCall& call, const Sizes& extents, const Values& values) {
    const ElementType type = element_type(call.base());
    Literal literal = Literal::zeros(Shape::array(type, extents));
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto at = static_cast<std::int64_t>(i);
        if (type == ElementType::F32) {
            literal.set(at, static_cast<float>(values[i].scalar()));
        } else if (type == ElementType::Pred) {
            literal.set(at, static_cast<std::uint8_t>(values[i].logical()));
        } else {
            const std::int64_t value = values[i].integer();
            if (value != static_cast<std::int32_t>(value))
                call.fail("the integer " + std::to_string(value) + " does not fit 32 bits");
            literal.set(at, static_cast<std::int32_t>(value));
        }
    }
    return literal;
}

Value constant(const OperationCall& call) {
    Sizes extents;
    for (const Value& item : call.argument("shape").items()) extents.push_back(item.integer());
    Graph::check_extents(extents);
    const Values& values = call.argument("value").items();
    if (values.size() == 1)
        return Value(builder::ExpandInDim(builder::ConstantLiteral(call.builder(), literal_of_values(call, {}, values)),
                                          extents));
    if (static_cast<std::int64_t>(values.size()) != product(extents))
        call.fail("there are " + std::to_string(values.size()) + " values for the " + std::to_string(product(extents)) +
                  " elements of " + to_string(extents));
    return Value(builder::ConstantLiteral(call.builder(), literal_of_values(call, extents, values)));
}

Value reshape(const OperationCall& call) {
    const Op input = call.tensor("input");
    const Sizes& from = extents_of(input);
    const auto rank = static_cast<std::int64_t>(from.size());
    const std::int64_t start = call.integer("axis_start"), given = call.integer("axis_count");
    const std::int64_t count = given == -1 ? rank - start : given;
    if (start < 0 || count < 0 || start + count > rank)
        call.fail("axis_start " + std::to_string(start) + " and axis_count " + std::to_string(given) +
                  " are outside of the shape " + to_string(from));
    Sizes shape = call.integers("shape");
    const Sizes replaced(from.begin() + start, from.begin() + start + count);
    std::int64_t known = 1, open = -1;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (shape[i] == 0) {
            if (static_cast<std::int64_t>(i) >= count)
                call.fail("0 in " + to_string(shape) + " stands for an extent that " + to_string(replaced) +
                          " does not have");
            shape[i] = replaced[i];
        }
        if (shape[i] < -1 || (shape[i] == -1 && open >= 0))
            call.fail("expected at most one -1 and no other negative extent in the shape " + to_string(shape));
        if (shape[i] == -1)
            open = static_cast<std::int64_t>(i);
        else if (known <= product(replaced))
            known *= shape[i];
    }
    if (open >= 0) shape[index(open)] = product(replaced) / known;
    if (open >= 0 ? product(replaced) % known != 0 : known != product(replaced))
        call.fail("the " + std::to_string(product(replaced)) + " elements of " + to_string(replaced) +
                  " do not fit the shape " + to_string(call.integers("shape")));
    Sizes extents(from.begin(), from.begin() + start);
    extents.insert(extents.end(), shape.begin(), shape.end());
    extents.insert(extents.end(), from.begin() + start + count, from.end());
    return Value(builder::Reshape(input, extents));
}

Value transposed(const OperationCall& call, std::string_view axes_name) {
    const Op input = call.tensor("input");
    Sizes axes = call.axes(axes_name, input.shape().rank());
    const auto given = static_cast<std::int64_t>(axes.size());
    for (const std::int64_t axis : axes)
        if (axis >= given)
            call.fail(std::string(axes_name) + " are " + to_string(axes) + "; expected a permutation of the first " +
                      std::to_string(given) + " dimensions");
    for (std::int64_t d = given; d < rank_of(input); ++d) axes.push_back(d);
    return Value(builder::Transpose(input, axes));
}

Value squeeze(const OperationCall& call) {
    const Op input = call.tensor("input");
    const Sizes axes = call.axes("axes", input.shape().rank());
    Sizes extents;
    for (std::int64_t d = 0; d < rank_of(input); ++d) {
        const std::int64_t extent = extents_of(input)[index(d)];
        if (std::ranges::find(axes, d) == axes.end())
            extents.push_back(extent);
        else if (extent != 1)
            call.fail("dimension " + std::to_string(d) + " of " + to_string(extents_of(input)) +
                      " has not the extent 1");
    }
    return Value(builder::Reshape(input, extents));
}

Value unsqueeze(const OperationCall& call) {
    const Op input = call.tensor("input");
    const std::size_t rank = input.shape().rank() + call.argument("axes").items().size();
    const Sizes axes = call.axes("axes", rank);
    Sizes extents;
    std::size_t next = 0;
    for (std::size_t d = 0; d < rank; ++d) {
        const bool is_new = std::ranges::find(axes, static_cast<std::int64_t>(d)) != axes.end();
        extents.push_back(is_new ? 1 : extents_of(input)[next++]);
    }
    return Value(builder::Reshape(input, extents));
}

Op joined(const OperationCall& call, const Ops& values, std::int64_t axis) {
    std::int64_t extent = 0;
    for (const Op value : values) {
        const Sizes& first = extents_of(values[0]);
        const Sizes& extents = extents_of(value);
        bool fits = first.size() == extents.size();
        for (std::size_t d = 0; fits && d < first.size(); ++d)
            fits = first[d] == extents[d] || static_cast<std::int64_t>(d) == axis;
        if (!fits)
            call.fail("the shapes " + to_string(first) + " and " + to_string(extents) +
                      " do not join along dimension " + std::to_string(axis));
        extent += extents[index(axis)];
    }
    Sizes all = extents_of(values[0]);
    all[index(axis)] = extent;
    Graph::check_extents(all);
    return values.size() == 1 ? values[0] : builder::ConcatInDim(call.builder(), values, axis);
}

Ops values_of(const OperationCall& call) {
    Ops values = call.tensors("values");
    if (values.empty()) call.fail("expected at least one tensor");
    return values;
}

Value concat(const OperationCall& call) {
    const Ops values = values_of(call);
    return Value(joined(call, values, call.axis("axis", values[0].shape().rank())));
}

Value stack(const OperationCall& call) {
    Ops values = values_of(call);
    const std::int64_t axis = call.axis("axis", values[0].shape().rank() + 1);
    const Sizes first = extents_of(values[0]);
    for (Op& value : values) {
        Sizes extents = extents_of(value);
        if (extents != first) call.fail("the shapes " + to_string(first) + " and " + to_string(extents) + " differ");
        extents.insert(extents.begin() + axis, 1);
        value = builder::Reshape(value, extents);
    }
    return Value(joined(call, values, axis));
}

Value split(const OperationCall& call) {
    const Op value = call.tensor("value");
    const std::int64_t axis = call.axis("axis", value.shape().rank());
    const Sizes ratios = call.integers("ratios");
    const std::int64_t extent = extents_of(value)[index(axis)];
    std::int64_t all = 0;
    for (const std::int64_t ratio : ratios) {
        if (ratio < 1) call.fail("ratios are " + to_string(ratios) + "; expected numbers above 0");
        all += ratio;
    }
    if (all == 0 || extent % all != 0)
        call.fail("the extent " + std::to_string(extent) + " is not divisible by the sum of the ratios " +
                  to_string(ratios));
    Values parts;
    std::int64_t begin = 0;
    for (const std::int64_t ratio : ratios) {
        const std::int64_t end = begin + extent / all * ratio;
        parts.emplace_back(slice_of(value, axis, begin, end));
        begin = end;
    }
    return Value::array(std::move(parts));
}

Value unstack(const OperationCall& call) {
    const Op value = call.tensor("value");
    const std::int64_t axis = call.axis("axis", value.shape().rank());
    constexpr std::int64_t kMost = 10000; // tensors
    Sizes extents = extents_of(value);
    const std::int64_t count = extents[index(axis)];
    if (count > kMost) call.fail("more than " + std::to_string(kMost) + " tensors of one");
    extents.erase(extents.begin() + axis);
    Values parts;
    for (std::int64_t i = 0; i < count; ++i)
        parts.emplace_back(builder::Reshape(slice_of(value, axis, i, i + 1), extents));
    return Value::array(std::move(parts));
}

Value tile(const OperationCall& call) {
    const Op input = call.tensor("input");
    const Sizes repeats = call.integers("repeats");
    const Sizes& from = extents_of(input);
    if (repeats.size() != from.size())
        call.fail("repeats are " + to_string(repeats) + "; expected one for each dimension of " + to_string(from));
    Sizes spread, dimensions, extents;
    for (std::size_t d = 0; d < from.size(); ++d) {
        if (repeats[d] < 1) call.fail("repeats are " + to_string(repeats) + "; expected numbers above 0");
        spread.insert(spread.end(), {repeats[d], from[d]});
        dimensions.push_back(static_cast<std::int64_t>(2 * d + 1));
        extents.push_back(repeats[d] * from[d]);
    }
    Graph::check_extents(extents);
    return Value(builder::Reshape(builder::BroadcastInDim(input, spread, dimensions), extents));
}

Value pad(const OperationCall& call) {
    const Op input = call.tensor("input");
    const PaddingPairs padding = call.pairs("padding");
    if (padding.size() != input.shape().rank())
        call.fail("padding has " + std::to_string(padding.size()) + " pairs; expected one for each dimension of " +
                  to_string(extents_of(input)));
    const std::string& border = call.word("border", {"constant", "replicate", "reflect", "reflect-even"});
    return Value(bordered(call, input, padding, border, call.scalar("value")));
}

Value gather(const OperationCall& call) {
    const Op input = call.tensor("input"), positions = call.tensor("indices");
    const std::int64_t axis = call.axis("axis", input.shape().rank());
    Sizes extents = extents_of(input);
    extents.erase(extents.begin() + axis);
    extents.insert(extents.begin() + axis, extents_of(positions).begin(), extents_of(positions).end());
    Graph::check_extents(extents);
    return Value(take(input, positions, axis));
}

} // namespace

void add_shapes(OperationTable& table) {
    table["constant"] = constant;
    table["reshape"] = reshape;
    // The provisional text calls the axes perm.
    table["transpose"] = [](const OperationCall& call) {
        return transposed(call, call.has_parameter("perm") ? "perm" : "axes");
    };
    table["squeeze"] = squeeze;
    table["unsqueeze"] = unsqueeze;
    table["concat"] = concat;
    table["stack"] = stack;
    table["split"] = split;
    table["unstack"] = unstack;
    table["tile"] = tile;
    table["pad"] = pad;
    table["gather"] = gather;
}

} // namespace hlo2cpp::nnef
