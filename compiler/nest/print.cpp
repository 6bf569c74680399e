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

    // ---- values
    std::string of(const Scalar& scalar) const { return of(scalar.expr); }
    std::string of(const Splat& splat) const { return body_.lanes > 1 ? "splat " + of(splat.expr) : of(splat.expr); }
    std::string of(const Neutral&) const { return "neutral"; }
    std::string of(const Zeros&) const { return "zeros"; }
    std::string of(const Lanes& lanes) const { return of(lanes.expr) + vector(lanes.vector); }
    std::string of(const Steps& steps) const { return "steps of " + of(steps.load); }
    std::string of(const Combined& both) const { return of(both.a) + " " + combiner() + " " + of(both.b); }
    std::string of(const CombinedTerm& both) const { return of(both.a) + " " + combiner() + " " + term(); }
    std::string of(const LaneNumbers& numbers) const { return of(numbers.zeros) + " zeros and ones"; }
    std::string of(const Joined& joined) const { return "number of " + of(joined.number); }
    std::string of(const Value& value) const {
        return std::visit([&](const auto& one) { return of(one); }, value);
    }
    std::string vector(const Position& v) const {
        const bool first = v.products.empty() && v.constant == 0;
        return body_.lanes > 1 ? " in vector " + of(v) : first ? "" : " in column " + of(v);
    }
    std::string combiner() const { return std::string(name_of(accumulation_of(kernel_)->combiner)); }
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

class Printer : Text {
public:
    Printer(const Kernel& kernel, const Body& body, std::string indent)
        : Text(kernel, body), indent_(std::move(indent)) {}

    std::string run() {
        std::string box = indent_ + "body";
        for (const Range& range : body_.box) box += " " + nest::of(range);
        if (body_.lanes > 1) box += ", " + of(body_.lanes) + " lanes of " + dimension(body_.lane_dim);
        for (const Overlap& overlap : body_.overlaps)
            box += ", " + of(overlap.points) + " of " + dimension(overlap.dim) + " again" +
                   (overlap.stored ? "" : ", not stored");
        for (const ExprId division : body_.reciprocals) box += ", reciprocal in " + of(division);
        text_ = box + (body_.as_written ? ", loads stay as written\n" : "\n");
        inside(body_.statements);
        return std::move(text_);
    }

private:
    // ---- statements
    void line(const std::string& text) { text_ += indent_ + text + "\n"; }
    void inside(const Statements& statements) {
        indent_ += "  ";
        for (const Statement& statement : statements) std::visit([&](const auto& node) { add(node); }, statement.node);
        indent_.resize(indent_.size() - 2);
    }

    void add(const For& loop) {
        std::string text = "for " + of(loop.counter) + " in ";
        text += loop.clipped ? of(loop.clipped->begins, "later") + " .. " + of(loop.clipped->ends, "earlier")
                             : of(loop.begin) + " .. " + of(loop.end);
        if (loop.step != 1) text += " step " + of(loop.step);
        if (loop.unroll > 0) text += ", unroll " + of(loop.unroll);
        line(text + (loop.rolled ? ", rolled" : ""));
        inside(loop.body);
    }
    void add(const Strips& strips) {
        line("for " + of(strips.block) + ": " + of(strips.begin) + " .. " + of(strips.end) + " is a strip of " +
             of(strips.size) + " in " + nest::of(strips.steps));
        inside(strips.body);
    }
    void add(const If& test) {
        line("if " + print_conditions(kernel_.space, test.conditions));
        inside(test.body);
    }
    void add(const Scope& scope) {
        line("scope");
        inside(scope.body);
    }
    void add(const Bind& bind) { line(dimension(bind.dim) + " = " + of(bind.at)); }
    void add(const Inside& inside) { line(dimension(inside.dim) + " += " + of(inside.at)); }
    void add(const Within& within) {
        line("within " + dimension(within.dim) + " in " + nest::of(within.range));
        inside(within.body);
    }
    void add(const Count& count) { line(of(count.counter) + " = " + of(count.value)); }
    void add(const Registers& registers) {
        std::string text = of(registers.registers);
        for (const std::int64_t size : registers.shape) text += "[" + of(size) + "]";
        text += ": " + type(registers.type, registers.lanes);
        line(registers.start ? text + " = " + of(*registers.start) : text);
    }
    void add(const Let& let) { line("let " + of(let.registers) + " = " + of(let.value)); }
    void add(const Set& set) { line(of(set.target) + (set.adds ? " += " : " = ") + of(set.value)); }
    void add(const Combine& combine) {
        std::string text = of(combine.target) + " " + combiner() + "= " + term() + vector(combine.vector);
        if (combine.only) text += " where " + of(*combine.only);
        line(combine.parts ? text + ", in parts" : text);
    }
    void add(const Next& next) {
        std::string text = "next";
        for (const Ref& state : next.states) text += " " + of(state);
        line(text);
    }
    void add(const ScanLanes& scan) {
        line("scan " + of(scan.states) + " from " + of(scan.state) + " by " + combiner() + " of " + term());
    }
    void add(const MultiplyLane& product) {
        line(of(product.target) + " += " + of(product.scalars) + " lane " + of(product.lane) + " * " +
             of(product.vector));
    }
    void add(const Walk& walk) {
        if (walk.pointers.empty()) {
            for (const Statement& statement : walk.body)
                std::visit([&](const auto& node) { add(node); }, statement.node);
            return;
        }
        std::string text = "walk";
        for (const Pointer& pointer : walk.pointers)
            text += (text.back() == 'k' ? " " : ", ") + of(pointer.load) + " from " +
                    kernel_.space.print(pointer.first) + " by " + kernel_.space.print(pointer.distance) +
                    (pointer.opaque ? ", opaque" : "");
        line(text);
        inside(walk.body);
    }
    void add(const StoreVector& store) {
        std::string text = "store" + std::string(store.result ? " " + of(*store.result) : "") + vector(store.vector) +
                           " x" + of(store.lanes);
        if (store.kept.which == Kept::Which::First) text += ", without the last " + of(store.kept.lanes);
        if (store.kept.which == Kept::Which::Last) text += ", without the first " + of(store.kept.lanes);
        line(text);
    }
    void add(const Results& results) {
        std::string text = "results";
        for (const Ref& state : results.states) text += " " + of(state);
        line(text);
    }
    void add(const StoreElement&) { line("store"); }
    void add(const Epilogue& epilogue) {
        line("epilogue");
        inside(epilogue.body);
    }
    void add(const Transpose& square) {
        line("transpose " + of(square.load) + ", " + of(square.lanes) + " rows at " + kernel_.space.print(square.from) +
             " by " + of(square.from_row) + " to " + kernel_.space.print(square.to) + " by " + of(square.to_row));
    }
    void add(const Search& search) {
        line(std::string("first ") + (search.largest ? "largest" : "smallest") + " of " + of(search.elements) +
             " from " + of(search.load) + " on, x" + of(search.lanes));
    }
    void add(const SortLine&) { line("sort line"); }
    void add(const Note& note) { line("// " + note.text); }

    std::string indent_, text_;
};

} // namespace

std::string print(const Kernel& kernel, const Body& body, const std::string& indent) {
    return Printer(kernel, body, indent).run();
}

} // namespace hlo2cpp::nest
