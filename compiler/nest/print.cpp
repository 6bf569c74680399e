#include "nest/print.h"

#include "kernel/print.h"

namespace hlo2cpp::nest {
namespace {

std::string of(std::int64_t number) {
    return std::to_string(number);
}
std::string of(const Range& range) {
    return "[" + of(range.begin) + ", " + of(range.end) + ")";
}
std::string dimension(std::int64_t number) {
    return "d" + of(number);
}

std::string combiner_of(const Kernel& kernel) {
    return std::string(name_of(accumulation_of(kernel)->combiner));
}

// Text of what statements hold.
class Text {
public:
    Text(const Kernel& kernel, const Body& body) : kernel_(kernel), body_(body) {}

    static std::string of(std::int64_t number) { return nest::of(number); }
    static std::string of(ExprId expr) { return "e" + of(expr.value); }
    // Two counters of one name have their numbers behind it.
    std::string of(CounterId counter) const {
        const std::string& name = body_.counters[counter.index()].name;
        int same = 0;
        for (const Counter& other : body_.counters) same += other.name == name ? 1 : 0;
        return same > 1 ? name + "." + of(counter.value) : name;
    }
    std::string of(RegistersId registers) const {
        const std::string& name = body_.registers[registers.index()];
        int same = 0;
        for (const std::string& other : body_.registers) same += other == name ? 1 : 0;
        return same > 1 ? name + "." + of(registers.value) : name;
    }
    std::string of(const Position& position) const {
        std::string text;
        for (const auto& [counter, coefficient] : position.products)
            text += (text.empty() ? "" : " + ") + (coefficient == 1 ? "" : of(coefficient) + " * ") + of(counter);
        if (text.empty()) return of(position.constant);
        return position.constant == 0 ? text : text + " + " + of(position.constant);
    }
    std::string of(const Ref& ref) const {
        std::string text = of(ref.registers);
        for (const Position& at : ref.at) text += "[" + of(at) + "]";
        if (ref.lanes > 1)
            text += " x" + of(ref.lanes) + "[" + (ref.first == 0 ? "" : of(ref.first) + " + ") + of(ref.number) + "]";
        return text;
    }
    std::string type(ElementType element, std::int64_t lanes) const {
        return std::string(info(element).name) + (lanes > 1 ? "x" + of(lanes) : "");
    }

    // ---- strips and tests
    std::string of(const Strips& strips) const {
        return "for " + of(strips.block) + ": " + of(strips.begin) + " .. " + of(strips.end) + " is a strip of " +
               of(strips.size) + " in " + nest::of(strips.steps);
    }
    std::string of(const If& test) const { return "if " + print_conditions(kernel_.space, test.conditions); }
    std::string of(const Unswitched& unswitched) const {
        return "unswitched by " + print_conditions(kernel_.space, unswitched.conditions);
    }

    // ---- values
    std::string of(const Scalar& scalar) const { return of(scalar.expr); }
    std::string of(const Splat& splat) const { return body_.lanes > 1 ? "splat " + of(splat.expr) : of(splat.expr); }
    std::string of(const Neutral&) const { return "neutral"; }
    std::string of(const Zeros&) const { return "zeros"; }
    std::string of(const Lanes& lanes) const {
        return lanes.halves ? of(lanes.expr) + " in register " + of(lanes.vector) + " of halves"
                            : of(lanes.expr) + vector(lanes.vector);
    }
    std::string of(const Steps& steps) const {
        return (steps.as_they_lie ? "words of " : "steps of ") + of(steps.load);
    }
    std::string of(const Combined& both) const { return of(both.a) + " " + combiner_of(kernel_) + " " + of(both.b); }
    std::string of(const CombinedTerm& both) const { return of(both.a) + " " + combiner_of(kernel_) + " " + term(); }
    std::string of(const LaneNumbers& numbers) const { return of(numbers.zeros) + " zeros and ones"; }
    std::string of(const Joined& joined) const { return "number of " + of(joined.number); }
    std::string of(const Lowered& sum) const { return of(sum.sum) + " - " + of(sum.raise); }
    std::string of(const Value& value) const {
        return std::visit([&](const auto& one) { return of(one); }, value);
    }
    std::string vector(const Position& v) const {
        const bool first = v.products.empty() && v.constant == 0;
        return body_.lanes > 1 ? " in vector " + of(v) : first ? "" : " in column " + of(v);
    }
    std::string term() const { return of(*accumulation_of(kernel_)->term); }
    std::string of(const std::vector<LoopLimit>& limits, const char* of_several) const {
        std::string text;
        for (const LoopLimit& limit : limits) {
            std::string one = kernel_.space.print(limit.dividend());
            if (limit.divisor != 1) one = "(" + one + ") / " + of(limit.divisor);
            if (limit.divisor != 1 && limit.extra != 0) one += " + " + of(limit.extra);
            text += (text.empty() ? "" : ", ") + one;
        }
        return limits.size() == 1 ? text : std::string(of_several) + "(" + text + ")";
    }

protected:
    const Kernel& kernel_;
    const Body& body_;
};

// The line of each kind of statement, without the body that it may have.
class StatementText : Text {
public:
    using Text::of;
    using Text::Text;

    std::string of(const Body& body) const {
        std::string text = "body";
        for (const Range& range : body.box) text += " " + nest::of(range);
        if (body.lanes > 1) text += ", " + of(body.lanes) + " lanes of " + dimension(body.lane_dim);
        for (const Overlap& overlap : body.overlaps)
            text += ", " + of(overlap.points) + " of " + dimension(overlap.dim) + " again" +
                    (overlap.stored ? "" : ", not stored");
        for (const ExprId division : body.reciprocals) text += ", reciprocal in " + of(division);
        if (body.chunk > 0) text += ", chunk " + of(body.chunk);
        return body.as_written ? text + ", loads stay as written" : text;
    }
    std::string of(const For& loop) const {
        std::string text = "for " + of(loop.counter) + " in ";
        text += loop.clipped ? of(loop.clipped->begins, "later") + " .. " + of(loop.clipped->ends, "earlier")
                             : of(loop.begin) + " .. " + of(loop.end);
        if (loop.step != 1) text += " step " + of(loop.step);
        if (loop.unroll > 0) text += ", unroll " + of(loop.unroll);
        return text + (loop.rolled ? ", rolled" : "") + (loop.parallel ? ", parallel" : "");
    }
    std::string of(const Scope&) const { return "scope"; }
    std::string of(const Bind& bind) const { return dimension(bind.dim) + " = " + of(bind.at); }
    std::string of(const Inside& inside) const { return dimension(inside.dim) + " += " + of(inside.at); }
    std::string of(const Within& within) const {
        return "within " + dimension(within.dim) + " in " + nest::of(within.range) + (within.jammed ? " jammed" : "");
    }
    std::string of(const Count& count) const { return of(count.counter) + " = " + of(count.value); }
    std::string of(const Registers& registers) const {
        std::string text = of(registers.registers);
        for (const std::int64_t size : registers.shape) text += "[" + of(size) + "]";
        text += ": " + type(registers.type, registers.lanes);
        return registers.start ? text + " = " + of(*registers.start) : text;
    }
    std::string of(const Let& let) const { return "let " + of(let.registers) + " = " + of(let.value); }
    std::string of(const Set& set) const { return of(set.target) + (set.adds ? " += " : " = ") + of(set.value); }
    std::string of(const Combine& combine) const {
        std::string text = of(combine.target) + " " + combiner_of(kernel_) + "= " + term() + vector(combine.vector);
        if (combine.words.shorts)
            text += " and the next one, " + std::to_string(combine.words.terms) + " steps in shorts";
        else if (combine.words.size > 1)
            text += ", " + std::to_string(combine.words.terms) + " steps in words" +
                    (combine.words.bytes ? " of bytes" : "") + (combine.words.raised ? " raised" : "") +
                    (combine.words.split ? " in halves" : "") + (combine.words.copied ? " of copied rows" : "") +
                    (combine.words.interleaved ? " of interleaved lines" : "");
        if (combine.row) text += ", of a row " + of(combine.row->words) + " word " + of(combine.row->number);
        if (combine.only) text += " where " + of(*combine.only);
        return combine.parts ? text + ", in parts" : text;
    }
    std::string of(const Raise& raise) const {
        const std::string rows = raise.of_sum ? "" : " of " + of(raise.rows) + " rows";
        return of(raise.target) + " += 128 * words" + vector(raise.vector) + rows;
    }
    std::string of(const Next& next) const {
        std::string text = "next";
        for (const Ref& state : next.states) text += " " + of(state);
        return text;
    }
    std::string of(const ScanLanes& scan) const {
        return "scan " + of(scan.states) + " from " + of(scan.state) + " by " + combiner_of(kernel_) + " of " + term();
    }
    std::string of(const MultiplyLane& product) const {
        return of(product.target) + (product.halves ? " and the next one" : "") + " += " + of(product.scalars) +
               " lane " + of(product.lane) + " * " + of(product.vector);
    }
    std::string of(const Walk& walk) const {
        std::string text = "walk";
        for (const Pointer& pointer : walk.pointers)
            text += (text.back() == 'k' ? " " : ", ") + of(pointer.load) + " from " +
                    kernel_.space.print(pointer.first) + " by " + kernel_.space.print(pointer.distance) +
                    (pointer.opaque ? ", opaque" : "");
        return text;
    }
    std::string of(const StoreVector& store) const {
        std::string text = "store" + std::string(store.result ? " " + of(*store.result) : "") + vector(store.vector) +
                           (store.two ? " and the next one" : "") + " x" + of(store.lanes);
        if (store.kept.which == Kept::Which::First) text += ", without the last " + of(store.kept.lanes);
        if (store.again > 0) text += ", the first " + of(store.again) + " again";
        if (store.kept.which == Kept::Which::Last) text += ", without the first " + of(store.kept.lanes);
        return text;
    }
    std::string of(const Results& results) const {
        std::string text = "results";
        for (const Ref& state : results.states) text += " " + of(state);
        return text;
    }
    std::string of(const StoreElement&) const { return "store"; }
    std::string of(const Epilogue&) const { return "epilogue"; }
    std::string of(const CopyRows& copy) const { return "copy rows x" + of(copy.rows); }
    std::string of(const Transpose& square) const {
        return "transpose " + of(square.load) + ", " + of(square.rows) + " x " + of(square.lanes) + " at " +
               kernel_.space.print(square.from) + " by " + of(square.from_row) + " to " +
               kernel_.space.print(square.to) + " by " + of(square.to_row);
    }
    std::string of(const Search& search) const {
        return std::string("first ") + (search.largest ? "largest" : "smallest") + " of " + of(search.elements) +
               " from " + of(search.load) + " on, x" + of(search.lanes);
    }
    std::string of(const SortLine&) const { return "sort line"; }
    std::string of(const Note& note) const { return "// " + note.text; }
};

// Lays the lines out, each body further to the right than the statement that has it.
class Printer {
public:
    Printer(const Kernel& kernel, const Body& body, std::string indent)
        : body_(body), text_of_(kernel, body), indent_(std::move(indent)) {}

    std::string run() {
        add(body_);
        return std::move(lines_);
    }

private:
    template <typename Node>
    void add(const Node& node) {
        lines_ += indent_ + text_of_.of(node) + "\n";
        indent_ += "  ";
        if constexpr (requires { node.body; }) add_all(node.body);
        if constexpr (requires { node.statements; }) add_all(node.statements);
        indent_.resize(indent_.size() - 2);
    }
    void add(const Walk& walk) { walk.pointers.empty() ? add_all(walk.body) : add<Walk>(walk); }
    void add_all(const Statements& statements) {
        for (const Statement& statement : statements) std::visit([&](const auto& node) { add(node); }, statement.node);
    }

    const Body& body_;
    const StatementText text_of_;
    std::string indent_, lines_;
};

} // namespace

std::string print(const Kernel& kernel, const Body& body, const std::string& indent) {
    return Printer(kernel, body, indent).run();
}

} // namespace hlo2cpp::nest
