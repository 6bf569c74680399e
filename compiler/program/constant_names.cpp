#include "program/constant_names.h"

#include <algorithm>

#include "fuse/step_names.h"
#include "kernel/loads.h"
#include "program/comments.h"
#include "program/roles.h"
#include "support/append_new.h"

namespace hlo2cpp {
namespace {

constexpr std::size_t kMostNamed = 3; // values and readers in a comment

// Use of a constant array by the steps.
struct Use {
    std::vector<std::string> readers; // labels of steps
    Role role = Role::Other;          // role in the first step
    const Packing* packing = nullptr; // packing in the first step, and its nest
    const LoopNest* nest = nullptr;
};

std::string role_word(Role role) {
    return role == Role::Factor ? "weights" : role == Role::Bias ? "bias" : "";
}

void add_use(Use& use, const Call& call, Role role, const Packing* packing, const LoopNest& nest) {
    if (use.readers.empty()) use.role = role, use.packing = packing, use.nest = &nest;
    append_new(use.readers, call.label);
}

std::vector<Use> uses_of(const ProgramInput& input) {
    std::vector<Use> uses(input.constants.arrays.size());
    for_each_call(input.schedule.regions, [&](const Call& call) {
        const Kernel& kernel = input.kernels[call.kernel];
        const std::vector<Role> roles = roles_of(kernel);
        const LoopNest& nest = input.nests.nests[call.kernel.index()];
        const std::vector<Packing>& packings = nest.packings;
        for (const UsedLoad& load : used_loads(kernel)) {
            const ArgumentId argument = kernel.exprs[load.expr].argument;
            if (!kernel[argument].constant) continue;
            const auto packing = std::ranges::find(packings, load.expr, &Packing::load);
            const bool packed = packing != packings.end();
            const auto found = packed
                                   ? input.constants.packed.find({call[argument], call.kernel,
                                                                  static_cast<std::size_t>(packing - packings.begin())})
                                   : input.constants.packed.end();
            const ConstantId id = found != input.constants.packed.end() ? found->second
                                  : packed                              ? ConstantId()
                                           : input.constants.of_value[call[argument].index()];
            if (id.valid())
                add_use(uses[id.index()], call, roles[argument.index()], packed ? &*packing : nullptr, nest);
        }
    });
    return uses;
}

// "[20][40][3] and [2][40][2]": the blocks of lanes, the points of the sum, the lanes of a block; and behind them the
// points that lie together in a lane: "[32][16][2][4]".
std::string packed_order(const Packing& packing) {
    std::string text;
    for (std::size_t i = 0; i < packing.blocks.size(); ++i) {
        const LaneBlocks& blocks = packing.blocks[i];
        text += (i == 0 ? "" : i + 1 == packing.blocks.size() ? " and " : ", ");
        const std::int64_t line = packing.line > 0 ? packing.line : packing.depth,
                           words = packing.depth / line * ((line + packing.together - 1) / packing.together);
        std::vector<std::int64_t> sizes = {(blocks.range.size() + blocks.width - 1) / blocks.width, words};
        if (packing.split > 0)
            sizes.insert(sizes.end(), {blocks.width / packing.split, 2, packing.split, packing.together / 2});
        else if (!packing.has_rows())
            sizes.insert(sizes.end(), {blocks.width, packing.together});
        else
            sizes.push_back(packing.together);
        if (sizes.back() == 1) sizes.pop_back();
        for (const std::int64_t size : sizes) text += "[" + std::to_string(size) + "]";
    }
    return text;
}

// Names of the sizes in `packed_order`.
std::string parts_of_order(const Packing& packing) {
    if (packing.together == 1) return "blocks, sum, lanes";
    const std::string words = packing.has_rows()   ? "rows, words of the sum, terms of a word"
                              : packing.split == 0 ? "blocks, words of the sum, lanes, terms of a word"
                              : packing.together == 2
                                  ? "blocks, words of the sum, pairs of lanes, terms of a word, lanes"
                                  : "blocks, words of the sum, vectors, halves of a word, lanes, terms";
    return words + (packing.crossed       ? "; terms 1 and 2 of each four change places"
                    : packing.padding > 0 ? "; zeros at the end of a line"
                    : packing.line > 0    ? "; fewer at the end of a line"
                                          : "");
}

std::string list(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), kMostNamed); ++i)
        text += (i == 0 ? "" : ", ") + comment_text(names[i], 60);
    return text + (names.size() > kMostNamed ? ", ..." : "");
}

// " (dimensions 0, 2, 3, 1 of f32[1,8,9,9])", where they lie in another order than in the module.
std::string order_of(const Value& value) {
    if (!value.moved) return "";
    std::string order;
    for (const std::int64_t d : value.moved->layout.order) order += (order.empty() ? "" : ", ") + std::to_string(d);
    return " (dimensions " + order + " of " + to_string(Shape::array(value.type, value.moved->dims)) + ")";
}

// "; u4[16,31], 2 a byte: one of each half along dimension 0, the first in the lowest bits", where bytes hold several.
std::string packing_of(const Value& value) {
    if (!value.packed) return "";
    const std::string parts = std::to_string(8 / info(value.packed->type).bits);
    return "; " + to_string(Shape::array(value.packed->type, value.packed->dims)) + ", " + parts +
           " a byte: one of each " + (parts == "2" ? "half" : "quarter") + " along dimension " +
           std::to_string(value.packed->along) + ", the first in the lowest bits";
}

std::string comment_of(const ProgramInput& input, const ConstantArray& array, const Use& use) {
    std::vector<std::string> values;
    std::string origin;
    for (const ValueId id : array.values) {
        const Value& value = input[id];
        const std::string start = value.kind == ValueKind::State ? "initial " : "";
        values.push_back(start + value.name + ", " + to_string(Shape::array(value.type, value.dims)) + order_of(value));
        if (origin.empty()) origin = comment_text(value.op_name);
    }
    std::string text = list(values);
    if (!origin.empty()) text += ", " + origin;
    const std::string role = role_word(use.role);
    if (!use.readers.empty()) text += ": " + (role.empty() ? "read by " : role + " of ") + list(use.readers);
    text += packing_of(input[array.values.front()]);
    if (use.packing != nullptr && use.packing->constant)
        text += "; packed as " + packed_order(*use.packing) + " (" + parts_of_order(*use.packing) + ")";
    return text;
}

// True for JAX's name of an argument that became a constant, as params['dense']['kernel'], if it is not long.
bool is_argument(const std::string& op_name) {
    constexpr std::size_t kLongest = 48;
    return op_name.ends_with("]") && op_name.find('/') == op_name.npos && op_name.size() <= kLongest;
}

std::string name_of(const ProgramInput& input, const ConstantArray& array, const Use& use) {
    const Value& value = input[array.values.front()];
    if (value.kind == ValueKind::State) return "initial_" + identifier(value.name);
    if (is_argument(value.op_name)) return identifier(value.op_name);
    const std::string role = role_word(use.role);
    return role.empty() ? label_of(value.op_name, value.name)
                        : identifier(use.readers.front()).substr(0, 30) + "_" + role;
}

} // namespace

std::vector<ConstantName> constant_names(const ProgramInput& input) {
    const std::vector<Use> uses = uses_of(input);
    std::vector<ConstantName> names;
    for (std::size_t i = 0; i < uses.size(); ++i) {
        const ConstantArray& array = input.constants.arrays[i];
        names.push_back({name_of(input, array, uses[i]), comment_of(input, array, uses[i])});
    }
    return names;
}

} // namespace hlo2cpp
