#include "generate/c_functions.h"

#include <algorithm>
#include <map>
#include <set>

#include "generate/tree_text.h"
#include "support/runtime_text.h"

namespace hlo2cpp {
namespace {

using tree::Expression;
using tree::ExpressionKind;

// `a` with other parts: `change` gives the new form of a part whose operands have theirs already.
template <typename Change>
Expression changed(const Expression& a, const Change& change) {
    if (!a.valid()) return a;
    std::vector<Expression> operands;
    for (const Expression& operand : a->operands) operands.push_back(changed(operand, change));
    return change(operands.empty() ? a : tree::with_operands(a, std::move(operands)));
}

// Changes the expressions of a statement itself.
template <typename Change>
void change_expressions(tree::Statement& statement, const Change& change) {
    std::visit(
        [&](auto& node) {
            if constexpr (requires { node.value; }) node.value = change(node.value);
            if constexpr (requires { node.target; }) node.target = change(node.target);
            if constexpr (requires { node.expression; }) node.expression = change(node.expression);
        },
        statement.node);
}

void replace_all(std::string& text, const std::string& what, const std::string& with) {
    for (std::size_t at = 0; (at = text.find(what, at)) != text.npos; at += with.size())
        text.replace(at, what.size(), with);
}

class ForC {
public:
    ForC(const tree::Function& function, const std::string& prefix) : function_(function), prefix_(prefix) {}

    std::string text(const std::string& attributes) {
        for (const tree::Parameter& parameter : function_.parameters) visible_[parameter.name] = parameter.type;
        lower(function_.body);
        name_parameters(function_);
        return before_ + to_text(function_, prefix_, attributes);
    }

private:
    std::string own(const std::string& name) const { return function_.name + "__" + name; }

    // C has no parameter without a name.
    static void name_parameters(tree::Function& function) {
        tree::Statements unused;
        for (tree::Parameter& parameter : function.parameters) {
            if (parameter.used) continue;
            parameter.used = true;
            unused.push_back(tree::Evaluate{.expression = tree::cast(tree::Type{}, tree::name(parameter.name))});
        }
        function.body.insert(function.body.begin(), unused.begin(), unused.end());
    }

    void lower(tree::Statements& statements) {
        for (tree::Statement& statement : statements) {
            if (const auto* record = std::get_if<tree::Record>(&statement.node)) {
                add_record(*record);
                continue;
            }
            if (auto* loop = std::get_if<tree::For>(&statement.node); loop != nullptr) {
                if (loop->parallel) {
                    statement = in_parallel(*loop);
                    continue;
                }
                visible_[loop->name] = loop->type;
            }
            if (const auto* declare = std::get_if<tree::Declare>(&statement.node))
                visible_[declare->name] = declare->type;
            change_expressions(statement, [&](const Expression& a) { return sorts(a); });
            tree::for_each_body(statement, [&](tree::Statements& body) { lower(body); });
        }
        std::erase_if(statements, [](const tree::Statement& statement) {
            return std::holds_alternative<tree::Record>(statement.node);
        });
    }

    // sort_line(line{x}, 8, 4) becomes f__sort_line(&f__line{x}, 8, 4).
    Expression sorts(const Expression& expression) {
        return changed(expression, [&](const Expression& a) {
            if (a->kind != ExpressionKind::Call || !sort_algorithms().contains(a->name)) return a;
            if (sorts_.insert(a->name).second) add_sort(a->name, a->operands[1]);
            std::vector<Expression> operands = a->operands;
            operands[0] = tree::unary(tree::Operator::AddressOf, with_own_types(operands[0]));
            return tree::call(own(a->name), std::move(operands));
        });
    }

    tree::Type own_type(tree::Type type) const {
        if (type.kind == tree::TypeKind::Named && records_.contains(type.name)) type.name = own(type.name);
        return type;
    }

    Expression with_own_types(const Expression& expression) const {
        return changed(expression, [&](const Expression& a) {
            if (a->kind != ExpressionKind::Construct) return a;
            return tree::construct(own_type(a->type), a->operands);
        });
    }

    void add_record(const tree::Record& record) {
        records_.insert(record.name);
        line_ = record.functions.empty() ? line_ : record.name;
        element_ = record.functions.empty() ? record.name : element_;
        tree::Record alone = record;
        alone.name = own(record.name);
        alone.functions.clear();
        add_lines({tree::Statement(alone)});
        for (const tree::Function& member : record.functions) add_member(record, member);
    }

    void add_lines(const tree::Statements& statements) {
        for (const std::string& line : to_lines(statements, prefix_)) before_ += line + "\n";
        before_ += "\n";
    }

    // A member function: the record's address is the first argument, and members are reached by it.
    void add_member(const tree::Record& record, tree::Function member) {
        std::set<std::string> members;
        for (const tree::Declare& declare : record.members) members.insert(declare.name);
        const Expression object = tree::name(record.name);
        const auto in_function = [&](const Expression& expression) {
            return changed(with_own_types(expression), [&](const Expression& a) {
                return a->kind == ExpressionKind::Name && members.contains(a->name) ? tree::member(object, a->name) : a;
            });
        };
        for (tree::Statement& statement : member.body) change_expressions(statement, in_function);
        for (tree::Parameter& parameter : member.parameters) parameter.type = own_type(parameter.type);
        const tree::Type type{.kind = tree::TypeKind::Named, .name = own(record.name)};
        if (member.member == tree::Member::Const)
            member.parameters.insert(member.parameters.begin(),
                                     {.type = tree::pointer_to(tree::constant(type)), .name = record.name});
        member.result = own_type(member.result);
        member.name = own(member.name);
        member.member = tree::Member::None;
        member.helper = true;
        name_parameters(member);
        before_ += to_text(member, prefix_, "") + "\n\n";
    }

    // The algorithm, and those that it calls, of this function's record. Its type of indices is that of `index`.
    void add_sort(const std::string& name, const Expression& index) {
        const bool wide = index->kind == ExpressionKind::Cast && index->type.element == ElementType::S64;
        std::string text = runtime_text({name}).helpers;
        replace_all(text, "template <typename Index, typename Line>\ninline", "static inline");
        replace_all(text, "const Line& line", "const " + own(line_) + "* line");
        replace_all(text, "Line::before(", own("before") + "(");
        for (const char* function : {"get_aside", "put_aside", "get", "put"})
            replace_all(text, "line." + std::string(function) + "(", own(function) + "(line, ");
        for (const char* function : {"insert_in_order", "first_in_order", "merge_neighbours", "sort_line"})
            replace_all(text, std::string(function) + "(", own(function) + "(");
        replace_all(text, "auto ", own(element_) + " ");
        replace_all(text, "Index", wide ? "int64_t" : "int32_t");
        before_ += text;
    }

    // in_parallel(context, 2, f__chunk_0, &work), where `work` has the variables that the body uses.
    tree::Statement in_parallel(const tree::For& loop) {
        const std::string number = std::to_string(loops_++);
        const tree::Type type{.kind = tree::TypeKind::Named, .name = own("work_" + number)};
        const Expression work = tree::name("work");
        tree::Record record{.comment = "What the rounds below use.", .name = type.name};
        std::vector<Expression> values;
        tree::Function rounds{.result = {},
                              .name = own("rounds_" + number),
                              .parameters = {{.type = tree::pointer_to(tree::constant(tree::Type{})), .name = "work"},
                                             {.type = loop.type, .name = loop.name}}};
        const Expression given = tree::cast(tree::pointer_to(tree::constant(type)), work);
        for (const std::string& name : captured(loop)) {
            tree::Type member = visible_.at(name);
            member.fixed_pointer = false;
            member.alone = false;
            if (!member.pointer) member.constant = false;
            record.members.push_back({.type = member, .name = name});
            rounds.body.push_back(tree::Declare{.type = member.pointer ? tree::fixed(member) : tree::constant(member),
                                                .name = name,
                                                .value = tree::member(given, name)});
            values.push_back(tree::name(name));
        }
        rounds.body.insert(rounds.body.end(), loop.body.begin(), loop.body.end());
        add_lines({tree::Statement(record)});
        before_ += to_text(rounds, prefix_, "") + "\n\n";
        const Expression object = tree::unary(tree::Operator::AddressOf, tree::construct(type, std::move(values)));
        return tree::Evaluate{.expression = tree::call(
                                  "in_parallel", {tree::name("context"), loop.end, tree::name(rounds.name), object})};
    }

    // The variables around the loop that its body uses, by name.
    std::vector<std::string> captured(const tree::For& loop) const {
        std::set<std::string> names;
        for (const tree::Statement& statement : loop.body)
            tree::for_each_expression(statement, [&](const Expression& expression) {
                tree::for_each_part(expression, [&](const Expression& a) {
                    if (a->kind == ExpressionKind::Name && a->name != loop.name && visible_.contains(a->name))
                        names.insert(a->name);
                });
            });
        return {names.begin(), names.end()};
    }

    tree::Function function_;
    const std::string& prefix_;
    std::string before_;
    std::map<std::string, tree::Type> visible_; // variables of the function
    std::set<std::string> records_, sorts_;     // of the function, by name
    std::string line_, element_;                // the records of a sort
    int loops_ = 0;                             // parallel ones
};

} // namespace

const std::set<std::string>& sort_algorithms() {
    static const std::set<std::string> kNames = {"insert_in_order", "first_in_order", "sort_line"};
    return kNames;
}

std::string text_for_c(const tree::Function& function, const std::string& prefix, const std::string& attributes) {
    return ForC(function, prefix).text(attributes);
}

} // namespace hlo2cpp
