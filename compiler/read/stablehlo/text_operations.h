// Operations and regions of StableHLO text.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "read/stablehlo/text_context.h"
#include "read/stablehlo/text_values.h"

namespace hlo2cpp::stablehlo {

// An operation whose results have no numbers yet.
struct ParsedOperation {
    Operation operation;
    std::vector<TypePtr> result_types;
};

struct BlockArgument {
    std::string_view name;
    std::size_t position = 0;
    TypePtr type;
    std::uint32_t location = 0;
};

class OperationParser {
public:
    explicit OperationParser(TextContext& context) : context_(context), lexer_(context.lexer) {}

    TextContext& context() { return context_; }
    TextLexer& lexer() { return lexer_; }

    Operation parse_operation();

    // Parts of the forms of operations.
    ValueId parse_operand();                                  // %a
    void parse_operands(Operation& operation);                // %a, %b, or nothing
    void parse_operands_in_parentheses(Operation& operation); // (%a, %b)
    void parse_attributes(Operation& operation);              // {..} or nothing
    void parse_function_type(ParsedOperation& parsed);        // : (T) -> T
    void check_operand_types(const Operation& operation, const std::vector<TypePtr>& types);
    void parse_location_of(Operation& operation);       // loc(..) or nothing
    BlockArgument parse_block_argument();               // %a: T loc(..)
    std::vector<BlockArgument> parse_block_arguments(); // after the bracket that opens
    // {..}, with the arguments that were read before it, else with those of a label in it.
    Region parse_region(const std::vector<BlockArgument>& arguments = {});
    // The region of a function, which sees no value around it.
    Region parse_isolated_region(const std::vector<BlockArgument>& arguments);
    ValueId new_value(TypePtr type, std::uint32_t location = 0);

private:
    struct ResultName {
        ValueName name;
        std::size_t count;
    };

    std::vector<ResultName> parse_result_names();
    ParsedOperation parse_generic();
    ParsedOperation parse_pretty();
    void define_results(ParsedOperation& parsed, const std::vector<ResultName>& names);
    void define_argument(Region& region, const BlockArgument& argument);
    void parse_label(Region& region);
    void parse_properties(Operation& operation);

    TextContext& context_;
    TextLexer& lexer_;
    ValueNames names_;
};

// Reads what comes after the name of an operation in its own form.
using FormParser = std::function<void(OperationParser&, ParsedOperation&)>;

// The form of an operation ("stablehlo.add"); null: hlo2cpp knows none.
const FormParser* find_form(std::string_view operation);

} // namespace hlo2cpp::stablehlo
