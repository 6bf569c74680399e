#include "program/kernel_function.h"

#include <algorithm>
#include <map>

#include "program/packing.h"
#include "program/scalar_nest.h"
#include "program/sort_nest.h"
#include "program/tiled_nest.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

// The pointers of a function: those that are asked for. Their names are chosen in front, so that no variable has one.
class Pointers {
public:
    Pointers(const ProgramInput& input, const Kernel& kernel, ValueId scratch, Weights& weights, Names& names)
        : input_(input), weights_(weights), names_(names) {
        for (const Output& output : kernel.outputs) {
            const Location& location = input.plan[output.value];
            if (std::ranges::find(outputs_, location) == outputs_.end()) outputs_.push_back(location);
        }
        // All names are taken before the body takes any of its own.
        for (const Output& output : kernel.outputs) add_name(output.value);
        for (const ValueId value : loaded_values(kernel)) add_name(value);
        if (scratch.valid()) add_name(scratch);
        for (std::size_t i = 0; i < kernel.space.term_count(); ++i) {
            const Term& term = kernel.space[TermId(i)];
            if (term.kind == TermKind::Variable)
                variable_names_[term.variable] = names_.unique(input_[term.variable].name);
        }
    }

    tree::Expression pointer(ValueId value, bool written) {
        const Location& location = input_.plan[value];
        if (location.place == Place::Constant) return weights_.array(input_[value].literal, input_[value].name);
        if (location.place == Place::Counter) return variable(value);
        check_internal(location.place != Place::Nowhere, "a step uses a value that has no place");
        auto known =
            std::ranges::find(pointers_, location, [&](const PointerParameter& p) { return input_.plan[p.value]; });
        if (known == pointers_.end()) {
            pointers_.push_back({.value = value, .name = name_at(location)});
            known = pointers_.end() - 1;
        }
        known->written = known->written || written;
        const bool same = input_[known->value].type == input_[value].type;
        return tree::name(same ? known->name : view(*known, value, written));
    }

    std::vector<std::pair<ValueId, std::string>> take_variables() { return std::move(variables_); }

    // What the function takes, and at the front of `body` what it makes of that.
    std::vector<PointerParameter> finish(tree::Statements& body) {
        tree::Statements views;
        for (const View& view : views_) {
            const tree::Type element = tree::arena_type(input_[view.value].type), memory;
            const auto type = [&](const tree::Type& to) {
                return tree::pointer_to(view.written ? to : tree::constant(to));
            };
            const tree::Expression bytes = tree::cast(type(memory), tree::name(pointers_[view.pointer].name));
            views.push_back(tree::Declare{
                .type = tree::fixed(type(element)), .name = view.name, .value = tree::cast(type(element), bytes)});
        }
        body.insert(body.begin(), views.begin(), views.end());
        mark_overlaps();
        std::ranges::stable_sort(pointers_, {}, &PointerParameter::written);
        return std::move(pointers_);
    }

private:
    tree::Expression variable(ValueId value) {
        const std::string& name = variable_names_.at(value);
        const std::pair parameter{value, name};
        if (std::ranges::find(variables_, parameter) == variables_.end()) variables_.push_back(parameter);
        return tree::name(name);
    }

    // The same bytes as elements of another type.
    struct View {
        std::size_t pointer = 0;
        ValueId value;
        std::string name;
        bool written = false;
    };

    using Key = std::pair<Place, std::int64_t>;
    static Key key_of(const Location& location) { return {location.place, location.offset}; }

    void add_name(ValueId value) {
        const Location& location = input_.plan[value];
        if (location.place == Place::Constant || location.place == Place::Nowhere) return;
        std::string& name = chosen_[key_of(location)];
        if (name.empty()) name = names_.unique(wanted(value, location));
        std::string& view = view_names_[{key_of(location), input_[value].type}];
        if (view.empty()) view = names_.unique(name + "_" + std::string(info(input_[value].type).name));
    }

    std::string wanted(ValueId value, const Location& location) const {
        const auto output = std::ranges::find(outputs_, location);
        if (output == outputs_.end()) return input_[value].name;
        return outputs_.size() == 1 ? "out" : "out" + std::to_string(output - outputs_.begin());
    }

    const std::string& name_at(const Location& location) const {
        const auto named = chosen_.find(key_of(location));
        check_internal(named != chosen_.end(), "a step uses a value that its kernel does not name");
        return named->second;
    }

    std::string view(const PointerParameter& pointer, ValueId value, bool written) {
        const auto number = static_cast<std::size_t>(&pointer - pointers_.data());
        const ElementType type = input_[value].type;
        auto known = std::ranges::find_if(
            views_, [&](const View& v) { return v.pointer == number && input_[v.value].type == type; });
        if (known == views_.end()) {
            views_.push_back(
                {.pointer = number, .value = value, .name = view_names_.at({key_of(input_.plan[value]), type})});
            known = views_.end() - 1;
        }
        known->written = known->written || written;
        return known->name;
    }

    // Buffers in the arena that overlap, and are not the same: an array inside another one.
    void mark_overlaps() {
        std::vector<PointerParameter*> arena;
        for (PointerParameter& pointer : pointers_)
            if (input_.plan[pointer.value].place == Place::Arena) arena.push_back(&pointer);
        const auto offset = [&](const PointerParameter* p) { return input_.plan[p->value].offset; };
        std::ranges::sort(arena, {}, offset);
        PointerParameter* longest = nullptr; // reaches furthest of those before
        std::int64_t end = 0;
        for (PointerParameter* pointer : arena) {
            if (longest != nullptr && offset(pointer) < end) pointer->alone = longest->alone = false;
            const std::int64_t own_end = offset(pointer) + input_[pointer->value].bytes();
            if (own_end > end) longest = pointer, end = own_end;
        }
    }

    const ProgramInput& input_;
    Weights& weights_;
    Names& names_;
    std::map<Key, std::string> chosen_;                             // names of the pointers
    std::map<std::pair<Key, ElementType>, std::string> view_names_; // of the same bytes as elements of a type
    std::map<ValueId, std::string> variable_names_;
    std::vector<Location> outputs_;
    std::vector<std::pair<ValueId, std::string>> variables_;
    std::vector<PointerParameter> pointers_;
    std::vector<View> views_;
};

// "[0, 1) x [0, 32)": the points of a piece.
std::string box_text(const Piece& piece) {
    std::string text;
    for (const Range& range : piece.box)
        text += (text.empty() ? "[" : " x [") + std::to_string(range.begin) + ", " + std::to_string(range.end) + ")";
    return text;
}

} // namespace

tree::Type element_type_at(const ProgramInput& input, ValueId value) {
    const ElementType type = input[value].type;
    return input.plan[value].place == Place::Arena ? tree::arena_type(type) : tree::memory_type(type);
}

bool has_work(const ProgramInput& input, KernelId id) {
    const Kernel& kernel = input.kernels[id];
    return !input.nests.nests[id.index()].pieces.empty() && std::ranges::find(kernel.dims, 0) == kernel.dims.end();
}

tree::Statements kernel_statements(const ProgramInput& input, KernelId id, const Pointer& pointer, Weights& weights,
                                   Names& names, const Part& part) {
    const Kernel& kernel = input.kernels[id];
    const LoopNest& nest = input.nests.nests[id.index()];
    const PackedArray packed = [&](const Packing& packing) {
        if (packing.literal == nullptr) return pointer(input.schedule.scratch[id.index()], true);
        return weights.array(packing.literal, input[kernel.exprs[packing.load].value].name);
    };
    const bool wide = needs_wide_index(kernel), deterministic = input.options.deterministic;
    const std::vector<Value>& values = input.schedule.values;
    Blocks blocks(nest.rolled);
    for (const Packing& packing : nest.packings) {
        if (packing.literal != nullptr || part.first > 0) continue;
        Names packing_names(&names);
        Emitter emitter(kernel, values, all_ranges(kernel), {packing.load}, wide, deterministic, pointer, packing_names,
                        blocks);
        build_packing(packing, nest.pieces.front().tile.lane_dim, emitter, packed(packing));
    }
    const std::size_t end = std::min(part.end, nest.pieces.size());
    for (std::size_t i = part.first; i < end; ++i) {
        const Piece& piece = nest.pieces[i];
        const bool several = end - part.first > 1;
        if (several) blocks.open_block(box_text(piece));
        Names piece_names(&names);
        Emitter emitter(kernel, values, emitted_ranges(kernel, piece), emitted_roots(kernel), wide, deterministic,
                        pointer, piece_names, blocks);
        if (kernel.sort)
            build_sort(input, nest, piece, emitter, pointer);
        else if (piece.tile.lane_dim >= 0)
            build_tiled_piece(nest, piece, emitter, pointer, packed);
        else
            build_scalar_piece(emitter, piece);
        if (several) blocks.close();
    }
    return blocks.take_all();
}

std::vector<Part> parts_of(const ProgramInput& input, KernelId id) {
    const LoopNest& nest = input.nests.nests[id.index()];
    std::vector<Part> parts;
    for (const Range& function : nest.functions) {
        const auto first = static_cast<std::size_t>(function.begin), end = static_cast<std::size_t>(function.end);
        const bool others = function.size() == 1 && nest.pieces.size() > 1;
        parts.push_back({first, end, others ? box_text(nest.pieces[first]) : ""});
    }
    return parts;
}

KernelFunction kernel_function(const ProgramInput& input, KernelId id, Weights& weights, const Names& globals,
                               const Part& part) {
    Names names(&globals);
    Pointers pointers(input, input.kernels[id], input.schedule.scratch[id.index()], weights, names);
    KernelFunction function;
    function.body = kernel_statements(
        input, id, [&](ValueId value, bool written) { return pointers.pointer(value, written); }, weights, names, part);
    function.parameters = pointers.finish(function.body);
    function.variables = pointers.take_variables();
    return function;
}

} // namespace hlo2cpp
