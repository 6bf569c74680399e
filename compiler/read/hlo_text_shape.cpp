#include "read/hlo_text_shape.h"

#include <limits>

#include "ir/module.h"
#include "read/xla_data.pb.h"

namespace hlo2cpp {
namespace {

using hlo2cpp_proto::LayoutProto;
using hlo2cpp_proto::ShapeProto;

constexpr std::int64_t kAny = std::numeric_limits<std::int64_t>::min(); // an unbounded dimension, a tile's "*"

ElementType array_type(HloTextLexer& lexer) {
    const std::size_t start = lexer.position();
    const std::string_view name = lexer.identifier("a shape");
    const std::optional<ElementType> type = element_type_from_name(name);
    if (!type || *type == ElementType::Tuple) lexer.fail_at(start, "unknown element type '" + printable(name, 40) + "'");
    return *type;
}

void parse_dimensions(HloTextLexer& lexer, ShapeProto& shape) {
    lexer.expect("[", "after the element type");
    if (lexer.accept("]")) return;
    do {
        const bool unbounded = lexer.accept("?");
        const bool bounded = !unbounded && lexer.accept("<=");
        shape.add_is_dynamic_dimension(unbounded || bounded);
        const std::size_t start = lexer.position();
        shape.add_dimensions(unbounded ? kAny : lexer.integer("the size of a dimension"));
        if (!unbounded && *shape.dimensions().rbegin() < 0) lexer.fail_at(start, "the size of a dimension is negative");
    } while (lexer.accept(","));
    lexer.expect("]", "after the dimensions of the shape");
}

void parse_tile(HloTextLexer& lexer, LayoutProto& layout) {
    lexer.expect("(", "before a tile");
    auto& tile = *layout.add_tiles();
    if (lexer.accept(")")) return;
    do tile.add_dimensions(lexer.accept("*") ? kAny : lexer.integer("a tile size"));
    while (lexer.accept(","));
    lexer.expect(")", "after a tile");
}

std::int64_t parenthesized(HloTextLexer& lexer, std::string_view what) {
    lexer.expect("(", "before " + std::string(what));
    const std::int64_t value = lexer.integer(what);
    lexer.expect(")", "after " + std::string(what));
    return value;
}

void parse_split(HloTextLexer& lexer, LayoutProto& layout) {
    lexer.expect("(", "before a split configuration");
    do {
        auto& split = *layout.add_split_configs();
        split.set_dimension(lexer.integer("the split dimension"));
        lexer.expect(":", "after the split dimension");
        do split.add_split_indices(lexer.integer("a split index"));
        while (lexer.accept(","));
    } while (lexer.accept(")("));
    lexer.expect(")", "after a split configuration");
}

// What follows the colon: "T(8,128)(2,1)L(1024)E(4)S(1)SC(0:3)M(128)".
void parse_layout_details(HloTextLexer& lexer, LayoutProto& layout) {
    while (!lexer.next_is("}")) {
        if (lexer.accept("T"))
            do parse_tile(lexer, layout);
            while (lexer.next_is("("));
        else if (lexer.accept("L"))
            layout.set_tail_padding_alignment_in_elements(parenthesized(lexer, "the padded number of elements"));
        else if (lexer.accept("E"))
            layout.set_element_size_in_bits(parenthesized(lexer, "the bits of an element"));
        else if (lexer.accept("SC"))
            parse_split(lexer, layout);
        else if (lexer.accept("S"))
            layout.set_memory_space(parenthesized(lexer, "the memory space"));
        else if (lexer.accept("M"))
            layout.set_dynamic_shape_metadata_prefix_bytes(parenthesized(lexer, "the bytes of the prefix"));
        else
            lexer.fail_expected("a layout property: T, L, E, S, SC or M");
    }
}

// The "{" after a shape opens a layout only if a number, a colon or the closing brace follows; else a computation's body.
bool next_is_layout(HloTextLexer& lexer) {
    const std::size_t start = lexer.position();
    if (!lexer.accept("{")) return false;
    const char c = lexer.peek();
    lexer.rewind(start);
    return (c >= '0' && c <= '9') || c == ':' || c == '}' || c == '-';
}

void parse_layout(HloTextLexer& lexer, ShapeProto& shape) {
    if (!next_is_layout(lexer)) return;
    const std::size_t start = lexer.position();
    lexer.accept("{");
    LayoutProto& layout = *shape.mutable_layout();
    if (!lexer.next_is(":") && !lexer.next_is("}"))
        do layout.add_minor_to_major(lexer.integer("a dimension of the layout"));
        while (lexer.accept(","));
    if (lexer.accept(":")) parse_layout_details(lexer, layout);
    lexer.expect("}", "after the layout");
    const int rank = shape.dimensions_size();
    std::vector<bool> seen(static_cast<std::size_t>(rank), false);
    for (std::int64_t dim : layout.minor_to_major()) {
        if (dim < 0 || dim >= rank || seen[static_cast<std::size_t>(dim)] || layout.minor_to_major_size() != rank)
            lexer.fail_at(start, "the layout is no permutation of the " + std::to_string(rank) + " dimensions of its shape");
        seen[static_cast<std::size_t>(dim)] = true;
    }
}

void parse_nested(HloTextLexer& lexer, ShapeProto& shape, int depth) {
    if (!lexer.next_is("(")) {
        shape.set_element_type(static_cast<hlo2cpp_proto::PrimitiveType>(info(array_type(lexer)).proto_number));
        parse_dimensions(lexer, shape);
        parse_layout(lexer, shape);
        return;
    }
    if (depth == kMaxTupleDepth) lexer.fail("the tuple is nested more than " + std::to_string(kMaxTupleDepth) + " deep");
    lexer.accept("(");
    shape.set_element_type(hlo2cpp_proto::TUPLE);
    if (lexer.accept(")")) return;
    do parse_nested(lexer, *shape.add_tuple_shapes(), depth + 1);
    while (lexer.accept(","));
    lexer.expect(")", "after the elements of the tuple shape");
}

} // namespace

bool next_is_shape(HloTextLexer& lexer) {
    if (lexer.next_is("(")) return true;
    const std::size_t start = lexer.position();
    const std::string_view name = lexer.peek_identifier();
    if (name.empty()) return false;
    lexer.identifier("a shape");
    const bool found = lexer.next_is("[");
    lexer.rewind(start);
    return found;
}

void parse_shape(HloTextLexer& lexer, ShapeProto& shape) {
    parse_nested(lexer, shape, 0);
}

void parse_program_shape(HloTextLexer& lexer, hlo2cpp_proto::ProgramShapeProto& shape) {
    lexer.expect("(", "before the parameter shapes");
    if (!lexer.accept(")")) {
        do {
            if (!next_is_shape(lexer)) {
                shape.add_parameter_names(std::string(lexer.name("a parameter name or a shape")));
                lexer.expect(":", "after the parameter's name");
            }
            parse_shape(lexer, *shape.add_parameters());
        } while (lexer.accept(","));
        lexer.expect(")", "after the parameter shapes");
    }
    lexer.expect("->", "before the result shape");
    parse_shape(lexer, *shape.mutable_result());
}

} // namespace hlo2cpp
