#include "generate/sort_nest.h"

#include "generate/elements.h"
#include "generate/numbers.h"
#include "generate/scalar_nest.h"

namespace hlo2cpp {
namespace {

// What the printed function calls the parts of one output.
struct Column {
    ElementType type = ElementType::F32;
    std::string line;    // points to the first element
    std::string element; // that insertion moves
    std::string left;    // points to the scratch
    bool compared = false;
};

class SortPrinter {
public:
    SortPrinter(const Program& program, const LoopNest& nest, Emitter& emitter, const PointerName& pointer)
        : program_(program), nest_(nest), emitter_(emitter), pointer_(pointer), sort_(*emitter.kernel().sort),
          type_(emitter.index_type()), size_(integer_literal(sort_.size)) {}

    void print(const Piece& piece) {
        const Kernel& kernel = emitter_.kernel();
        Blocks& blocks = emitter_.blocks();
        for (const Output& output : kernel.outputs) columns_.push_back({.type = kernel[output.argument].type});
        print_before();
        if (nest_.sort->run < sort_.size) print_scratch();
        const std::size_t outside = blocks.top();
        blocks.open_plain();
        for (std::size_t d = 0; d < piece.box.size(); ++d)
            emitter_.bind(static_cast<std::int64_t>(d), {.offset = piece.box[d].begin});
        for (const Loop& loop : piece.loops)
            open_loop(emitter_, loop.dim, piece.box[static_cast<std::size_t>(loop.dim)]);
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            columns_[i].element = name("element", i);
            const std::string first = emitter_.index(kernel.outputs[i].index),
                              whole = pointer_(kernel.outputs[i].argument, true);
            columns_[i].line = first == "0" ? whole : name("line", i);
            if (first != "0") blocks.line("auto* const " + columns_[i].line + " = " + whole + " + " + first + ";");
        }
        print_runs();
        if (nest_.sort->run < sort_.size) print_merges();
        while (blocks.top() > outside) blocks.close();
    }

private:
    std::string unique(const char* wanted) { return emitter_.names().unique(wanted); }
    std::string name(const std::string& wanted, std::size_t i) {
        return emitter_.names().unique(columns_.size() == 1 ? wanted : wanted + std::to_string(i));
    }
    std::string at(const std::string& line, const std::string& number) const {
        if (sort_.stride == 1) return line + "[" + number + "]";
        return line + "[" + in_parentheses(number) + " * " + integer_literal(sort_.stride) + "]";
    }
    void open_for(const std::string& counter, const std::string& from, const std::string& test,
                  const std::string& step) {
        emitter_.blocks().open_loop("for (" + type_ + " " + counter + " = " + from + "; " + test + "; " + step + ") {");
    }

    // By slot: whether the comparison needs that element.
    std::vector<bool> compared_slots() const {
        const ExprGraph& exprs = emitter_.kernel().exprs;
        std::vector<bool> used(2 * columns_.size(), false), seen(exprs.size(), false);
        std::vector<ExprId> pending = {sort_.before};
        while (!pending.empty()) {
            const ExprId id = pending.back();
            pending.pop_back();
            if (seen[id.index()]) continue;
            seen[id.index()] = true;
            if (exprs[id].kind == ExprKind::Accumulator) used[static_cast<std::size_t>(exprs[id].slot)] = true;
            pending.insert(pending.end(), exprs[id].operands.begin(), exprs[id].operands.end());
        }
        return used;
    }

    // The comparison as a function of elements in memory.
    void print_before() {
        Blocks& blocks = emitter_.blocks();
        const std::vector<bool> used = compared_slots();
        Names names(&emitter_.names());
        before_ = unique("before");
        std::string parameters;
        std::vector<std::string> values, conversions;
        for (std::size_t slot = 0; slot < used.size(); ++slot) {
            Column& column = columns_[slot / 2];
            column.compared = used[slot / 2 * 2] || used[slot / 2 * 2 + 1];
            values.emplace_back();
            if (!column.compared) continue;
            std::string parameter;
            if (used[slot]) {
                values[slot] = parameter =
                    names.unique((slot % 2 == 0 ? "a" : "b") + (columns_.size() == 1 ? "" : std::to_string(slot / 2)));
                if (is_pred(column.type) || is_narrow_float(column.type)) {
                    parameter = names.unique(values[slot] + "_bits");
                    conversions.push_back("const " + std::string(info(column.type).value_type) + " " + values[slot] +
                                          " = " + value_from_memory(column.type, parameter) + ";");
                }
            }
            parameters += (parameters.empty() ? "" : ", ") + std::string(info(column.type).memory_type) +
                          (parameter.empty() ? "" : " " + parameter);
        }
        blocks.line("// Whether one belongs in front of the other.");
        blocks.open(Block{.header = "const auto " + before_ + " = [](" + parameters + ") noexcept {", .footer = "};"});
        for (const std::string& conversion : conversions) blocks.line(conversion);
        Emitter inside(emitter_.kernel(), emitter_.values(), all_ranges(emitter_.kernel()), {sort_.before}, false,
                       program_.options.deterministic, pointer_, names, blocks);
        inside.bind_accumulators(values);
        const std::string text = inside.expression(sort_.before);
        blocks.line("return " + text + ";");
        blocks.close();
    }

    // "before(element, line[to - 1])": of all columns that are compared.
    std::string before(const std::function<std::string(const Column&)>& a,
                       const std::function<std::string(const Column&)>& b) const {
        std::string text;
        for (const Column& column : columns_)
            if (column.compared) text += (text.empty() ? "" : ", ") + a(column) + ", " + b(column);
        return before_ + "(" + text + ")";
    }

    void print_scratch() {
        const std::string scratch = pointer_(scratch_of(emitter_.kernel()), true);
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            const std::int64_t first = nest_.sort->scratch[i];
            const std::string start = first == 0 ? scratch : scratch + " + " + integer_literal(first);
            columns_[i].left = columns_.size() == 1 ? scratch : name("left", i);
            if (columns_.size() == 1) continue;
            const std::string to = memory_alias(columns_[i].type) + "*";
            const bool same = columns_[i].type == nest_.scratch_type;
            emitter_.blocks().line(to + " const " + columns_[i].left + " = " +
                                   (same ? start : "static_cast<" + to + ">(static_cast<void*>(" + start + "))") + ";");
        }
    }

    void print_runs() {
        Blocks& blocks = emitter_.blocks();
        const bool whole = nest_.sort->run >= sort_.size;
        const std::string run = integer_literal(nest_.sort->run), k = unique("k"), to = unique("to");
        std::string begin = "0", end = size_;
        if (!whole) {
            begin = unique("begin");
            end = unique("end");
            blocks.line("// Runs of " + run + ": each element goes to the left as long as it belongs in front.");
            open_for(begin, "0", begin + " < " + size_, begin + " += " + run);
            blocks.line("const " + type_ + " " + end + " = " + shorter(begin + " + " + run) + ";");
        }
        open_for(k, whole ? "1" : begin + " + 1", k + " < " + end, "++" + k);
        for (const Column& column : columns_)
            blocks.line("const " + std::string(info(column.type).memory_type) + " " + column.element + " = " +
                        at(column.line, k) + ";");
        blocks.line(type_ + " " + to + " = " + k + ";");
        const std::string test = before([](const Column& column) { return column.element; },
                                        [&](const Column& column) { return at(column.line, to + " - 1"); });
        blocks.open_loop("for (; " + to + " > " + begin + " && " + test + "; --" + to + ") {");
        for (const Column& column : columns_)
            blocks.line(at(column.line, to) + " = " + at(column.line, to + " - 1") + ";");
        blocks.close();
        for (const Column& column : columns_) blocks.line(at(column.line, to) + " = " + column.element + ";");
        blocks.close();
        if (!whole) blocks.close();
    }

    // The smaller one of it and the size of the line.
    std::string shorter(const std::string& end) const { return end + " < " + size_ + " ? " + end + " : " + size_; }

    void print_merges() {
        Blocks& blocks = emitter_.blocks();
        const std::string width = unique("width"), begin = unique("first"), middle = unique("middle"),
                          end = unique("last");
        const std::string k = unique("n"), to = unique("place"), left = unique("next_left"),
                          right = unique("next_right");
        blocks.line("// Neighbours become one: the left one steps aside and comes back in order with the right one.");
        open_for(width, integer_literal(nest_.sort->run), width + " < " + size_, width + " *= 2");
        open_for(begin, "0", begin + " + " + width + " < " + size_, begin + " += 2 * " + width);
        const auto constant = [&](const std::string& name, const std::string& text) {
            blocks.line("const " + type_ + " " + name + " = " + text + ";");
        };
        constant(middle, begin + " + " + width);
        blocks.line("if (!" +
                    before([&](const Column& column) { return at(column.line, middle); },
                           [&](const Column& column) { return at(column.line, middle + " - 1"); }) +
                    ") continue; // in order already");
        constant(end, shorter(middle + " + " + width));
        open_for(k, "0", k + " < " + width, "++" + k);
        for (const Column& column : columns_)
            blocks.line(column.left + "[" + k + "] = " + at(column.line, begin + " + " + k) + ";");
        blocks.close();
        blocks.line(type_ + " " + left + " = 0, " + right + " = " + middle + ";");
        open_for(to, begin, left + " < " + width, "++" + to);
        blocks.open(Block{.header = "if (" + right + " < " + end + " && " +
                                    before([&](const Column& column) { return at(column.line, right); },
                                           [&](const Column& column) { return column.left + "[" + left + "]"; }) +
                                    ") {",
                          .footer = "",
                          .guard = true});
        for (const Column& column : columns_) blocks.line(at(column.line, to) + " = " + at(column.line, right) + ";");
        blocks.line("++" + right + ";");
        blocks.close();
        blocks.open(Block{.header = "} else {", .footer = "}", .guard = true});
        for (const Column& column : columns_)
            blocks.line(at(column.line, to) + " = " + column.left + "[" + left + "];");
        blocks.line("++" + left + ";");
        for (int i = 0; i < 4; ++i) blocks.close();
    }

    const Program& program_;
    const LoopNest& nest_;
    Emitter& emitter_;
    const PointerName& pointer_;
    const Sort& sort_;
    const std::string type_, size_;
    std::vector<Column> columns_;
    std::string before_;
};

} // namespace

void print_sort(const Program& program, const LoopNest& nest, const Piece& piece, Emitter& emitter,
                const PointerName& pointer) {
    SortPrinter(program, nest, emitter, pointer).print(piece);
}

} // namespace hlo2cpp
