#include "driver/module_options.h"

namespace hlo2cpp {

OptionGroup module_group(Options& options) {
    return {
        "Module",
        {{.name = "MODULE",
          .text = "file with HLO or StableHLO, or an NNEF model",
          .detail =
              "An HloModuleProto, an HloProto or HLO text; StableHLO as text, as a portable artifact, or in a file of "
              "jax.export; each also compressed by gzip. Or an NNEF model: its folder, its graph.nnef or its "
              ".nnef.tgz. The contents of the file decide, not its name.",
          .set = [&options](const std::string& text) { options.module_path = text; }},
         {.name = "--input-shape",
          .value = "NAME=SHAPE",
          .text = "shape of an input that a model leaves open",
          .detail = "SHAPE is the extents with commas between them, for example image=1,3,224,224. Repeat it for "
                    "several inputs.",
          .takes = OptionSpec::Takes::Each,
          .set =
              [&options](const std::string& text) {
                  options.input_shape_texts.push_back(text);
                  add_input_shape(text, options.read.input_shapes);
              }},
         {.name = "--entry",
          .value = "NAME",
          .text = "function of a StableHLO program to take",
          .detail = "Without it: main, or the only public function.",
          .set = [&options](const std::string& text) { options.read.entry = text; }},
         {.name = "--constant",
          .value = "NAME=FILE",
          .text = "make an argument a constant with a .npy file's value",
          .detail = "NAME is the argument's name in the module or in the framework. Repeat it for several arguments.",
          .takes = OptionSpec::Takes::Each,
          .set =
              [&options](const std::string& text) {
                  parse_constant(text);
                  options.constants.arrays.push_back(text);
              }},
         {.name = "--constants",
          .value = "SET",
          .text = "the same for all arrays of a folder or an .npz file",
          .detail =
              "SET is a folder of .npy files or a file of numpy.savez. The name of each array must be that of an "
              "argument: params/dense/kernel, also with dots or underscores, is params['dense']['kernel'], and so "
              "is dense/kernel where no other argument ends like that. Weights that are arguments become "
              "constants with it.",
          .takes = OptionSpec::Takes::Each,
          .set = [&options](const std::string& text) { options.constants.sets.push_back(text); }}}};
}

} // namespace hlo2cpp
