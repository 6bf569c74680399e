#include "program/kernel_function.h"

#include <algorithm>
#include <map>

#include "program/from_nest.h"
#include "program/packing.h"
#include "program/roles.h"
#include "program/scalar_nest.h"
#include "support/append_new.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

// The pointers of a function, each added when the body asks for it. Their names are chosen before the body is built, so
// that no variable takes one.
class Pointers {
public:
    Pointers(const ProgramInput& input, const CallGroup& calls, Weights& weights, Names& names,
             const ParameterName& parameter_name)
        : input_(input), calls_(calls), first_(*calls.front()), kernel_(input.kernels[first_.kernel]),
          weights_(weights), names_(names), bytes_(shared_bytes(input, first_)), roles_(role_names(kernel_)) {
        roles_.push_back("scratch");
        if (!parameter_name) wanted_ = roles_;
        for (std::size_t i = 0; parameter_name && i < kernel_.arguments.size(); ++i)
            wanted_.push_back(parameter_name(first_.values[i]));
        wanted_.push_back("scratch");
        for (const Output& output : kernel_.outputs) append_new(outputs_, bytes_[output.argument.index()]);
        // All names are taken before the body takes any of its own.
        for (const Output& output : kernel_.outputs) add_name(output.argument);
        for (const ArgumentId argument : loaded_arguments(kernel_)) add_name(argument);
        if (first_.scratch.valid()) add_name(scratch_of(kernel_));
        const std::vector<Packing>& packings = input.nests.nests[first_.kernel.index()].packings;
        for (std::size_t i = 0; i < packings.size(); ++i)
            if (packings[i].constant)
                add_constant(kernel_.exprs[packings[i].load].argument, static_cast<std::int64_t>(i));
        for (std::size_t i = 0; i < kernel_.arguments.size(); ++i)
            if (kernel_.arguments[i].range) variable_names_[ArgumentId(i)] = names_.unique(wanted_[i]);
    }

    tree::Expression pointer(ArgumentId argument, bool written) {
        if (const Place place = place_of(argument); place == Place::Constant)
            return constant(argument, -1);
        else if (place == Place::Counter)
            return variable(argument);
        const std::int32_t bytes = bytes_[argument.index()];
        check_internal(bytes >= 0, "a step uses a value that has no place");
        auto known = std::ranges::find(pointers_, bytes, [&](const PointerParameter& p) {
            return p.packing >= 0 ? -1 : bytes_[p.argument.index()];
        });
        if (known == pointers_.end()) {
            pointers_.push_back({.argument = argument,
                                 .element = element_of(argument),
                                 .name = name_at(bytes),
                                 .role = is_output(bytes) ? "out" : roles_[argument.index()],
                                 .elements = input_[value(first_, argument)].elements()});
            known = pointers_.end() - 1;
        }
        known->written = known->written || written;
        const std::int64_t own_bytes = byte_size(type(known->argument));
        known->elements = std::max(known->elements, input_[value(first_, argument)].bytes() / own_bytes);
        return tree::name(type(known->argument) == type(argument) ? known->name : view(*known, argument, written));
    }

    // Pointer to a constant: an array that all calls share, or a parameter.
    tree::Expression constant(ArgumentId argument, std::int64_t packing) {
        const auto chosen = constant_names_.find({argument, packing});
        if (chosen == constant_names_.end()) return weights_.array(constant_of(input_, first_, argument, packing));
        const auto known = std::ranges::find_if(
            pointers_, [&](const PointerParameter& p) { return p.argument == argument && p.packing == packing; });
        if (known == pointers_.end()) {
            const ConstantId id = constant_of(input_, first_, argument, packing);
            const Literal& literal = *input_.constants[id].literal;
            pointers_.push_back({.argument = argument,
                                 .packing = packing,
                                 .element = element_of_constant(type(argument), is_byte_string(input_, id)),
                                 .name = chosen->second,
                                 .role = roles_[argument.index()],
                                 .elements = literal.shape.elements()});
        }
        return tree::name(chosen->second);
    }

    std::vector<std::pair<ArgumentId, std::string>> take_variables() { return std::move(variables_); }

    // Pointer parameters of the function. Declarations of its views are added at the front of `body`.
    std::vector<PointerParameter> finish(tree::Statements& body) {
        tree::Statements views;
        for (const View& view : views_) {
            const tree::Type element = tree::arena_type(type(view.argument)), memory;
            const auto as = [&](const tree::Type& to) {
                return tree::pointer_to(view.written ? to : tree::constant(to));
            };
            const tree::Expression bytes = tree::cast(as(memory), tree::name(pointers_[view.pointer].name));
            views.push_back(tree::Declare{
                .type = tree::fixed(as(element)), .name = view.name, .value = tree::cast(as(element), bytes)});
        }
        body.insert(body.begin(), views.begin(), views.end());
        for (const Call* call : calls_) mark_overlaps(*call);
        std::ranges::stable_sort(pointers_, {}, &PointerParameter::written);
        return std::move(pointers_);
    }

private:
    // A pointer to the bytes of another one, as elements of another type.
    struct View {
        std::size_t pointer = 0;
        ArgumentId argument;
        std::string name;
        bool written = false;
    };

    ValueId value(const Call& call, ArgumentId argument) const {
        return argument == scratch_of(kernel_) ? call.scratch : call[argument];
    }
    ElementType type(ArgumentId argument) const { return input_[value(first_, argument)].type; }
    Place place_of(ArgumentId argument) const { return input_.plan[value(first_, argument)].place; }

    // Element type of a pointer. It may alias if one call passes an array that may; a pointer to the caller's memory
    // then becomes such a pointer, too.
    tree::Type element_of(ArgumentId argument) const {
        const auto element = [&](const Call* call) { return element_type_at(input_, value(*call, argument)); };
        const auto aliases = [&](const Call* call) { return element(call).kind == tree::TypeKind::Arena; };
        const auto aliasing = std::ranges::find_if(calls_, aliases);
        return element(aliasing == calls_.end() ? &first_ : *aliasing);
    }

    tree::Expression variable(ArgumentId argument) {
        const std::string& name = variable_names_.at(argument);
        append_new(variables_, {argument, name});
        return tree::name(name);
    }

    void add_name(ArgumentId argument) {
        if (place_of(argument) == Place::Constant) return add_constant(argument, -1);
        const std::int32_t bytes = bytes_[argument.index()];
        if (bytes < 0) return;
        std::string& name = chosen_[bytes];
        if (name.empty()) name = names_.unique(wanted(argument, bytes));
        std::string& view = view_names_[{bytes, type(argument)}];
        if (view.empty()) view = names_.unique(name + "_" + std::string(info(type(argument)).name));
    }

    void add_constant(ArgumentId argument, std::int64_t packing) {
        if (packing < 0 && !input_.constants.of_value[first_[argument].index()].valid()) return; // only packed
        const auto array = [&](const Call* call) { return constant_of(input_, *call, argument, packing); };
        const ConstantId first = array(&first_);
        if (std::ranges::all_of(calls_, [&](const Call* call) { return array(call) == first; })) return;
        constant_names_[{argument, packing}] = names_.unique(wanted_[argument.index()]);
    }

    std::string wanted(ArgumentId argument, std::int32_t bytes) const {
        const auto output = std::ranges::find(outputs_, bytes);
        if (output == outputs_.end()) return wanted_[argument.index()];
        return outputs_.size() == 1 ? "out" : "out" + std::to_string(output - outputs_.begin());
    }

    bool is_output(std::int32_t bytes) const { return std::ranges::find(outputs_, bytes) != outputs_.end(); }

    const std::string& name_at(std::int32_t bytes) const {
        const auto named = chosen_.find(bytes);
        check_internal(named != chosen_.end(), "a step uses a value that its kernel does not name");
        return named->second;
    }

    std::string view(const PointerParameter& pointer, ArgumentId argument, bool written) {
        const auto number = static_cast<std::size_t>(&pointer - pointers_.data());
        auto known = std::ranges::find_if(
            views_, [&](const View& v) { return v.pointer == number && type(v.argument) == type(argument); });
        if (known == views_.end()) {
            const std::string& name = view_names_.at({bytes_[argument.index()], type(argument)});
            views_.push_back({.pointer = number, .argument = argument, .name = name});
            known = views_.end() - 1;
        }
        known->written = known->written || written;
        return known->name;
    }

    // Marks pointers to buffers of the arena that overlap without being equal: an array inside another one.
    void mark_overlaps(const Call& call) {
        std::vector<PointerParameter*> arena;
        for (PointerParameter& pointer : pointers_)
            if (input_.plan[value(call, pointer.argument)].place == Place::Arena) arena.push_back(&pointer);
        const auto offset = [&](const PointerParameter* p) { return input_.plan[value(call, p->argument)].offset; };
        const auto region = [&](const PointerParameter* p) { return input_.plan[value(call, p->argument)].region; };
        std::ranges::sort(arena, {}, [&](const PointerParameter* p) { return std::pair(region(p), offset(p)); });
        PointerParameter* longest = nullptr; // the earlier pointer that reaches furthest
        std::int64_t end = 0;
        for (PointerParameter* pointer : arena) {
            if (longest != nullptr && region(longest) != region(pointer)) longest = nullptr, end = 0;
            if (longest != nullptr && offset(pointer) < end) pointer->alone = longest->alone = false;
            const std::int64_t own_end = offset(pointer) + input_[value(call, pointer->argument)].bytes();
            if (own_end > end) longest = pointer, end = own_end;
        }
    }

    const ProgramInput& input_;
    const CallGroup& calls_;
    const Call& first_;
    const Kernel& kernel_;
    Weights& weights_;
    Names& names_;
    const std::vector<std::int32_t> bytes_;
    std::vector<std::string> roles_, wanted_;                                   // names by argument, the scratch last
    std::map<std::int32_t, std::string> chosen_;                                // names of the pointers
    std::map<std::pair<std::int32_t, ElementType>, std::string> view_names_;    // by pointer and element type
    std::map<std::pair<ArgumentId, std::int64_t>, std::string> constant_names_; // of constants as parameters
    std::map<ArgumentId, std::string> variable_names_;
    std::vector<std::int32_t> outputs_;
    std::vector<std::pair<ArgumentId, std::string>> variables_;
    std::vector<PointerParameter> pointers_;
    std::vector<View> views_;
};

// Points that a body stores, by the loop variables that do not take all values: "i0 < 2 of 9, 5 <= i1 < 8 of 10".
std::string box_text(const Kernel& kernel, const nest::Body& body) {
    std::vector<Range> box = body.box;
    for (const nest::Overlap& overlap : body.overlaps)
        if (!overlap.stored) box[static_cast<std::size_t>(overlap.dim)].begin += overlap.points;
    std::string text;
    for (std::size_t d = 0; d < box.size(); ++d) {
        const Range& range = box[d];
        const std::string name = name_of_dimension(kernel, static_cast<std::int64_t>(d));
        const bool first = range.begin == 0, last = range.end == kernel.dims[d];
        if (first && last) continue;
        text += (text.empty() ? "" : ", ") +
                (range.size() == 1 ? name + " = " + std::to_string(range.begin)
                 : first           ? name + " < " + std::to_string(range.end)
                 : last            ? name + " >= " + std::to_string(range.begin)
                                   : std::to_string(range.begin) + " <= " + name + " < " + std::to_string(range.end)) +
                " of " + std::to_string(kernel.dims[d]);
    }
    return text.empty() ? "all points" : text;
}

} // namespace

tree::Type element_type_at(const ProgramInput& input, ValueId value) {
    const ElementType type = input[value].type;
    if (input.plan[value].place == Place::Constant)
        return element_of_constant(type, is_byte_string(input, input.constants.of_value[value.index()]));
    return input.plan[value].place == Place::Arena ? tree::arena_type(type) : tree::memory_type(type);
}

std::vector<std::int32_t> shared_bytes(const ProgramInput& input, const Call& call) {
    std::vector<ValueId> values = call.values;
    values.push_back(call.scratch);
    std::vector<std::int32_t> bytes;
    for (const ValueId value : values) {
        const Location location = value.valid() ? input.plan[value] : Location{};
        const bool memory =
            location.place == Place::Arena || location.place == Place::Parameter || location.place == Place::Result;
        const auto same =
            std::ranges::find_if(values, [&](ValueId other) { return other.valid() && input.plan[other] == location; });
        bytes.push_back(memory ? static_cast<std::int32_t>(same - values.begin()) : -1);
    }
    return bytes;
}

ConstantId constant_of(const ProgramInput& input, const Call& call, ArgumentId argument, std::int64_t packing) {
    if (packing < 0) return input.constants.of_value[call[argument].index()];
    return input.constants.packed.at({call[argument], call.kernel, static_cast<std::size_t>(packing)});
}

bool has_work(const ProgramInput& input, KernelId id) {
    const Kernel& kernel = input.kernels[id];
    const LoopNest& nest = input.nests.nests[id.index()];
    return !nest.is_empty() && std::ranges::find(kernel.dims, 0) == kernel.dims.end();
}

KernelUse use_of(const ProgramInput& input, const Call& call) {
    KernelUse use{.kernel = input.kernels[call.kernel],
                  .nest = input.nests.nests[call.kernel.index()],
                  .values = {},
                  .arithmetic = arithmetic_of(input, call.kernel),
                  .chunk = {}};
    for (const ValueId value : call.values) use.values.push_back(input[value]);
    return use;
}

tree::Statements kernel_statements(const KernelUse& use, const Pointer& pointer, const PackedArray& packed,
                                   Names& names, const Part& part) {
    const auto& [kernel, nest, values, arithmetic, chunk] = use;
    const bool wide = needs_wide_index(kernel);
    Blocks blocks(nest.rolled);
    for (const Packing& packing : nest.packings) {
        if (packing.constant || !part.packs) continue;
        Names packing_names(&names);
        Emitter emitter(kernel, values, all_ranges(kernel), {packing.load}, wide, arithmetic, pointer, packing_names,
                        blocks);
        build_packing(packing, emitter, packed(packing), nest.scratch_type);
    }
    const std::size_t end = std::min(part.end, nest.bodies.size());
    for (std::size_t i = part.first; i < end; ++i) {
        const nest::Body& body = nest.bodies[i];
        const bool several = end - part.first > 1;
        if (several) blocks.open_block(box_text(kernel, body));
        Names body_names(&names);
        Emitter emitter(kernel, values, emitted_ranges(kernel, body.box), emitted_roots(kernel), wide, arithmetic,
                        pointer, body_names, blocks);
        FromNest(nest, body, emitter, pointer, packed, chunk).build();
        if (several) blocks.close();
    }
    return blocks.take_all();
}

std::vector<Part> parts_of(const ProgramInput& input, KernelId id) {
    const LoopNest& nest = input.nests.nests[id.index()];
    std::vector<Part> parts;
    // Operands are packed before any chunk begins.
    const bool packs_before = nest.chunks > 1 && !std::ranges::all_of(nest.packings, &Packing::constant);
    if (packs_before) parts.push_back({.end = 0, .box = {}});
    for (const Range& function : nest.functions) {
        const auto first = static_cast<std::size_t>(function.begin), end = static_cast<std::size_t>(function.end);
        const bool others = function.size() == 1 && (nest.bodies.size() > 1 || packs_before);
        parts.push_back({first, end, others ? box_text(input.kernels[id], nest.bodies[first]) : "", parts.empty()});
    }
    return parts;
}

KernelFunction kernel_function(const ProgramInput& input, const CallGroup& calls, Weights& weights,
                               const Names& globals, const Part& part, const ParameterName& parameter_name) {
    Names names(&globals);
    Pointers pointers(input, calls, weights, names, parameter_name);
    const Call& call = *calls.front();
    const Kernel& kernel = input.kernels[call.kernel];
    const LoopNest& nest = input.nests.nests[call.kernel.index()];
    const std::vector<Packing>& packings = nest.packings;
    const Pointer pointer = [&](ArgumentId argument, bool written) { return pointers.pointer(argument, written); };
    const PackedArray packed = [&](const Packing& packing) {
        if (!packing.constant) return pointers.pointer(scratch_of(kernel), part.packs);
        return pointers.constant(kernel.exprs[packing.load].argument, &packing - packings.data());
    };
    KernelFunction function;
    KernelUse use = use_of(input, call);
    if (nest.chunks > 1 && part.has_bodies()) {
        function.chunk = names.unique("chunk");
        use.chunk = tree::name(function.chunk);
    }
    function.body = kernel_statements(use, pointer, packed, names, part);
    function.parameters = pointers.finish(function.body);
    function.variables = pointers.take_variables();
    return function;
}

} // namespace hlo2cpp
