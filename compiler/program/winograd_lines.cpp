#include "program/winograd_lines.h"

#include "program/winograd_sums.h"

namespace hlo2cpp {

using tree::Expression;

namespace {

// Gives a computed value a name; a name or an element stays as it is.
Expression kept(WinogradTiles& tiles, const std::string& wanted, const tree::Type& type, const Expression& value) {
    const bool computed = value->kind != tree::ExpressionKind::Name && value->kind != tree::ExpressionKind::Subscript;
    return computed ? tiles.define(wanted, type, value) : value;
}

// A name with the number of a pair; the only one has none.
std::string name_of_pair(const std::string& name, const WinogradTiles& tiles, std::int64_t pair) {
    return tiles.winograd.filter.pairs == 1 ? name : name + std::to_string(pair);
}

} // namespace

std::vector<Expression> input_line(WinogradTiles& tiles, const std::vector<Expression>& line, const tree::Type& type) {
    const MinimalFilter::Matrix& matrix = tiles.winograd.filter.input;
    const auto all = [](std::size_t) { return true; };
    std::vector<Expression> result = {weighted(matrix.front(), line, all)};
    for (std::int64_t k = 0; k < tiles.winograd.filter.pairs; ++k) {
        const std::vector<double>& row = matrix[static_cast<std::size_t>(1 + 2 * k)];
        const Expression even = kept(tiles, name_of_pair("even", tiles, k), type,
                                     weighted(row, line, [](std::size_t i) { return i % 2 == 0; }));
        const Expression odd = kept(tiles, name_of_pair("odd", tiles, k), type,
                                    weighted(row, line, [](std::size_t i) { return i % 2 == 1; }));
        result.push_back(tree::add(even, odd));
        result.push_back(tree::subtract(even, odd));
    }
    result.push_back(weighted(matrix.back(), line, all));
    return result;
}

std::vector<Expression> output_line(WinogradTiles& tiles, const std::vector<Expression>& line, const tree::Type& type) {
    std::vector<Expression> terms = {line.front()}, differences = {line.front()};
    for (std::int64_t k = 0; k < tiles.winograd.filter.pairs; ++k) {
        const Expression &plus = line[static_cast<std::size_t>(1 + 2 * k)],
                         &minus = line[static_cast<std::size_t>(2 + 2 * k)];
        terms.push_back(tiles.define(name_of_pair("sum", tiles, k), type, tree::add(plus, minus)));
        differences.push_back(tiles.define(name_of_pair("difference", tiles, k), type, tree::subtract(plus, minus)));
    }
    terms.push_back(line.back());
    differences.push_back(line.back());
    std::vector<Expression> result;
    for (std::size_t i = 0; i < tiles.winograd.filter.output.size(); ++i) {
        const std::vector<double>& row = tiles.winograd.filter.output[i];
        std::vector<double> coefficients = {row.front()};
        for (std::size_t k = 1; k + 1 < row.size(); k += 2) coefficients.push_back(row[k]);
        coefficients.push_back(row.back());
        result.push_back(weighted(coefficients, i % 2 == 0 ? terms : differences, [](std::size_t) { return true; }));
    }
    return result;
}

} // namespace hlo2cpp
