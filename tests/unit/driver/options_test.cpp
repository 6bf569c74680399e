#include <catch2/catch.hpp>

#include "driver/options.h"
#include "driver/stages.h"

namespace hlo2cpp {
namespace {

TEST_CASE("the name follows from the path") {
    CHECK(name_from_path("tiny_mlp.pb") == "tiny_mlp");
    CHECK(name_from_path("/a/b.c/my-net.v2.pb") == "my_net_v2");
    CHECK(name_from_path("my-net.v2.pb.gz") == "my_net_v2");
    CHECK(name_from_path("2nd.hlo") == "m2nd");
    CHECK(name_from_path("a--b__c.hlo") == "a_b_c");
    CHECK(name_from_path("_x_.hlo") == "x");
    CHECK(name_from_path("") == "model");
    CHECK(name_from_path("models/le-net/graph.nnef") == "le_net");
    CHECK(name_from_path("models/le-net/") == "le_net");
    CHECK(name_from_path("models/le-net.nnef.tgz") == "le_net");
    CHECK(name_from_path("---") == "model");
    CHECK(name_from_path("math.pb") == "math_model");       // math.h is a header of C
    CHECK(name_from_path("hlo2cpp.pb") == "hlo2cpp_model"); // hlo2cpp_devices is a type
    CHECK(name_from_path("\xc3\xa4.pb") == "model");
    CHECK(name_from_path(std::string(500, 'a') + ".pb").size() == 100);
}

TEST_CASE("names of one's own") {
    for (const char* good : {"a", "tiny_mlp", "Net2", "a1_b2"}) CHECK(is_valid_name(good));
    for (const char* bad : {"", "_a", "a_", "a__b", "2a", "a-b", "a b", "a/b", "a;b"}) CHECK_FALSE(is_valid_name(bad));
    CHECK_FALSE(is_valid_name(std::string(101, 'a')));
    CHECK(is_valid_name(name_from_path("/x/--9 lives.tar.pb")));
    CHECK(is_header_of_c("stdint"));
    CHECK_FALSE(is_header_of_c("stdint2"));
    for (const char* name : {"hlo2cpp", "hlo2cpp_collectives"}) CHECK(is_of_interface(name));
    CHECK_FALSE(is_of_interface("hlo2cpp_net"));
}

TEST_CASE("a shape that an input cannot have is refused with the reason") {
    const auto complaint = [](const std::string& text) -> std::string {
        InputShapes shapes;
        try {
            add_input_shape(text, shapes);
        } catch (const InputError& error) {
            return error.diagnostic.message;
        }
        return "";
    };
    CHECK(complaint("args[0]=3,4").empty());
    CHECK(complaint("x=3,0") == "--input-shape x=3,0: an extent is 1 or more, not 0");
    CHECK(complaint("x=-1") == "--input-shape x=-1: an extent is 1 or more, not -1");
    CHECK(complaint("x=4,99999999999999999999") ==
          "--input-shape x=4,99999999999999999999: the extent 99999999999999999999 is too large");
    for (const std::string text : {"x", "=3", "x=a", "x=1,", "x=1,,2", "x=1;2"})
        CHECK(complaint(text) == "--input-shape " + text + ": expected NAME=EXTENT,EXTENT,...");
}

TEST_CASE("stages go by name") {
    std::string names;
    for (const auto& [name, stage] : stages_in_order()) names += name + " ";
    CHECK(names ==
          "read verify bound lower precompute fuse scalarize layout arrange tile schedule buffers program generate ");
    CHECK(stages_by_name().at("buffers") == Stage::Buffers);
}

} // namespace
} // namespace hlo2cpp
