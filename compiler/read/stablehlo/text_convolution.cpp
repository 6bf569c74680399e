// Dimension numbers of convolutions: [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f].
#include <charconv>

#include "read/stablehlo/text_context.h"

namespace hlo2cpp::stablehlo {
namespace {

// One side: the places of its two letters and of the spatial dimensions, named PREFIX_LETTER and PREFIX_spatial.
struct ConvolutionSide {
    char first_letter, second_letter;
    std::string_view first_name, second_name, spatial_name;
};

constexpr ConvolutionSide kInput{'b', 'f', "input_batch_dimension", "input_feature_dimension",
                                 "input_spatial_dimensions"};
constexpr ConvolutionSide kKernel{'i', 'o', "kernel_input_feature_dimension", "kernel_output_feature_dimension",
                                  "kernel_spatial_dimensions"};
constexpr ConvolutionSide kOutput{'b', 'f', "output_batch_dimension", "output_feature_dimension",
                                  "output_spatial_dimensions"};

void place_letter(TextContext& context, Dictionary& dimensions, std::string_view name, std::int64_t place) {
    if (dimensions.find(name) != nullptr) context.lexer.fail("a letter is there twice among the dimensions");
    dimensions.set(name, {Integer{place}});
}

// The places of the spatial dimensions, in the order of their numbers.
std::vector<std::int64_t> sorted_places(TextContext& context, const std::vector<std::int64_t>& numbers,
                                        const std::vector<std::int64_t>& places) {
    std::vector<std::int64_t> sorted(numbers.size(), -1);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (numbers[i] < 0 || numbers[i] >= std::ssize(numbers) || sorted[static_cast<std::size_t>(numbers[i])] != -1)
            context.lexer.fail("the spatial dimensions of a convolution are numbered 0, 1, .., each once");
        sorted[static_cast<std::size_t>(numbers[i])] = places[i];
    }
    return sorted;
}

void parse_side(TextContext& context, const ConvolutionSide& side, Dictionary& dimensions) {
    TextLexer& lexer = context.lexer;
    std::vector<std::int64_t> numbers, places;
    std::int64_t place = 0;
    lexer.expect("[", "before the dimensions of a convolution");
    parse_items(lexer, "]", [&] {
        if (lexer.next_is_number()) {
            numbers.push_back(lexer.integer("a spatial dimension"));
            places.push_back(place);
        } else if (!lexer.accept("?")) {
            const std::string_view letter = lexer.name("a dimension of the convolution");
            const bool first = letter == std::string_view(&side.first_letter, 1);
            if (!first && letter != std::string_view(&side.second_letter, 1))
                lexer.fail(std::string("expected ") + side.first_letter + ", " + side.second_letter +
                           " or a number among the dimensions");
            place_letter(context, dimensions, first ? side.first_name : side.second_name, place);
        }
        ++place;
    });
    if (dimensions.find(side.first_name) == nullptr || dimensions.find(side.second_name) == nullptr)
        lexer.fail(std::string("the dimensions lack ") + side.first_letter + " or " + side.second_letter);
    const auto rank = static_cast<std::int64_t>(numbers.size());
    if (rank > 0) dimensions.set(side.spatial_name, {Integers{sorted_places(context, numbers, places), {rank}}});
}

} // namespace

Dictionary parse_convolution_dimensions(TextContext& context) {
    Dictionary dimensions;
    parse_side(context, kInput, dimensions);
    context.lexer.expect("x", "before the dimensions of the kernel");
    parse_side(context, kKernel, dimensions);
    context.lexer.expect("->", "before the dimensions of the output");
    parse_side(context, kOutput, dimensions);
    return dimensions;
}

} // namespace hlo2cpp::stablehlo
