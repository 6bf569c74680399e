#include "generate/soft_float.h"

#include "generate/c_words.h"
#include "support/runtime_text.h"
#include "support/template.h"

namespace hlo2cpp {

std::string soft_float_text(const std::string& version, Language language) {
    const RuntimeText runtime = runtime_text(
        {"soft_add_f32", "soft_add_f64", "soft_multiply_f32", "soft_multiply_f64", "soft_divide_f32", "soft_divide_f64",
         "soft_less_f32", "soft_less_f64", "soft_less_equal_f32", "soft_less_equal_f64", "soft_equal_f32",
         "soft_equal_f64", "soft_f32_from_f64", "soft_f64_from_f32", "soft_f32_from_s32", "soft_f64_from_s32"});
    std::string includes;
    for (const std::string& include : runtime.includes) includes += "<" + include + ">\n";
    const bool c = language == Language::C;
    const std::string text = fill_template("soft_float.tmpl", {{"version", version},
                                                               {"source", "soft_float" + source_suffix(language)},
                                                               {"option", c ? " --language c" : ""},
                                                               {"extern", c ? "" : "extern \"C\" "},
                                                               {"includes", includes},
                                                               {"helpers", runtime.helpers}});
    return c ? in_c(text, "") : text;
}

} // namespace hlo2cpp
