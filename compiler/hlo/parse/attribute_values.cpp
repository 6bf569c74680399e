#include "hlo/parse/attribute_values.h"

#include <algorithm>
#include <charconv>

#include "hlo/proto/hlo.pb.h"
#include "ir/module.h"

namespace hlo2cpp {
namespace {

bool same_word(std::string_view a, std::string_view b) {
    const auto upper = [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return upper(x) == upper(y); });
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

// "1_-2" or "4" and the like: numbers between underscores.
std::vector<std::int64_t> numbers(HloTextLexer& lexer, std::size_t position, std::string_view text) {
    std::vector<std::int64_t> values;
    for (std::string_view part : split(text, '_')) {
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
        if (error != std::errc() || end != part.data() + part.size() || part.empty())
            lexer.fail_at(position, "expected an integer, but found '" + printable(part, 40) + "'");
        values.push_back(value);
    }
    return values;
}

using Dimension = hlo2cpp_proto::WindowDimension;

// One property of all dimensions: "3x1x2". `set` takes the dimension and its numbers.
template <typename Set>
void parse_window_property(HloTextLexer& lexer, hlo2cpp_proto::Window& window, std::size_t count, Set&& set) {
    const std::size_t position = lexer.position();
    const std::vector<std::string_view> parts = split(lexer.word(), 'x');
    while (window.dimensions_size() < static_cast<int>(parts.size())) {
        Dimension& added = *window.add_dimensions();
        added.set_size(1);
        added.set_stride(1);
        added.set_window_dilation(1);
        added.set_base_dilation(1);
    }
    if (window.dimensions_size() != static_cast<int>(parts.size()))
        lexer.fail_at(position, "the window has " + std::to_string(window.dimensions_size()) +
                                    " dimensions, this property " + std::to_string(parts.size()));
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::vector<std::int64_t> values = numbers(lexer, position, parts[i]);
        if (values.size() != count)
            lexer.fail_at(position, "expected " + std::to_string(count) + " numbers for each dimension");
        set(*window.mutable_dimensions(static_cast<int>(i)), values);
    }
}

using Labels = std::vector<std::int64_t>;

// Places of one array's labels: of the first letter, of the second, and of the digits from 0 up.
struct LabelPlaces {
    std::int64_t first = -1;
    std::int64_t second = -1;
    Labels spatial;
};

LabelPlaces places_of(HloTextLexer& lexer, std::size_t position, std::string_view labels, char first, char second) {
    LabelPlaces places;
    places.spatial.assign(labels.size(), -1);
    std::size_t spatial = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const auto place = static_cast<std::int64_t>(i);
        if (labels[i] == '?') continue; // a dimension that takes no part
        const bool digit = labels[i] >= '0' && labels[i] <= '9';
        const auto number = static_cast<std::size_t>(labels[i] - '0');
        std::int64_t* slot = labels[i] == first ? &places.first : labels[i] == second ? &places.second : nullptr;
        if (digit && number < labels.size()) {
            slot = &places.spatial[number];
            spatial = std::max(spatial, number + 1);
        }
        if (slot == nullptr || *slot >= 0)
            lexer.fail_at(position, "the dimension labels '" + printable(labels, 40) + "' are not " + first + ", " +
                                        second + " and the digits from 0, each once");
        *slot = place;
    }
    places.spatial.resize(spatial);
    if (places.first < 0 || places.second < 0 ||
        std::find(places.spatial.begin(), places.spatial.end(), -1) != places.spatial.end())
        lexer.fail_at(position, "the dimension labels '" + printable(labels, 40) + "' lack one");
    return places;
}

} // namespace

int parse_enum_number(HloTextLexer& lexer, const google::protobuf::EnumDescriptor* descriptor,
                      std::string_view prefix) {
    const std::size_t position = lexer.position();
    const std::string_view word = lexer.identifier("a word");
    const std::string prefixed = std::string(prefix) + std::string(word);
    for (int i = 0; i < descriptor->value_count(); ++i)
        if (same_word(descriptor->value(i)->name(), word) || same_word(descriptor->value(i)->name(), prefixed))
            return descriptor->value(i)->number();
    lexer.fail_at(position, "unknown value '" + printable(word, 40) + "' of this attribute");
}

std::string parse_string_or_braced(HloTextLexer& lexer) {
    if (lexer.next_is("{")) return std::string(lexer.balanced("a value in braces"));
    return lexer.quoted("a string in quotes or a value in braces");
}

void parse_window(HloTextLexer& lexer, hlo2cpp_proto::Window& window) {
    lexer.expect("{", "before the window");
    using Values = std::vector<std::int64_t>;
    while (!lexer.accept("}")) {
        const std::size_t position = lexer.position();
        const std::string_view name = lexer.identifier("a property of the window, or }");
        lexer.expect("=", "after the window property");
        if (name == "size")
            parse_window_property(lexer, window, 1, [](Dimension& d, const Values& v) { d.set_size(v[0]); });
        else if (name == "stride")
            parse_window_property(lexer, window, 1, [](Dimension& d, const Values& v) { d.set_stride(v[0]); });
        else if (name == "lhs_dilate")
            parse_window_property(lexer, window, 1, [](Dimension& d, const Values& v) { d.set_base_dilation(v[0]); });
        else if (name == "rhs_dilate")
            parse_window_property(lexer, window, 1, [](Dimension& d, const Values& v) { d.set_window_dilation(v[0]); });
        else if (name == "rhs_reversal")
            parse_window_property(lexer, window, 1,
                                  [](Dimension& d, const Values& v) { d.set_window_reversal(v[0] != 0); });
        else if (name == "pad")
            parse_window_property(lexer, window, 2, [](Dimension& d, const Values& v) {
                d.set_padding_low(v[0]);
                d.set_padding_high(v[1]);
            });
        else
            lexer.fail_at(position, "unknown property '" + printable(name, 40) + "' of a window");
    }
}

void parse_dim_labels(HloTextLexer& lexer, hlo2cpp_proto::ConvolutionDimensionNumbers& dimensions) {
    const std::size_t position = lexer.position();
    const std::string_view labels = lexer.word();
    const std::size_t underscore = labels.find('_');
    const std::size_t arrow = labels.find("->");
    if (underscore == std::string_view::npos || arrow == std::string_view::npos || underscore > arrow)
        lexer.fail_at(position, "expected dimension labels like b01f_01io->b01f");
    const LabelPlaces input = places_of(lexer, position, labels.substr(0, underscore), 'b', 'f');
    const LabelPlaces kernel =
        places_of(lexer, position, labels.substr(underscore + 1, arrow - underscore - 1), 'i', 'o');
    const LabelPlaces output = places_of(lexer, position, labels.substr(arrow + 2), 'b', 'f');
    dimensions.set_input_batch_dimension(input.first);
    dimensions.set_input_feature_dimension(input.second);
    dimensions.mutable_input_spatial_dimensions()->Add(input.spatial.begin(), input.spatial.end());
    dimensions.set_kernel_input_feature_dimension(kernel.first);
    dimensions.set_kernel_output_feature_dimension(kernel.second);
    dimensions.mutable_kernel_spatial_dimensions()->Add(kernel.spatial.begin(), kernel.spatial.end());
    dimensions.set_output_batch_dimension(output.first);
    dimensions.set_output_feature_dimension(output.second);
    dimensions.mutable_output_spatial_dimensions()->Add(output.spatial.begin(), output.spatial.end());
}

void parse_slice(HloTextLexer& lexer, hlo2cpp_proto::HloInstructionProto& instruction) {
    lexer.expect("{", "before the slices");
    if (lexer.accept("}")) return;
    do {
        auto& slice = *instruction.add_slice_dimensions();
        lexer.expect("[", "before the slice of a dimension");
        slice.set_start(lexer.integer("the start of the slice"));
        lexer.expect(":", "after the start of the slice");
        slice.set_limit(lexer.integer("the limit of the slice"));
        slice.set_stride(lexer.accept(":") ? lexer.integer("the stride of the slice") : 1);
        lexer.expect("]", "after the slice of a dimension");
    } while (lexer.accept(","));
    lexer.expect("}", "after the slices");
}

void parse_padding(HloTextLexer& lexer, hlo2cpp_proto::PaddingConfig& padding) {
    const std::size_t position = lexer.position();
    const std::string_view word = lexer.word();
    if (word.empty()) return; // of a scalar
    for (std::string_view part : split(word, 'x')) {
        const std::vector<std::int64_t> values = numbers(lexer, position, part);
        if (values.size() != 2 && values.size() != 3) lexer.fail_at(position, "expected paddings like 0_1x2_3_1");
        auto& dimension = *padding.add_dimensions();
        dimension.set_edge_padding_low(values[0]);
        dimension.set_edge_padding_high(values[1]);
        dimension.set_interior_padding(values.size() == 3 ? values[2] : 0);
    }
}

void parse_operand_precision(HloTextLexer& lexer, hlo2cpp_proto::PrecisionConfig& precision) {
    using Config = hlo2cpp_proto::PrecisionConfig;
    lexer.expect("{", "before the precisions");
    if (lexer.accept("}")) return;
    do precision.add_operand_precision(parse_enum<Config::Precision>(lexer, Config::Precision_descriptor()));
    while (lexer.accept(","));
    lexer.expect("}", "after the precisions");
}

void parse_result_accuracy(HloTextLexer& lexer, hlo2cpp_proto::ResultAccuracy& accuracy) {
    using Accuracy = hlo2cpp_proto::ResultAccuracy;
    lexer.expect("{", "before the accuracy");
    if (lexer.accept("mode=")) {
        accuracy.set_mode(parse_enum<Accuracy::Mode>(lexer, Accuracy::Mode_descriptor()));
    } else {
        lexer.expect("tolerance=", "or mode=");
        lexer.expect("{", "before the tolerance");
        auto& tolerance = *accuracy.mutable_tolerance();
        do {
            const std::string_view name = lexer.identifier("atol, rtol or ulps");
            lexer.expect("=", "after the name of the tolerance");
            if (name == "atol")
                tolerance.set_atol(lexer.real("a number"));
            else if (name == "rtol")
                tolerance.set_rtol(lexer.real("a number"));
            else if (name == "ulps")
                tolerance.set_ulps(lexer.integer("an integer"));
            else
                lexer.fail("unknown tolerance '" + printable(name, 40) + "'; expected atol, rtol or ulps");
        } while (lexer.accept(","));
        lexer.expect("}", "after the tolerance");
    }
    lexer.expect("}", "after the accuracy");
}

void parse_sparsity(HloTextLexer& lexer, hlo2cpp_proto::SparsityConfig& sparsity) {
    lexer.expect("{", "before the sparsity");
    while (!lexer.accept("}")) {
        const bool lhs = lexer.accept("lhs=");
        if (!lhs) lexer.expect("rhs=", "or lhs= or }");
        auto& side = lhs ? *sparsity.mutable_lhs() : *sparsity.mutable_rhs();
        lexer.expect("{", "before the sparsity of an operand");
        while (!lexer.accept("}")) {
            const std::size_t position = lexer.position();
            const std::string_view name = lexer.identifier("sparsity, dimension or stride");
            lexer.expect("=", "after the name");
            if (name == "sparsity") {
                const std::vector<std::string_view> parts = split(lexer.word(), 'x');
                if (parts.size() != 2) lexer.fail_at(position, "expected a sparsity like 2x4");
                side.set_num_non_zero(numbers(lexer, position, parts[0])[0]);
                side.set_block_size(numbers(lexer, position, parts[1])[0]);
            } else if (name == "dimension") {
                side.set_dimension(lexer.integer("a dimension"));
            } else if (name == "stride") {
                side.set_stride(lexer.integer("a stride"));
            } else {
                lexer.fail_at(position, "unknown part '" + printable(name, 40) + "' of a sparsity");
            }
            lexer.accept(",");
        }
        lexer.accept(",");
    }
}

void parse_operand_aliasing(HloTextLexer& lexer, hlo2cpp_proto::HloInstructionProto& instruction) {
    lexer.expect("{", "before the aliasing");
    if (lexer.accept("}")) return;
    do {
        auto& alias = *instruction.add_output_operand_aliasing();
        for (std::int64_t i : lexer.integer_list("{", "}", "the index of the output")) alias.add_output_shape_index(i);
        lexer.expect(":", "after the index of the output");
        lexer.expect("(", "before the operand");
        alias.set_operand_index(lexer.integer("the number of the operand"));
        lexer.expect(",", "after the number of the operand");
        for (std::int64_t i : lexer.integer_list("{", "}", "the index in the operand"))
            alias.add_operand_shape_index(i);
        lexer.expect(")", "after the operand");
    } while (lexer.accept(","));
    lexer.expect("}", "after the aliasing");
}

} // namespace hlo2cpp
