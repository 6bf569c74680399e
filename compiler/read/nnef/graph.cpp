#include "read/nnef/graph.h"

#include <algorithm>
#include <unordered_set>

#include "ir/builder/arrays.h"
#include "ir/builder/elementwise.h"
#include "support/checked.h"
#include "support/name_uniquer.h"
#include "support/sha256.h"

namespace hlo2cpp::nnef {
namespace {

using builder::Op;
using builder::Ops;
using builder::Sizes;

constexpr std::int64_t kMostElements = std::int64_t{1} << 30; // of a tensor: products of two are far from overflow

// Instructions that the root needs, each behind its operands and close to its first user; parameters first. A text has
// the order of its author, who need not think of memory.
std::vector<InstructionId> order_of(const Computation& computation) {
    std::vector<InstructionId> order = computation.parameters;
    std::vector<bool> seen(computation.instructions.size());
    for (const InstructionId parameter : order) seen[parameter.index()] = true;
    struct Visit {
        InstructionId id;
        std::size_t next = 0; // operand
    };
    std::vector<Visit> stack;
    const auto enter = [&](InstructionId id) {
        if (seen[id.index()]) return;
        seen[id.index()] = true;
        stack.push_back({id});
    };
    enter(computation.root);
    while (!stack.empty()) {
        Visit& visit = stack.back();
        const std::vector<InstructionId>& operands = computation[visit.id].operands;
        if (visit.next < operands.size()) {
            enter(operands[visit.next++]);
        } else {
            order.push_back(visit.id);
            stack.pop_back();
        }
    }
    return order;
}

void put_in_order(Computation& computation, const std::vector<InstructionId>& order) {
    std::vector<InstructionId> now(computation.instructions.size());
    std::vector<Instruction> instructions;
    for (const InstructionId id : order) {
        now[id.index()] = InstructionId(instructions.size());
        instructions.push_back(std::move(computation[id]));
        for (InstructionId& operand : instructions.back().operands) operand = now[operand.index()];
    }
    for (InstructionId& parameter : computation.parameters) parameter = now[parameter.index()];
    computation.root = now[computation.root.index()];
    computation.instructions = std::move(instructions);
}

} // namespace

ElementType element_type(Base base) {
    return base == Base::Integer ? ElementType::S32 : base == Base::Logical ? ElementType::Pred : ElementType::F32;
}

Graph::Graph(const Fragment& definition, const ModelFolder& folder, const InputShapes& input_shapes)
    : definition_(definition), folder_(folder), input_shapes_(input_shapes), builder_(definition.name),
      parameters_(static_cast<std::int64_t>(definition.parameters.size())) {
    for (const Parameter& parameter : definition.parameters)
        inputs_.emplace(parameter.name, static_cast<std::int64_t>(inputs_.size()));
    for (const auto& [name, extents] : input_shapes) {
        if (!inputs_.contains(name))
            throw InputError("--input-shape " + name + ": the graph has no input of that name");
        check_extents(extents);
    }
}

void Graph::check_extents(const Sizes& extents) {
    std::int64_t elements = 1;
    for (const std::int64_t extent : extents) {
        if (extent < 1) throw InputError("the shape " + to_string(extents) + " has an extent below 1");
        const std::optional<std::int64_t> product = checked_multiply(elements, extent);
        if (!product || *product > kMostElements)
            throw InputError("the shape " + to_string(extents) + " has more than " + std::to_string(kMostElements) +
                             " elements");
        elements = *product;
    }
}

Op Graph::constant(const Value& number) {
    if (number.is_logical()) return builder::ConstantR0(builder_, number.logical());
    if (number.is_scalar()) return builder::ConstantR0(builder_, static_cast<float>(number.scalar()));
    const std::int64_t value = number.integer();
    if (value != static_cast<std::int32_t>(value))
        throw InputError("the integer " + std::to_string(value) + " does not fit 32 bits, as those of tensors do");
    return builder::ConstantR0(builder_, static_cast<std::int32_t>(value));
}

Op Graph::external(const std::string& name, Base base, Sizes extents) {
    const auto given = input_shapes_.find(name);
    const bool open = std::ranges::any_of(extents, [](std::int64_t extent) { return extent <= 0; });
    if (given != input_shapes_.end()) {
        const bool fits = given->second.size() == extents.size() &&
                          std::ranges::equal(given->second, extents, [](std::int64_t is, std::int64_t in_model) {
                              return in_model <= 0 || is == in_model;
                          });
        if (!fits && !extents.empty())
            throw InputError("--input-shape gives " + name + " the shape " + to_string(given->second) + ", but it is " +
                             to_string(extents) + " here, where only extents of 0 are open");
        extents = given->second;
    } else if (open && std::ranges::none_of(extents, [](std::int64_t extent) { return extent < 0; })) {
        throw InputError("the shape " + to_string(extents) + " of the input " + name +
                         " leaves an extent open; give it with --input-shape " + name + "=...");
    }
    check_extents(extents);
    return builder::Parameter(builder_, inputs_.at(name), Shape::array(element_type(base), std::move(extents)), name);
}

Op Graph::variable(const std::string& name, const std::string& label, Base base, const Sizes& extents,
                   const Dequantize& dequantize) {
    check_extents(extents);
    const std::string file_name = label + ".dat";
    const std::optional<std::string> bytes = folder_.read(file_name);
    if (!bytes) throw InputError("there is no file " + file_name + " for the variable " + name);
    digests_ += sha256_hex(*bytes);
    Literal literal;
    try {
        TensorFile file = parse_tensor_file(*bytes);
        if (file.extents != extents)
            throw InputError("the shape is " + to_string(file.extents) + " in the file, but " + to_string(extents) +
                             " in the graph");
        if (file.quantized && base == Base::Scalar) dequantize(file);
        if (file.base != base)
            throw InputError("the file has " + to_string(file.base) + " items, but the variable is " + to_string(base));
        literal = literal_of(file);
    } catch (const InputError& error) {
        throw InputError(file_name + ": " + error.diagnostic.message);
    }
    const auto update = updates_.find(name);
    if (update == updates_.end()) return builder::ConstantLiteral(builder_, std::move(literal));
    update->second.parameter = parameters_++;
    update->second.initial = literal;
    return builder::Parameter(builder_, update->second.parameter, literal.shape, name);
}

void Graph::update(const std::string& variable, Op value) {
    Update& update = updates_.at(variable);
    if (update.value.valid()) throw InputError("the variable " + variable + " is updated twice");
    update.value = value;
}

ComputationId Graph::two_argument(const std::string& name, ElementType type, const std::function<Op(Op, Op)>& join) {
    const std::unique_ptr<builder::Builder> inside = builder_.CreateSubBuilder(name);
    const Op a = builder::Parameter(*inside, 0, Shape::scalar(type), "a");
    const Op b = builder::Parameter(*inside, 1, Shape::scalar(type), "b");
    return inside->BuildSubComputation(join(a, b));
}

ComputationId Graph::joint(Joint joint, ElementType type) {
    const auto [found, is_new] = joints_.try_emplace({joint, type});
    if (!is_new) return found->second;
    const auto [name, join] = [&]() -> std::pair<std::string, std::function<Op(Op, Op)>> {
        switch (joint) {
        case Joint::Sum: return {"sum", [](Op a, Op b) { return builder::Add(a, b); }};
        case Joint::Maximum: return {"maximum", [](Op a, Op b) { return builder::Max(a, b); }};
        case Joint::Minimum: return {"minimum", [](Op a, Op b) { return builder::Min(a, b); }};
        case Joint::And: return {"and", [](Op a, Op b) { return builder::And(a, b); }};
        case Joint::Or: break;
        }
        return {"or", [](Op a, Op b) { return builder::Or(a, b); }};
    }();
    found->second = two_argument(name, type, join);
    return found->second;
}

ComputationId Graph::index_joint(ComparisonDirection better) {
    const auto [found, is_new] = index_joints_.try_emplace(better);
    if (!is_new) return found->second;
    const std::unique_ptr<builder::Builder> inside = builder_.CreateSubBuilder("first-best");
    Ops p;
    for (const char* name : {"value", "index", "other-value", "other-index"}) {
        const ElementType type = p.size() % 2 == 0 ? ElementType::F32 : ElementType::S32;
        p.push_back(builder::Parameter(*inside, static_cast<std::int64_t>(p.size()), Shape::scalar(type), name));
    }
    const Op tie = builder::And(builder::Eq(p[0], p[2]), builder::Lt(p[1], p[3]));
    const Op keep = builder::Or(builder::Compare(p[0], p[2], better), tie);
    found->second = inside->BuildSubComputation(
        builder::Tuple(*inside, {builder::Select(keep, p[0], p[2]), builder::Select(keep, p[1], p[3])}));
    return found->second;
}

void Graph::set_origin(const std::string& tensor, int line) {
    builder_.SetOpMetadata({.op_name = tensor, .source_file = "graph.nnef", .source_line = line});
}

void Graph::name_tensor(Op tensor, const std::string& name) {
    names_.emplace(tensor.id().index(), name);
}

// Instructions that are tensors of the graph have their names; no other has one of these.
void Graph::give_names(Computation& computation) const {
    NameUniquer unique;
    for (const auto& [instruction, name] : names_) computation.instructions[instruction].name = unique.unique(name);
    for (std::size_t i = 0; i < computation.instructions.size(); ++i)
        if (!names_.contains(i)) computation.instructions[i].name = unique.unique(computation.instructions[i].name);
}

ModelFile Graph::finish(const Ops& results, const std::string& digests) {
    ModelFile file;
    Ops all = results;
    for (const Parameter& result : definition_.results) file.result_names.push_back(result.name);
    std::vector<std::pair<std::int64_t, const std::string*>> kept; // by parameter
    for (const auto& [name, update] : updates_) kept.emplace_back(update.parameter, &name);
    std::ranges::sort(kept);
    for (const auto& [parameter, name] : kept) {
        const Update& update = updates_.at(*name);
        builder_.SetUpAlias({static_cast<std::int64_t>(all.size())}, parameter, {});
        all.push_back(update.value);
        file.result_names.push_back(*name);
        file.kept.push_back({*name, std::make_shared<const Literal>(update.initial)});
    }
    builder_.ClearOpMetadata();
    const Op root = all.size() == 1 ? all[0] : builder::Tuple(builder_, all);
    file.module = builder_.Build(root);
    Computation& entry = file.module.computations[file.module.entry.index()];
    give_names(entry);
    put_in_order(entry, order_of(entry));
    file.module.sha256 = sha256_hex(digests + digests_);
    return file;
}

} // namespace hlo2cpp::nnef
