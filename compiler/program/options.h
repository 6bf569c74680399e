// Options of the last stages.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/goal.h"

namespace hlo2cpp {

// Place of the constants, see generate/weights_files.h.
enum class WeightsPlace : std::uint8_t { Inline, Source, Incbin, External };
// True if C++ defines each array, so that a macro can place it.
inline bool has_place_macros(WeightsPlace place) {
    return place == WeightsPlace::Inline || place == WeightsPlace::Source;
}

// Language of the generated files.
enum class Language : std::uint8_t { Cpp, C };
inline std::string source_suffix(Language language) {
    return language == Language::C ? ".c" : ".cpp";
}

// Order in which files have the bytes of elements that they do not spell as numbers: long arrays, and NAME_weights.bin.
enum class ByteOrder : std::uint8_t { Little, Big };

struct GenerateOptions {
    std::string name;         // a C identifier
    std::string module_file;  // file name without folder, for the banner
    std::string command_line; // options that shape the code, other than the defaults, for the banner
    std::string measure = {}; // the option --measure, for the banner of the header; it shapes nothing
    Goal goal = {};
    bool poison = false; // fill every buffer outside its live range, and check what must stay
    bool trace = false;
    bool self_test = false;
    bool cooperative = false; // NAME_begin and NAME_step run one part of `run` a call
    bool scalars_by_value = false;
    WeightsPlace weights = WeightsPlace::Inline;
    ByteOrder byte_order = ByteOrder::Little;
    Language language = Language::Cpp;
    std::vector<std::string> result_names; // one a result; empty: out, or out0, out1, ...

    // The options as one would type them again.
    std::string all() const { return command_line + (command_line.empty() || measure.empty() ? "" : " ") + measure; }
};

} // namespace hlo2cpp
