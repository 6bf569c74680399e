#include "read/nnef/interpreter.h"

#include <unordered_set>

#include "read/nnef/arithmetic.h"
#include "read/nnef/operation.h"
#include "read/nnef/quantization.h"

namespace hlo2cpp::nnef {
namespace {

constexpr std::size_t kMostCalls = 300;      // one inside the other
constexpr int kDeepestRecursion = 1500;      // expressions one inside the other
constexpr std::int64_t kMostSteps = 5000000; // expressions and items of arrays
constexpr std::int64_t kMostOperations = 200000;

struct Frame {
    const Fragment& fragment;
    Base base;
    std::unordered_map<std::string_view, Value> values;
};

// A call in the model's own text.
struct Site {
    const SourceText* source = nullptr;
    TextPlace place;
};

class Interpreter {
public:
    Interpreter(const Document& document, const Quantizations& quantizations, Graph& graph)
        : document_(document), quantizations_(quantizations), graph_(graph) {}

    Ops run();

private:
    // These call each other as deep as the text says: inlined into one, each call would take the stack of all.
    [[gnu::noinline]] Value evaluate(const Expr& expr, Frame& frame);
    [[gnu::noinline]] Value evaluate_items(const Expr& expr, Frame& frame);
    [[gnu::noinline]] Value evaluate_binary(const Expr& expr, Frame& frame);
    [[gnu::noinline]] Value evaluate_unary(const Expr& expr, Frame& frame);
    [[gnu::noinline]] Value evaluate_subscript(const Expr& expr, Frame& frame);
    [[gnu::noinline]] Value evaluate_comprehension(const Expr& expr, Frame& frame);
    [[gnu::noinline]] Value evaluate_builtin(const Expr& expr, Frame& frame);
    [[gnu::noinline]] Value evaluate_call(const Expr& expr, Frame& frame);

    [[gnu::noinline]] Value invoke(const Fragment& fragment, const Values& arguments, Base base,
                                   const Expr* call = nullptr);
    [[gnu::noinline]] Value run_body(const Fragment& fragment, const Values& arguments, Base base);
    [[gnu::noinline]] Value operate(const std::string& operation, const Values& arguments);
    Value declared(const Expr& expr, const OperationCall& call);
    Value declared_variable(const Expr& expr, const OperationCall& call, const Sizes& extents);
    void bind(const Expr& names, const Value& value, Frame& frame);
    void assign(const Expr& left, const Expr& right, Frame& graph);
    void bind_tensors(const Expr& names, const Value& value, Frame& graph);
    Value quantized(const std::string& name, const Value& tensor);
    Values quantization_arguments(const Quantization& quantization, const Value& tensor);
    void mark_updates(const Expr& expr);

    void spend(std::int64_t steps, const Expr& expr, const Frame& frame);
    // Runs a function and adds the place to its errors, which have none.
    template <typename Run>
    Value at(const Expr& expr, const Frame& frame, const Run& run);
    [[noreturn]] void fail(const std::string& message) const;
    Site site_of(const Expr& expr, const Frame& frame) const;

    const Document& document_;
    const Quantizations& quantizations_;
    Graph& graph_;
    Site site_;                      // of the innermost call in the model's own text
    std::vector<std::string> calls_; // of the model's own fragments, with their lines
    std::string assigned_;           // the graph's name for the value that is being computed
    TextPlace assigned_place_;
    std::unordered_set<std::string> dequantized_; // variables
    int depth_ = 0;
    std::int64_t steps_ = 0, operations_ = 0;
};

// Counts while it lives.
class Counted {
public:
    explicit Counted(int& count) : count_(count) { ++count_; }
    ~Counted() { --count_; }
    Counted(const Counted&) = delete;
    Counted& operator=(const Counted&) = delete;

private:
    int& count_;
};

void Interpreter::fail(const std::string& message) const {
    fail_at(*site_.source, site_.place, message, calls_.empty() ? "" : calls_.back());
}

Site Interpreter::site_of(const Expr& expr, const Frame& frame) const {
    return frame.fragment.is_standard ? site_ : Site{frame.fragment.source, expr.place};
}

template <typename Run>
Value Interpreter::at(const Expr& expr, const Frame& frame, const Run& run) {
    const Site before = std::exchange(site_, site_of(expr, frame));
    Value value;
    try {
        value = run();
    } catch (const InputError& error) {
        if (error.diagnostic.place.line > 0 || !error.diagnostic.excerpt.empty()) throw;
        fail(error.diagnostic.message);
    }
    site_ = before;
    return value;
}

void Interpreter::spend(std::int64_t steps, const Expr& expr, const Frame& frame) {
    steps_ += steps;
    if (steps_ <= kMostSteps && depth_ <= kDeepestRecursion) return;
    site_ = site_of(expr, frame);
    if (depth_ > kDeepestRecursion)
        fail("the recursion is too deep here: " + std::to_string(kDeepestRecursion) + " expressions");
    fail("the fragments expand to more than " + std::to_string(kMostSteps) +
         " steps; is there a recursion without end?");
}

Value Interpreter::evaluate(const Expr& expr, Frame& frame) {
    const Counted counted(depth_);
    spend(1, expr, frame);
    switch (expr.kind) {
    case ExprKind::Literal: return expr.literal;
    case ExprKind::Name: return frame.values.at(expr.text);
    case ExprKind::Array:
    case ExprKind::Tuple: return evaluate_items(expr, frame);
    case ExprKind::Item:
    case ExprKind::Range: return evaluate_subscript(expr, frame);
    case ExprKind::Unary: return evaluate_unary(expr, frame);
    case ExprKind::Binary: return evaluate_binary(expr, frame);
    case ExprKind::Select: return evaluate(*expr.items[evaluate(*expr.items[0], frame).logical() ? 1 : 2], frame);
    case ExprKind::Comprehension: return evaluate_comprehension(expr, frame);
    case ExprKind::Builtin: return evaluate_builtin(expr, frame);
    case ExprKind::Call: break;
    }
    return evaluate_call(expr, frame);
}

Value Interpreter::evaluate_items(const Expr& expr, Frame& frame) {
    Values items;
    for (const ExprPtr& item : expr.items) items.push_back(evaluate(*item, frame));
    return expr.kind == ExprKind::Array ? Value::array(std::move(items)) : Value::tuple(std::move(items));
}

Value Interpreter::evaluate_unary(const Expr& expr, Frame& frame) {
    const Value value = evaluate(*expr.items[0], frame);
    return at(expr, frame, [&] {
        if (!value.is_tensor()) return apply_unary(expr.text, value);
        return operate(expr.text == "-" ? "neg" : expr.text == "!" ? "not" : "copy", {value});
    });
}

Value Interpreter::evaluate_binary(const Expr& expr, Frame& frame) {
    static const std::unordered_map<std::string_view, const char*> kOperations = {
        {"+", "add"}, {"-", "sub"}, {"*", "mul"}, {"/", "div"}, {"^", "pow"},  {"<", "lt"}, {">", "gt"},
        {"<=", "le"}, {">=", "ge"}, {"==", "eq"}, {"!=", "ne"}, {"&&", "and"}, {"||", "or"}};
    const Value left = evaluate(*expr.items[0], frame);
    const bool logical = expr.text == "&&" || expr.text == "||";
    // The right side of && and || is evaluated only if the left side leaves the result open.
    if (logical && left.is_logical() && left.logical() == (expr.text == "||")) return left;
    const Value right = evaluate(*expr.items[1], frame);
    if (logical && left.is_logical()) return right;
    return at(expr, frame, [&] {
        if ((left.is_tensor() || right.is_tensor()) && expr.text != "in")
            return operate(kOperations.at(expr.text), {left, right});
        const Value result = apply_binary(expr.text, left, right);
        if (result.has_items()) spend(length_of(result), expr, frame);
        return result;
    });
}

Value Interpreter::evaluate_subscript(const Expr& expr, Frame& frame) {
    const Value sequence = evaluate(*expr.items[0], frame);
    const Value begin = expr.items[1] ? evaluate(*expr.items[1], frame) : Value();
    const Value end = expr.kind == ExprKind::Range && expr.items[2] ? evaluate(*expr.items[2], frame) : Value();
    return at(expr, frame, [&] {
        if (expr.kind == ExprKind::Item) return item_of(sequence, begin);
        const Value range = range_of(sequence, begin, end);
        spend(length_of(range), expr, frame);
        return range;
    });
}

Value Interpreter::evaluate_comprehension(const Expr& expr, Frame& frame) {
    Values iterables;
    for (const Loop& loop : expr.loops) iterables.push_back(evaluate(*loop.iterable, frame));
    const std::size_t length = iterables[0].items().size();
    for (const Value& iterable : iterables)
        if (iterable.items().size() != length)
            at(expr, frame, [&]() -> Value {
                fail("the arrays of a comprehension have the lengths " + std::to_string(length) + " and " +
                     std::to_string(iterable.items().size()));
            });
    Values items;
    for (std::size_t i = 0; i < length; ++i) {
        for (std::size_t k = 0; k < iterables.size(); ++k) bind(*expr.loops[k].names, iterables[k].items()[i], frame);
        if (expr.items[1] && !evaluate(*expr.items[1], frame).logical()) continue;
        items.push_back(evaluate(*expr.items[0], frame));
    }
    return Value::array(std::move(items));
}

Value Interpreter::evaluate_builtin(const Expr& expr, Frame& frame) {
    const Value value = evaluate(*expr.items[0], frame);
    if (expr.text == "length_of") return Value(length_of(value));
    Values items;
    if (expr.text == "shape_of") { // of at least two extents, as the provisional text has it
        if (value.is_tensor())
            for (const std::int64_t extent : value.tensor().shape().dims) items.emplace_back(extent);
        while (items.size() < 2) items.emplace_back(std::int64_t{1});
        return Value::array(std::move(items));
    }
    if (expr.text == "range_of") {
        for (std::int64_t i = 0; i < length_of(value); ++i) items.emplace_back(i);
        spend(length_of(value), expr, frame);
        return Value::array(std::move(items));
    }
    return at(expr, frame, [&] { return apply_conversion(expr.text, value); });
}

Value Interpreter::evaluate_call(const Expr& expr, Frame& frame) {
    Values arguments;
    for (std::size_t i = 0; i < expr.by_parameter.size(); ++i)
        arguments.push_back(expr.by_parameter[i] != nullptr ? evaluate(*expr.by_parameter[i], frame)
                                                            : expr.callee->parameters[i].initial->literal);
    const Base base = expr.base == Base::Generic ? frame.base : expr.base;
    return at(expr, frame, [&] { return invoke(*expr.callee, arguments, base, &expr); });
}

Value Interpreter::operate(const std::string& operation, const Values& arguments) {
    Fragment fragment; // of no text: operators name their operands x and y
    fragment.name = operation;
    for (const char* name : {"x", "y"})
        fragment.parameters.push_back({.name = name, .type = {}, .place = {}, .initial = nullptr});
    return (*find_operation(operation))({graph_, fragment, arguments, Base::Scalar});
}

Value Interpreter::invoke(const Fragment& fragment, const Values& arguments, Base base, const Expr* call) {
    if (!fragment.is_standard) {
        if (!fragment.has_body) fail(fragment.name + " is declared without a body, and is no standard operation");
        return run_body(fragment, arguments, base);
    }
    const Operation* const operation = find_operation(fragment.name);
    if (fragment.has_body && operation == nullptr) return run_body(fragment, arguments, base);
    if (++operations_ > kMostOperations)
        fail("the graph expands to more than " + std::to_string(kMostOperations) + " operations");
    const OperationCall operation_call(graph_, fragment, arguments, base);
    Value value = operation != nullptr ? (*operation)(operation_call) : declared(*call, operation_call);
    if (value.is_tensor()) Graph::check_extents(value.tensor().shape().dims);
    return value;
}

// Value of `external`, `variable` or `update`, which the graph itself holds.
Value Interpreter::declared(const Expr& expr, const OperationCall& call) {
    if (expr.text == "update") {
        const Op variable = call.tensor("variable"), value = call.tensor("value");
        if (variable.shape().dims != value.shape().dims)
            fail("update: the variable has the shape " + to_string(variable.shape().dims) + ", but the value " +
                 to_string(value.shape().dims));
        return Value(value);
    }
    Sizes extents;
    for (const Value& item : call.argument("shape").items()) extents.push_back(item.integer());
    if (expr.text == "external") return Value(graph_.external(assigned_, call.base(), std::move(extents)));
    return declared_variable(expr, call, extents);
}

Value Interpreter::declared_variable(const Expr& expr, const OperationCall& call, const Sizes& extents) {
    const std::string& label = call.text("label");
    Graph::check_extents(extents);
    const Expr& label_value = *expr.by_parameter[1];
    if (!ModelFolder::is_safe(label)) {
        site_.place = label_value.place;
        fail("the label leads out of the model's folder: '" + printable(label, 80) + "'");
    }
    const Graph::Dequantize dequantize = [&](TensorFile& file) {
        const auto found = quantizations_.find(assigned_);
        if (found == quantizations_.end())
            throw InputError("the items are quantized, but graph.quant says nothing of " + assigned_);
        const Quantization& quantization = found->second;
        nnef::dequantize(file, *quantization.call->callee, quantization_arguments(quantization, Value()));
        dequantized_.insert(assigned_);
    };
    if (site_.source == document_.graph.source && calls_.empty()) site_.place = assigned_place_;
    return Value(graph_.variable(assigned_, label, call.base(), extents, dequantize));
}

Value Interpreter::run_body(const Fragment& fragment, const Values& arguments, Base base) {
    if (!fragment.is_standard) {
        if (calls_.size() == kMostCalls)
            fail("the recursion of " + fragment.name + " is more than " + std::to_string(kMostCalls) + " calls deep");
        calls_.push_back(fragment.name + ", called in line " + std::to_string(site_.place.line));
    }
    Frame frame{.fragment = fragment, .base = base, .values = {}};
    for (std::size_t i = 0; i < arguments.size(); ++i) frame.values[fragment.parameters[i].name] = arguments[i];
    for (const Assignment& assignment : fragment.body)
        bind(*assignment.left, evaluate(*assignment.right, frame), frame);
    if (!fragment.is_standard) calls_.pop_back();
    Values results;
    for (const Parameter& result : fragment.results) results.push_back(frame.values.at(result.name));
    return results.size() == 1 ? results[0] : Value::tuple(std::move(results));
}

void Interpreter::bind(const Expr& names, const Value& value, Frame& frame) {
    if (names.kind == ExprKind::Name) {
        frame.values[names.text] = value;
        return;
    }
    if (names.items.size() != value.items().size())
        at(names, frame, [&]() -> Value {
            fail("there are " + std::to_string(names.items.size()) + " names for " +
                 std::to_string(value.items().size()) + " items");
        });
    for (std::size_t i = 0; i < names.items.size(); ++i) bind(*names.items[i], value.items()[i], frame);
}

Values Interpreter::quantization_arguments(const Quantization& quantization, const Value& tensor) {
    Values arguments = {tensor};
    const std::vector<const Expr*>& given = quantization.call->by_parameter;
    for (std::size_t i = 1; i < given.size(); ++i)
        arguments.push_back(given[i] != nullptr ? given[i]->literal
                                                : quantization.call->callee->parameters[i].initial->literal);
    return arguments;
}

// The tensor on the grid that graph.quant says it is on.
Value Interpreter::quantized(const std::string& name, const Value& tensor) {
    const auto found = quantizations_.find(name);
    if (found == quantizations_.end() || dequantized_.contains(name)) return tensor;
    const Quantization& quantization = found->second;
    if (tensor.tensor().shape().type != ElementType::F32)
        fail("graph.quant quantizes " + name + ", which is no tensor of scalars");
    return invoke(*quantization.call->callee, quantization_arguments(quantization, tensor), Base::Any);
}

void Interpreter::bind_tensors(const Expr& names, const Value& value, Frame& graph) {
    for (std::size_t i = 0; i < names.items.size(); ++i) bind_tensors(*names.items[i], value.items()[i], graph);
    if (names.kind != ExprKind::Name) return;
    graph.values[names.text] = at(names, graph, [&] {
        const Value tensor = value.is_tensor() ? value : Value(graph_.constant(value));
        const Value result = quantized(names.text, tensor);
        graph_.name_tensor(result.tensor(), names.text);
        return result;
    });
}

void Interpreter::assign(const Expr& left, const Expr& right, Frame& graph) {
    const bool items =
        left.kind == right.kind && left.kind != ExprKind::Name && left.items.size() == right.items.size();
    if (items) {
        for (std::size_t i = 0; i < left.items.size(); ++i) assign(*left.items[i], *right.items[i], graph);
        return;
    }
    const Expr* first = &left;
    while (!first->items.empty()) first = first->items[0].get();
    assigned_ = first->text;
    assigned_place_ = first->place;
    graph_.set_origin(assigned_, left.place.line);
    const Value value = evaluate(right, graph);
    bind(left, value, graph); // complains where there are more names than values
    bind_tensors(left, value, graph);
    if (right.kind == ExprKind::Call && right.callee->is_standard && right.text == "update")
        at(right, graph, [&] {
            graph_.update(right.by_parameter[0]->text, graph.values.at(left.text).tensor());
            return Value();
        });
}

void Interpreter::mark_updates(const Expr& expr) {
    if (expr.kind == ExprKind::Call && expr.text == "update") graph_.mark_updated(expr.by_parameter[0]->text);
    for (const ExprPtr& item : expr.items)
        if (item) mark_updates(*item);
}

Ops Interpreter::run() {
    const Fragment& definition = document_.graph;
    site_ = {definition.source, definition.place};
    for (const Assignment& assignment : definition.body) mark_updates(*assignment.right);
    Frame graph{.fragment = definition, .base = Base::Scalar, .values = {}};
    for (const Assignment& assignment : definition.body) assign(*assignment.left, *assignment.right, graph);
    Ops results;
    for (const Parameter& result : definition.results) results.push_back(graph.values.at(result.name).tensor());
    return results;
}

} // namespace

Ops interpret(const Document& document, const Quantizations& quantizations, Graph& graph) {
    return Interpreter(document, quantizations, graph).run();
}

} // namespace hlo2cpp::nnef
