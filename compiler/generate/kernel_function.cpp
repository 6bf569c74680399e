#include "generate/kernel_function.h"

#include <algorithm>
#include <map>

#include "generate/elements.h"
#include "generate/packing.h"
#include "generate/scalar_nest.h"
#include "generate/sort_nest.h"
#include "generate/tiled_nest.h"
#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

// The pointers of a function: those that are asked for. Their names are chosen in front, so that no variable has one.
class Pointers {
public:
    Pointers(const Program& program, const Kernel& kernel, ValueId scratch, Weights& weights, Names& names)
        : program_(program), weights_(weights), names_(names) {
        for (const Output& output : kernel.outputs) {
            const Location& location = program.plan[output.value];
            if (std::ranges::find(outputs_, location) == outputs_.end()) outputs_.push_back(location);
        }
        // All names are taken before the body takes any of its own.
        for (const Output& output : kernel.outputs) add_name(output.value);
        for (const ValueId value : loaded_values(kernel)) add_name(value);
        if (scratch.valid()) add_name(scratch);
        for (std::size_t i = 0; i < kernel.space.term_count(); ++i) {
            const Term& term = kernel.space[TermId(i)];
            if (term.kind == TermKind::Variable)
                variable_names_[term.variable] = names_.unique(program_[term.variable].name);
        }
    }

    std::string name(ValueId value, bool written) {
        const Location& location = program_.plan[value];
        if (location.place == Place::Constant) return weights_.array(program_[value].literal, program_[value].name);
        if (location.place == Place::Counter) return variable(value);
        check_internal(location.place != Place::Nowhere, "a step uses a value that has no place");
        auto known =
            std::ranges::find(pointers_, location, [&](const PointerParameter& p) { return program_.plan[p.value]; });
        if (known == pointers_.end()) {
            pointers_.push_back({.value = value, .name = name_at(location)});
            known = pointers_.end() - 1;
        }
        known->written = known->written || written;
        return program_[known->value].type == program_[value].type ? known->name : view(*known, value, written);
    }

    std::vector<std::pair<ValueId, std::string>> take_variables() { return std::move(variables_); }

    // What the function takes, and at the front of `lines` what it makes of that.
    std::vector<PointerParameter> finish(std::vector<std::string>& lines) {
        std::vector<std::string> views;
        for (const View& view : views_) {
            const std::string type =
                std::string(view.written ? "" : "const ") + memory_alias(program_[view.value].type) + "*";
            const std::string memory = view.written ? "void*" : "const void*";
            views.push_back(type + " const " + view.name + " = static_cast<" + type + ">(static_cast<" + memory + ">(" +
                            pointers_[view.pointer].name + "));");
        }
        lines.insert(lines.begin(), views.begin(), views.end());
        mark_overlaps();
        std::ranges::stable_sort(pointers_, {}, &PointerParameter::written);
        return std::move(pointers_);
    }

private:
    std::string variable(ValueId value) {
        const std::string& name = variable_names_.at(value);
        const std::pair parameter{value, name};
        if (std::ranges::find(variables_, parameter) == variables_.end()) variables_.push_back(parameter);
        return name;
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
        const Location& location = program_.plan[value];
        if (location.place == Place::Constant || location.place == Place::Nowhere) return;
        std::string& name = chosen_[key_of(location)];
        if (name.empty()) name = names_.unique(wanted(value, location));
        std::string& view = view_names_[{key_of(location), program_[value].type}];
        if (view.empty()) view = names_.unique(name + "_" + std::string(info(program_[value].type).name));
    }

    std::string wanted(ValueId value, const Location& location) const {
        const auto output = std::ranges::find(outputs_, location);
        if (output == outputs_.end()) return program_[value].name;
        return outputs_.size() == 1 ? "out" : "out" + std::to_string(output - outputs_.begin());
    }

    const std::string& name_at(const Location& location) const {
        const auto named = chosen_.find(key_of(location));
        check_internal(named != chosen_.end(), "a step uses a value that its kernel does not name");
        return named->second;
    }

    std::string view(const PointerParameter& pointer, ValueId value, bool written) {
        const auto number = static_cast<std::size_t>(&pointer - pointers_.data());
        const ElementType type = program_[value].type;
        auto known = std::ranges::find_if(
            views_, [&](const View& v) { return v.pointer == number && program_[v.value].type == type; });
        if (known == views_.end()) {
            views_.push_back(
                {.pointer = number, .value = value, .name = view_names_.at({key_of(program_.plan[value]), type})});
            known = views_.end() - 1;
        }
        known->written = known->written || written;
        return known->name;
    }

    // Buffers in the arena that overlap, and are not the same: an array inside another one.
    void mark_overlaps() {
        std::vector<PointerParameter*> arena;
        for (PointerParameter& pointer : pointers_)
            if (program_.plan[pointer.value].place == Place::Arena) arena.push_back(&pointer);
        const auto offset = [&](const PointerParameter* p) { return program_.plan[p->value].offset; };
        std::ranges::sort(arena, {}, offset);
        PointerParameter* longest = nullptr; // reaches furthest of those before
        std::int64_t end = 0;
        for (PointerParameter* pointer : arena) {
            if (longest != nullptr && offset(pointer) < end) pointer->alone = longest->alone = false;
            const std::int64_t own_end = offset(pointer) + program_[pointer->value].bytes();
            if (own_end > end) longest = pointer, end = own_end;
        }
    }

    const Program& program_;
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

std::string element_type_at(const Program& program, ValueId value) {
    const ElementType type = program[value].type;
    return program.plan[value].place == Place::Arena ? memory_alias(type) : std::string(info(type).memory_type);
}

bool has_work(const Program& program, KernelId id) {
    const Kernel& kernel = program.kernels[id];
    return !program.nests.nests[id.index()].pieces.empty() && std::ranges::find(kernel.dims, 0) == kernel.dims.end();
}

std::vector<std::string> kernel_lines(const Program& program, KernelId id, const PointerName& pointer, Weights& weights,
                                      Names& names, Locals& locals, const Part& part) {
    const Kernel& kernel = program.kernels[id];
    const PackedName packed = [&](const Packing& packing) {
        if (packing.literal == nullptr) return pointer(program.schedule.scratch[id.index()], true);
        return weights.array(packing.literal, program[kernel.exprs[packing.load].value].name);
    };
    const bool wide = needs_wide_index(kernel), deterministic = program.options.deterministic;
    const std::vector<Piece>& pieces = program.nests.nests[id.index()].pieces;
    const bool tiled = std::ranges::any_of(pieces, [](const Piece& piece) { return piece.tile.tiled(); });
    Blocks blocks(!tiled && program.nests.target.vector_bytes == 0);
    for (const Packing& packing : program.nests.nests[id.index()].packings) {
        if (packing.literal != nullptr || part.first > 0) continue;
        Names packing_names(&names);
        Emitter emitter(kernel, program.schedule.values, all_ranges(kernel), {packing.load}, wide, deterministic,
                        pointer, packing_names, blocks);
        print_packing(packing, pieces.front().tile.lane_dim, emitter, packed(packing));
    }
    for (std::size_t i = part.first; i < std::min(part.end, pieces.size()); ++i) {
        const Piece& piece = pieces[i];
        const bool several = std::min(part.end, pieces.size()) - part.first > 1;
        if (several) blocks.open(Block{.header = "{ // " + box_text(piece), .footer = "}"});
        Names piece_names(&names);
        Emitter emitter(kernel, program.schedule.values, emitted_ranges(kernel, piece), emitted_roots(kernel), wide,
                        deterministic, pointer, piece_names, blocks);
        if (kernel.sort)
            print_sort(program, program.nests.nests[id.index()], piece, emitter, pointer);
        else if (piece.tile.lane_dim >= 0)
            print_tiled_piece(program.nests.nests[id.index()], piece, emitter, pointer, packed, locals);
        else
            print_scalar_piece(emitter, piece);
        if (several) blocks.close();
    }
    return blocks.take_lines();
}

std::vector<Part> parts_of(const Program& program, KernelId id) {
    const std::vector<Piece>& pieces = program.nests.nests[id.index()].pieces;
    if (std::ranges::none_of(pieces, [](const Piece& piece) { return piece.tile.tiled(); })) return {Part{}};
    std::vector<Part> parts;
    for (std::size_t i = 0; i < pieces.size(); ++i)
        parts.push_back({i, i + 1, pieces.size() > 1 ? box_text(pieces[i]) : ""});
    return parts;
}

KernelFunction kernel_function(const Program& program, KernelId id, Weights& weights, const Names& globals,
                               const Part& part) {
    Names names(&globals);
    Pointers pointers(program, program.kernels[id], program.schedule.scratch[id.index()], weights, names);
    KernelFunction function;
    function.lines = kernel_lines(
        program, id, [&](ValueId value, bool written) { return pointers.name(value, written); }, weights, names,
        function.locals, part);
    function.parameters = pointers.finish(function.lines);
    function.variables = pointers.take_variables();
    return function;
}

} // namespace hlo2cpp
