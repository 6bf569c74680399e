#include "driver/npy_header.h"

#include <charconv>

#include "support/diagnostics.h"

namespace hlo2cpp {
namespace {

// Reads {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }, the keys in any order.
class HeaderParser {
public:
    HeaderParser(std::string_view text, const std::string& what) : rest_(text), what_(what) {}

    void parse(NpyHeader& header) {
        bool seen[3] = {};
        expect('{');
        while (!accept('}')) {
            const std::string_view key = quoted();
            expect(':');
            if (key == "descr") {
                dtype(quoted(), header);
                seen[0] = true;
            } else if (key == "fortran_order") {
                header.fortran_order = boolean();
                seen[1] = true;
            } else if (key == "shape") {
                header.dims = sizes();
                seen[2] = true;
            } else {
                malformed();
            }
            if (!accept(',')) {
                expect('}');
                break;
            }
        }
        skip_spaces();
        if (!rest_.empty() || !(seen[0] && seen[1] && seen[2])) malformed();
    }

private:
    [[noreturn]] void malformed() const { throw InputError(what_ + ": is no .npy file: its header is malformed"); }
    void skip_spaces() {
        while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\n' || rest_[0] == '\t')) rest_.remove_prefix(1);
    }
    bool accept(char c) {
        skip_spaces();
        if (rest_.empty() || rest_[0] != c) return false;
        rest_.remove_prefix(1);
        return true;
    }
    void expect(char c) {
        if (!accept(c)) malformed();
    }
    std::string_view quoted() {
        skip_spaces();
        const char quote = rest_.empty() ? '\0' : rest_[0];
        if (quote != '\'' && quote != '"') malformed();
        const std::size_t end = rest_.find(quote, 1);
        if (end == std::string_view::npos) malformed();
        const std::string_view text = rest_.substr(1, end - 1);
        rest_.remove_prefix(end + 1);
        return text;
    }
    bool boolean() {
        skip_spaces();
        for (const std::string_view word : {"True", "False"}) {
            if (!rest_.starts_with(word)) continue;
            rest_.remove_prefix(word.size());
            return word == "True";
        }
        malformed();
    }
    template <typename Number>
    Number number() {
        skip_spaces();
        Number value{};
        const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
        if (error != std::errc{} || value < 0) malformed();
        rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
        return value;
    }
    std::vector<std::int64_t> sizes() {
        std::vector<std::int64_t> dims;
        expect('(');
        while (!accept(')')) {
            dims.push_back(number<std::int64_t>());
            if (!accept(',')) {
                expect(')');
                break;
            }
        }
        return dims;
    }
    void dtype(std::string_view text, NpyHeader& header) const {
        const auto unknown = [&] {
            throw InputError(what_ + ": its dtype '" + std::string(text.substr(0, 40)) + "' is no plain number");
        };
        if (text.size() < 3 || std::string_view("<>|=").find(text[0]) == std::string_view::npos ||
            std::string_view("biufcV").find(text[1]) == std::string_view::npos)
            unknown();
        header.big_endian = text[0] == '>';
        header.kind = text[1];
        const std::string_view digits = text.substr(2);
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), header.item_bytes);
        if (error != std::errc{} || end != digits.data() + digits.size()) unknown();
        if (header.item_bytes < 1 || header.item_bytes > 16) unknown();
    }

    std::string_view rest_;
    const std::string& what_;
};

} // namespace

NpyHeader parse_npy_header(std::string_view file, const std::string& what) {
    constexpr std::string_view kMagic = "\x93NUMPY";
    const auto byte = [&](std::size_t at) { return static_cast<std::size_t>(static_cast<unsigned char>(file[at])); };
    if (file.size() < 10 || !file.starts_with(kMagic)) throw InputError(what + ": is no .npy file");
    const std::size_t version = byte(6);
    if (version < 1 || version > 3)
        throw InputError(what + ": is of the unknown .npy format " + std::to_string(version));
    const std::size_t start = version == 1 ? 10 : 12;
    if (file.size() < start) throw InputError(what + ": ends inside its header");
    std::size_t length = byte(8) | byte(9) << 8;
    if (version > 1) length |= byte(10) << 16 | byte(11) << 24;
    if (length > file.size() - start) throw InputError(what + ": ends inside its header");
    NpyHeader header;
    header.data_offset = start + length;
    HeaderParser(file.substr(start, length), what).parse(header);
    return header;
}

} // namespace hlo2cpp
