// libFuzzer's input as StableHLO text: made a module, or refused by an InputError.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "read/stablehlo/text.h"
#include "read/stablehlo/to_module.h"
#include "support/diagnostics.h"

using namespace hlo2cpp::stablehlo;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view file(static_cast<const char*>(static_cast<const void*>(data)), size);
    try {
        to_module(parse_stablehlo_text(file), {});
    } catch (const hlo2cpp::InputError&) { // as it should
    }
    return 0;
}
