#include "program/share_sizes.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "program/library_names.h"
#include "program/tree_walk.h"
#include "support/sha256.h"

namespace hlo2cpp {
namespace {

using tree::Expression;

// More arguments cost more at the calls than a function more in flash.
constexpr std::size_t kMostArguments = 8;
// Fewest statements of a function that is worth it; statements of unrolled loops count as often as they are written
// out.
constexpr std::int64_t kLeastStatements = 12;

// ---- how much code a function is

std::int64_t written_statements(const tree::Statements& statements);

struct Counter {
    std::int64_t operator()(const tree::For& loop) const {
        return written_statements(loop.body) * std::max<std::int64_t>(loop.unroll, 1);
    }
    std::int64_t operator()(const tree::While& loop) const { return written_statements(loop.body); }
    std::int64_t operator()(const tree::Block& block) const { return written_statements(block.body); }
    std::int64_t operator()(const tree::If& choice) const {
        return 1 + written_statements(choice.body) + written_statements(choice.otherwise);
    }
    std::int64_t operator()(const tree::Comment&) const { return 0; }
    template <typename Node>
    std::int64_t operator()(const Node&) const {
        return 1;
    }
};

std::int64_t written_statements(const tree::Statements& statements) {
    std::int64_t count = 0;
    for (const tree::Statement& statement : statements) count += std::visit(Counter{}, statement.node);
    return count;
}

// ---- functions of one form

// Values of one open place, in each function: numbers, or constant arrays.
struct Column {
    std::vector<Expression> values; // by function
    bool same() const {
        return std::ranges::all_of(values, [&](const Expression& value) { return value == values[0]; });
    }
    bool numbers() const { return values[0]->kind == tree::ExpressionKind::Integer; }
};

// An argument, and its values in the calls.
struct SizeArgument {
    std::string name;
    std::vector<Expression> values;
};

// Expression that replaces a column: an argument times a factor, plus an offset.
struct SizeFormula {
    std::size_t argument = 0;
    std::int64_t factor = 1, offset = 0;
};

std::optional<SizeFormula> formula_of(const Column& column, const SizeArgument& argument, std::size_t number) {
    if (argument.values == column.values) return SizeFormula{.argument = number};
    if (!column.numbers() || argument.values[0]->kind != tree::ExpressionKind::Integer) return std::nullopt;
    const auto at = [](const std::vector<Expression>& values, std::size_t i) { return values[i]->number; };
    SizeFormula sum{.argument = number, .offset = at(column.values, 0) - at(argument.values, 0)};
    SizeFormula product{.argument = number};
    const std::int64_t first = at(argument.values, 0);
    product.factor = first != 0 && at(column.values, 0) % first == 0 ? at(column.values, 0) / first : 0;
    bool is_sum = true, is_product = product.factor != 0;
    for (std::size_t i = 0; i < column.values.size(); ++i) {
        is_sum = is_sum && at(column.values, i) - at(argument.values, i) == sum.offset;
        is_product = is_product && at(column.values, i) == at(argument.values, i) * product.factor;
    }
    return is_product ? std::optional(product) : is_sum ? std::optional(sum) : std::nullopt;
}

class Sharing {
public:
    explicit Sharing(Program& program) : program_(program) {
        for (const NamedConstant& constant : program.constants)
            arrays_[constant.name] = tree::to_text(constant.element());
    }

    void run() {
        std::map<std::string, std::vector<std::size_t>> by_form;
        std::vector<const std::vector<std::size_t>*> forms; // in the order of their first functions
        columns_.resize(program_.steps.size());
        for (std::size_t i = 0; i < program_.steps.size(); ++i) {
            if (written_statements(program_.steps[i].body) < kLeastStatements) continue;
            TreeWalk walk(arrays_, [&](const Expression& place) {
                columns_[i].push_back(place);
                return place;
            });
            std::vector<std::size_t>& functions = by_form[sha256_hex(walk.walk(program_.steps[i]))]; // forms are long
            if (functions.empty()) forms.push_back(&functions);
            functions.push_back(i);
        }
        for (const std::vector<std::size_t>* functions : forms)
            if (functions->size() > 1) share(*functions);
        rename_calls(program_.run.body);
        std::erase_if(program_.steps, [&](const tree::Function& step) { return gone_.contains(step.name); });
    }

private:
    struct Call {
        std::string name;
        std::vector<Expression> arguments; // after its own
        std::string provenance;
    };

    void share(const std::vector<std::size_t>& functions) {
        const std::size_t places = columns_[functions[0]].size();
        std::vector<std::optional<SizeFormula>> formulas(places);
        std::vector<SizeArgument> arguments;
        for (std::size_t place = 0; place < places; ++place) {
            Column column;
            for (const std::size_t function : functions) column.values.push_back(columns_[function][place]);
            if (column.same()) continue;
            for (std::size_t i = 0; i < arguments.size() && !formulas[place]; ++i)
                formulas[place] = formula_of(column, arguments[i], i);
            if (formulas[place]) continue;
            formulas[place] = SizeFormula{.argument = arguments.size()};
            arguments.push_back({.name = {}, .values = std::move(column.values)});
        }
        if (arguments.size() > kMostArguments || !are_small(arguments)) return;
        take_arena(functions);
        tree::Function& shared = program_.steps[functions[0]];
        rewrite(shared, formulas, arguments);
        shared.comment +=
            "\n  " + std::to_string(functions.size()) + " functions that differ in sizes alone are this one";
        const std::string name = function_names().unique(shared.computes);
        for (std::size_t i = 0; i < functions.size(); ++i) {
            tree::Function& step = program_.steps[functions[i]];
            Call& call = calls_[step.name];
            call = {.name = name, .arguments = {}, .provenance = step.provenance};
            for (const SizeArgument& argument : arguments) call.arguments.push_back(argument.values[i]);
            if (i > 0) gone_.insert(step.name);
        }
        shared.name = name;
    }

    // Names that no function may have.
    Names function_names() const {
        Names names = names_in(program_.run);
        for (const tree::Function& step : program_.steps) {
            for (const tree::Parameter& parameter : step.parameters) names.reserve(parameter.name);
            reserve_declared(step.body, names);
        }
        return names;
    }

    // A pointer into the arena in one function is a pointer into the arena in the shared one.
    void take_arena(const std::vector<std::size_t>& functions) {
        std::vector<tree::Parameter>& parameters = program_.steps[functions[0]].parameters;
        for (const std::size_t function : functions)
            for (std::size_t i = 0; i < parameters.size(); ++i)
                if (program_.steps[function].parameters[i].type.kind == tree::TypeKind::Arena)
                    parameters[i].type.kind = tree::TypeKind::Arena;
    }

    // An int32_t holds all numbers.
    static bool are_small(const std::vector<SizeArgument>& arguments) {
        for (const SizeArgument& argument : arguments)
            for (const Expression& value : argument.values)
                if (std::abs(value->number) > INT32_MAX) return false;
        return true;
    }

    // The first function of a form stands for all.
    void rewrite(tree::Function& function, const std::vector<std::optional<SizeFormula>>& formulas,
                 std::vector<SizeArgument>& arguments) {
        function.any_size = true;
        Names names = names_in(function);
        const std::unordered_map<std::string, std::string> renamed = by_roles(function, names);
        for (SizeArgument& argument : arguments) {
            const Expression& first = argument.values[0];
            const bool number = first->kind == tree::ExpressionKind::Integer;
            argument.name = names.unique(number ? "size" : "weights");
            tree::Parameter parameter{.type = tree::value_type(ElementType::S32), .name = argument.name};
            if (!number) parameter.type = array_pointer(first->name);
            function.parameters.push_back(std::move(parameter));
        }
        std::size_t place = 0;
        TreeWalk walk(arrays_, [&](const Expression& present) {
            const std::optional<SizeFormula>& formula = formulas[place++];
            if (!formula) return present;
            Expression value = tree::name(arguments[formula->argument].name);
            if (formula->factor != 1) value = tree::multiply(value, tree::integer(formula->factor));
            if (formula->offset == 0) return value;
            const Expression distance = tree::integer(std::abs(formula->offset));
            return formula->offset > 0 ? tree::add(value, distance) : tree::subtract(value, distance);
        });
        walk.rename(renamed);
        walk.walk(function);
    }

    // Names by role for parameters, which fit each of the steps, and for pointers into them.
    static std::unordered_map<std::string, std::string> by_roles(const tree::Function& function, Names& names) {
        std::unordered_map<std::string, std::string> renamed;
        for (const tree::Parameter& parameter : function.parameters) {
            if (parameter.role.empty() || parameter.role == parameter.name) continue;
            const std::string role = names.unique(parameter.role);
            renamed[parameter.name] = role;
            if (const std::string tile = parameter.name + "_tile"; names.taken(tile))
                renamed[tile] = names.unique(role + "_tile");
        }
        return renamed;
    }

    tree::Type array_pointer(const std::string& name) const {
        const auto same = std::ranges::find(program_.constants, name, &NamedConstant::name);
        return tree::pointer_to(tree::constant(same->element()));
    }

    // All names that the file or the function uses.
    Names names_in(const tree::Function& function) const {
        Names names(&library_names());
        for (const tree::Function& step : program_.steps) names.reserve(step.name);
        for (const auto& [array, type] : arrays_) names.reserve(array);
        for (const tree::Parameter& parameter : function.parameters) names.reserve(parameter.name);
        reserve_declared(function.body, names);
        return names;
    }

    static void reserve_declared(const tree::Statements& statements, Names& names) {
        for (const tree::Statement& statement : statements) {
            if (const auto* declare = std::get_if<tree::Declare>(&statement.node)) names.reserve(declare->name);
            if (const auto* record = std::get_if<tree::Record>(&statement.node)) names.reserve(record->name);
            if (const auto* loop = std::get_if<tree::For>(&statement.node)) names.reserve(loop->name);
            tree::for_each_body(statement, [&](const tree::Statements& body) { reserve_declared(body, names); });
        }
    }

    void rename_calls(tree::Statements& statements) {
        for (std::size_t i = 0; i < statements.size(); ++i) {
            tree::Statement& statement = statements[i];
            tree::for_each_body(statement, [&](tree::Statements& body) { rename_calls(body); });
            auto* const evaluate = std::get_if<tree::Evaluate>(&statement.node);
            const auto shared = evaluate == nullptr ? calls_.end() : calls_.find(evaluate->expression->name);
            if (shared == calls_.end()) continue;
            rename(*evaluate, shared->second);
            if (!shared->second.provenance.empty())
                statements.insert(statements.begin() + static_cast<std::ptrdiff_t>(i++),
                                  tree::Comment{shared->second.provenance});
        }
    }

    static void rename(tree::Evaluate& evaluate, const Call& shared) {
        std::vector<Expression> arguments = evaluate.expression->operands;
        arguments.insert(arguments.end(), shared.arguments.begin(), shared.arguments.end());
        evaluate.expression = tree::call(shared.name, std::move(arguments));
    }

    Program& program_;
    std::unordered_map<std::string, std::string> arrays_; // constants with their types
    std::vector<std::vector<Expression>> columns_;        // by step: the values of its open places
    std::unordered_map<std::string, Call> calls_;         // by name of a step as it was
    std::unordered_set<std::string> gone_;
};

} // namespace

void share_sizes(Program& program) {
    Sharing(program).run();
}

} // namespace hlo2cpp
