// Options of the command line.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "driver/compile.h"
#include "driver/constant_arguments.h"
#include "read/model_file.h"

namespace hlo2cpp {

enum class Engine : std::uint8_t { Compiled, Evaluator };
enum class Page : std::uint8_t { Version, Manual, Completion }; // that hlo2cpp prints of itself

struct Options {
    std::optional<Page> page; // asked for instead of a command
    std::string module_path;
    std::vector<std::string> input_shape_texts; // as --input-shape has them
    ReadOptions read;
    CompileOptions compile;         // its `generate.name` may be empty: then it follows from the module's path
    std::vector<std::string> state; // as --state has them
    std::string output_dir = ".";
    std::string project;     // as --project has it; empty: the generated files alone
    std::string output_path; // of `convert`
    ConstantOptions constants;
    std::vector<std::string> reports; // paths, HTML or JSON by their suffix
    bool only_check = false;          // of compile: compare with the files that are there, write none
    std::vector<std::string> inputs;  // paths of .npy files, one an argument
    std::string device_inputs;        // folder of the arguments of several devices; empty: all take `inputs`
    std::string launch;               // starts the processes of several devices; empty: they are threads
    std::string compiler;             // of generated code; empty: $CXX, else c++
    std::vector<std::string> infeed;  // paths of the bytes for infeeds, in order
    Engine engine = Engine::Compiled;
    std::string cxxflags;           // for the compiler of generated code, after ours
    std::vector<std::string> links; // paths of files with the functions of custom calls
};

// "x=1,3,224,224". Throws InputError.
void add_input_shape(const std::string& text, InputShapes& shapes);

// A C identifier from the path's stem: "my-net.v2.pb" and "my-net.v2.pb.gz" are "my_net_v2", "my-net/graph.nnef",
// "my-net/" and "my-net.nnef.tgz" are "my_net", "math.pb" is "math_model". Starts with a letter, never empty.
std::string name_from_path(const std::string& module_path);
// Letters, digits and single underscores, a letter first, at most 100.
bool is_valid_name(const std::string& name);
// Returns true where NAME.h is a header of C.
bool is_header_of_c(const std::string& name);
// Returns true where NAME.h or NAME_devices has a name of the interface between devices.
bool is_of_interface(const std::string& name);

} // namespace hlo2cpp
