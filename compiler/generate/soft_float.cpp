#include "generate/soft_float.h"

#include "support/runtime_text.h"
#include "support/template.h"

namespace hlo2cpp {

std::string soft_float_text(const std::string& version) {
    const RuntimeText runtime = runtime_text(
        {"soft_add_f32", "soft_add_f64", "soft_multiply_f32", "soft_multiply_f64", "soft_divide_f32", "soft_divide_f64",
         "soft_less_f32", "soft_less_f64", "soft_less_equal_f32", "soft_less_equal_f64", "soft_equal_f32",
         "soft_equal_f64", "soft_f32_from_f64", "soft_f64_from_f32", "soft_f32_from_s32", "soft_f64_from_s32"});
    std::string includes;
    for (const std::string& include : runtime.includes) includes += "<" + include + ">\n";
    return fill_template("soft_float.tmpl",
                         {{"version", version}, {"includes", includes}, {"helpers", runtime.helpers}});
}

} // namespace hlo2cpp
