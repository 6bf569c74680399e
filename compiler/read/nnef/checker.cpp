#include "read/nnef/checker.h"

#include <algorithm>
#include <unordered_set>

#include "read/nnef/expression_checker.h"

namespace hlo2cpp::nnef {
namespace {

// Visits the expression and all in it.
template <typename Visit>
void walk(const Expr& expr, const Visit& visit) {
    visit(expr);
    for (const ExprPtr& item : expr.items)
        if (item) walk(*item, visit);
    for (const Argument& argument : expr.arguments) walk(*argument.value, visit);
    for (const Loop& loop : expr.loops) walk(*loop.iterable, visit);
}

bool is_call_of(const Expr& expr, std::string_view name) {
    return expr.kind == ExprKind::Call && expr.text == name;
}

// Calls visit(names, value) for each pair of a left side and the value assigned to it, item by item if both are spelled
// out.
template <typename Visit>
void for_each_pair(const Expr& left, const Expr& right, const Visit& visit) {
    const bool items =
        left.kind == right.kind && left.kind != ExprKind::Name && left.items.size() == right.items.size();
    if (!items) return visit(left, right);
    for (std::size_t i = 0; i < left.items.size(); ++i) for_each_pair(*left.items[i], *right.items[i], visit);
}

class FragmentChecker {
public:
    FragmentChecker(Fragment& fragment, const Library& library, CheckOptions options)
        : fragment_(fragment), options_(options), expressions_(*fragment.source, library, options) {}

    void check() {
        check_signature();
        if (!fragment_.has_body) return;
        for (Parameter& parameter : fragment_.parameters) expressions_.declare(name_of(parameter), parameter.type);
        for (Assignment& assignment : fragment_.body) {
            const Type type = expressions_.type_of(*assignment.right);
            walk(*assignment.right, [&](const Expr& expr) { check_allowed(expr); });
            expressions_.declare(*assignment.left, type);
        }
        for (const Parameter& result : fragment_.results) check_result(result);
    }

private:
    static Expr name_of(const Parameter& parameter) {
        Expr name;
        name.kind = ExprKind::Name;
        name.place = parameter.place;
        name.text = parameter.name;
        return name;
    }

    void check_signature() {
        bool generic = false;
        const bool tensors = fragment_.results[0].type.has_tensors();
        for (Parameter& parameter : fragment_.parameters) {
            expressions_.check_default(parameter);
            generic = generic || parameter.type.is_generic();
        }
        for (const Parameter& result : fragment_.results) {
            generic = generic || result.type.is_generic();
            if (result.type.has_tensors() != tensors)
                expressions_.fail(result.place, "the results of a fragment are tensors, or none of them is");
        }
        if (generic != fragment_.is_generic)
            expressions_.fail(fragment_.place, generic ? "a fragment whose types have ? is called " + fragment_.name +
                                                             "<?> where it is defined"
                                                       : fragment_.name + "<?> has no ? among its types");
    }

    void check_allowed(const Expr& expr) const {
        const bool variable = is_call_of(expr, "variable");
        if (is_call_of(expr, "external") || is_call_of(expr, "update") || (variable && !options_.provisional))
            expressions_.fail(expr.place,
                              expr.text + " is only for graphs, but found in the fragment " + fragment_.name);
    }

    void check_result(const Parameter& result) const {
        const Type* const type = expressions_.find(result.name);
        if (type == nullptr)
            expressions_.fail(fragment_.end,
                              "the result " + result.name + " of " + fragment_.name + " is not assigned");
        if (!serves(*type, result.type))
            expressions_.fail(result.place, "the result " + result.name + " is " + to_string(result.type) +
                                                ", but what is assigned to it is " + to_string(*type));
    }

    Fragment& fragment_;
    const CheckOptions options_;
    ExpressionChecker expressions_;
};

class GraphChecker {
public:
    GraphChecker(Fragment& graph, const Library& library, CheckOptions options)
        : graph_(graph), expressions_(*graph.source, library, options) {
        for (const Parameter& parameter : graph.parameters) parameters_.insert(parameter.name);
    }

    void check() {
        for (Assignment& assignment : graph_.body) {
            const Type type = expressions_.type_of(*assignment.right);
            for_each_pair(*assignment.left, *assignment.right,
                          [&](const Expr& left, const Expr& right) { check_pair(left, right); });
            expressions_.declare(*assignment.left, type);
            check_tensors(*assignment.left);
        }
        for (const Parameter& parameter : graph_.parameters)
            if (expressions_.find(parameter.name) == nullptr)
                expressions_.fail(parameter.place, "no external defines the graph's parameter " + parameter.name);
        for (const Parameter& result : graph_.results)
            if (expressions_.find(result.name) == nullptr)
                expressions_.fail(result.place, "the graph's result " + result.name + " is not assigned");
    }

private:
    void check_pair(const Expr& left, const Expr& right) {
        const bool external = is_call_of(right, "external");
        walk(left, [&](const Expr& name) {
            const bool parameter = name.kind == ExprKind::Name && parameters_.contains(name.text);
            if (parameter && !external)
                expressions_.fail(name.place, name.text + " is a parameter of the graph; expected an external for it");
            if (external && !parameter)
                expressions_.fail(name.place, "expected a parameter of the graph for an external, but found " +
                                                  (name.text.empty() ? std::string("several names") : name.text));
        });
        walk(right, [&](const Expr& expr) {
            if (is_call_of(expr, "external") && &expr != &right)
                expressions_.fail(expr.place, "an external is assigned to a parameter of the graph, and not part of an "
                                              "expression");
            if (is_call_of(expr, "update")) check_update(expr, &expr == &right && left.kind == ExprKind::Name);
        });
        if (is_call_of(right, "variable")) variables_.insert(left.text);
    }

    void check_update(const Expr& update, bool assigned) const {
        if (!assigned)
            expressions_.fail(update.place, "an update is assigned to a name, and not part of an expression");
        const Expr& variable = *update.by_parameter[0];
        if (variable.kind != ExprKind::Name || !variables_.contains(variable.text))
            expressions_.fail(variable.place, "expected a variable as the first argument of update");
    }

    // Every name of a graph is one tensor, or a number that becomes one.
    void check_tensors(const Expr& names) const {
        for (const ExprPtr& item : names.items) check_tensors(*item);
        if (names.kind != ExprKind::Name) return;
        const Type& type = *expressions_.find(names.text);
        if (!serves(type, Type::tensor(Base::Any)))
            expressions_.fail(names.place, names.text + " has to be one tensor, but found " +
                                               (type.kind == Type::Kind::Tuple ? "the tuple " : "") + to_string(type));
    }

    Fragment& graph_;
    ExpressionChecker expressions_;
    std::unordered_set<std::string> parameters_, variables_;
};

} // namespace

void check_fragment(Fragment& fragment, const Library& library, CheckOptions options) {
    FragmentChecker(fragment, library, options).check();
}

void check_document(Document& document, Library& library) {
    const CheckOptions options{.provisional = document.provisional};
    for (const std::unique_ptr<Fragment>& fragment : document.fragments) {
        if (!library.add(*fragment)) {
            const bool standard = library.find(fragment->name)->is_standard;
            fail_at(*fragment->source, fragment->place,
                    fragment->name + (standard ? " is the name of a standard operation" : " is defined twice"));
        }
        check_fragment(*fragment, library, options);
    }
    GraphChecker(document.graph, library, options).check();
}

void check_quantization(Expr& call, const SourceText& source, const Library& library) {
    const Fragment* const fragment = library.find(call.text);
    const Type tensor = Type::tensor(Base::Scalar);
    if (fragment == nullptr || !fragment->is_standard || !call.text.ends_with("_quantize"))
        fail_at(source, call.place, "there is no quantization operation " + call.text);
    ExpressionChecker(source, library, {}).check_call(call, &tensor);
}

} // namespace hlo2cpp::nnef
