#include "machine/transposition.h"

#include "support/template.h"

namespace hlo2cpp {
namespace {

std::string joined(const std::string& first, const std::string& second) {
    return first.empty() ? second : first + ", " + second;
}

std::string numbers(std::int64_t begin, std::int64_t end) {
    std::string text;
    for (std::int64_t n = begin; n < end; ++n) text = joined(text, std::to_string(n));
    return text;
}

// Two vectors as one of so many lanes.
std::string concatenated(const std::string& low, const std::string& high, std::int64_t lanes) {
    return "__builtin_shufflevector(" + low + ", " + high + ", " + numbers(0, lanes) + ");";
}

// Wide vectors have two parts or four.
std::string side_by_side(const VectorType& part, std::int64_t parts) {
    const auto at = [&](const std::string& place) { return name_of(part) + "_at(" + place + ")[0]"; };
    const std::int64_t two = 2 * part.lanes;
    const std::string first = concatenated(at("x"), at("x + apart"), two);
    if (parts == 2) return "return " + first;
    const std::string last = concatenated(at("x + 2 * apart"), at("x + 3 * apart"), two);
    return "const auto low =\n    " + first + "\nconst auto high =\n    " + last + "\nreturn " +
           concatenated("low", "high", 2 * two);
}

// Interleaved lanes of two vectors, within each of their parts: its first half, or its last one.
std::string by_turns(std::int64_t lanes, std::int64_t part, std::int64_t first) {
    std::string text;
    for (std::int64_t begin = 0; begin < lanes; begin += part)
        for (std::int64_t lane = begin + first; lane < begin + first + part / 2; ++lane)
            text = joined(text, joined(std::to_string(lane), std::to_string(lanes + lane)));
    return text;
}

// Each step interleaves rows that are half of all rows apart; the last one stores them.
std::string steps(const std::string& vector, std::int64_t columns) {
    std::string text, from = "a", to = "b";
    for (std::int64_t left = columns; left > 1; left /= 2) {
        const bool last = left == 2;
        TemplateValues values = {{"half", std::to_string(columns / 2)}, {"vector", vector}, {"in", from}};
        values["even"] = last ? vector + "_to(y + 2 * i * to_row)[0]" : to + "[2 * i]";
        values["odd"] = last ? vector + "_to(y + (2 * i + 1) * to_row)[0]" : to + "[2 * i + 1]";
        text += fill_template("vector_transpose_step.tmpl", values);
        std::swap(from, to);
    }
    text.pop_back(); // the end of the last line
    return text;
}

// Lanes of two vectors, each where it lies: those of the second one where it has the row's next elements. Element i of
// the row is element 3 i + row of all three vectors.
std::string lanes_of_row(std::int64_t lanes, std::int64_t row, std::int64_t second) {
    std::string text;
    for (std::int64_t lane = 0; lane < lanes; ++lane) {
        const bool is_second = (second * lanes + lane) % 3 == row;
        text = joined(text, std::to_string(is_second ? lanes + lane : lane));
    }
    return text;
}

// Lanes of the row's elements, in the order of the row.
std::string order_of_row(std::int64_t lanes, std::int64_t row) {
    std::string text;
    for (std::int64_t i = 0; i < lanes; ++i) text = joined(text, std::to_string((3 * i + row) % lanes));
    return text;
}

} // namespace

// Lanes of a power of two have no divisor with three rows in common: no two elements of a row lie in the same lane.
std::string deinterleaving_text(const Intrinsic& deinterleaving) {
    const std::int64_t lanes = deinterleaving.vector.lanes;
    TemplateValues values = {{"vector", name_of(deinterleaving.vector)},
                             {"element", std::string(info(deinterleaving.vector.element).value_type)},
                             {"name", name_of(deinterleaving)},
                             {"lanes", std::to_string(lanes)}};
    for (std::int64_t row = 0; row < 3; ++row) {
        const std::string number = std::to_string(row);
        values["second_" + number] = lanes_of_row(lanes, row, 1);
        values["third_" + number] = lanes_of_row(lanes, row, 2);
        values["order_" + number] = order_of_row(lanes, row);
    }
    return fill_template("vector_deinterleave.tmpl", values);
}

// Within 16 bytes shuffles are fast: wide vectors hold several rows side by side, of as many columns as fit into these.
std::string transposition_text(const Intrinsic& transposition) {
    const auto& [type, lanes] = transposition.vector;
    const VectorType part = loaded_by_transposition(transposition.vector);
    const std::int64_t columns = part.lanes;
    const bool wide = lanes > columns;
    const std::string vector = name_of(transposition.vector), element(info(type).value_type);
    const std::string whole = name_of(transposition);
    const std::string name = wide ? whole + "_columns" : whole;
    const std::string helper =
        fill_template("vector_side_by_side.tmpl", {{"vector", vector},
                                                   {"element", element},
                                                   {"parts", std::to_string(lanes / columns)},
                                                   {"joined", side_by_side(part, lanes / columns)}});
    const std::string all_columns =
        fill_template("vector_transpose_columns.tmpl", {{"rows", std::to_string(lanes)},
                                                        {"columns", std::to_string(columns)},
                                                        {"name", name},
                                                        {"whole", whole},
                                                        {"element", element}});
    return fill_template("vector_transpose.tmpl", {{"side_by_side", wide ? helper : ""},
                                                   {"vector", vector},
                                                   {"of_parts", wide ? ", in each 16 bytes" : ""},
                                                   {"low", by_turns(lanes, columns, 0)},
                                                   {"high", by_turns(lanes, columns, columns / 2)},
                                                   {"rows", std::to_string(lanes)},
                                                   {"columns", std::to_string(columns)},
                                                   {"name", name},
                                                   {"whole", whole},
                                                   {"element", element},
                                                   {"loaded", wide ? "side_by_side_" + vector + "(x + i * from_row, " +
                                                                         std::to_string(columns) + " * from_row)"
                                                                   : vector + "_at(x + i * from_row)[0]"},
                                                   {"steps", steps(vector, columns)},
                                                   {"all_columns", wide ? all_columns : ""}});
}

} // namespace hlo2cpp
