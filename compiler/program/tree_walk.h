// Walks through the statements of a function, in the order in which they are written.
#pragma once

#include <functional>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "tree/statement.h"

namespace hlo2cpp {

// Visitor of open places: numbers and constant arrays that may differ between functions of one form. It returns the
// expression that takes the place.
using OpenPlace = std::function<tree::Expression(const tree::Expression&)>;

// The form of a function: its code without its own names, comments and the values of open places. Two functions of one
// form have their open places in the same order.
class TreeWalk {
public:
    // `arrays`: names of constant arrays with their C++ types.
    TreeWalk(const std::unordered_map<std::string, std::string>& arrays, OpenPlace open)
        : arrays_(arrays), open_(std::move(open)) {}
    std::string walk(tree::Function& function);
    // Sets new names for names that the function declares.
    void rename(std::unordered_map<std::string, std::string> names) { new_names_ = std::move(names); }

    // Visitors of the statements, by kind.
    void operator()(tree::Declare& declare);
    void operator()(tree::Assign& assign);
    void operator()(tree::Evaluate& evaluate);
    void operator()(tree::For& loop);
    void operator()(tree::While& loop);
    void operator()(tree::If& choice);
    void operator()(tree::Switch& choice);
    void operator()(tree::Block& block);
    void operator()(tree::Comment&) {}
    void operator()(tree::Break&) { add("break"); }
    void operator()(tree::Return& result);
    void operator()(tree::Record& record);

private:
    void walk(tree::Statements& statements);
    tree::Expression walked(const tree::Expression& expression, bool fixed = false);
    tree::Expression leaf(const tree::Expression& expression, bool fixed);
    tree::Expression with_operands(const tree::Expression& expression, bool fixed);
    void declare(std::string& name);
    void add(std::string_view part);

    const std::unordered_map<std::string, std::string>& arrays_;
    OpenPlace open_;
    std::string form_;
    std::unordered_map<std::string, std::string> local_; // the number of a name that the function declares
    std::unordered_set<std::string> local_arrays_;
    std::unordered_map<std::string, std::string> new_names_; // by old name
};

} // namespace hlo2cpp
