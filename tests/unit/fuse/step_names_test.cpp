// What steps are called.
#include <catch2/catch.hpp>

#include "fuse/step_names.h"
#include "unit/fuse/fused.h"

using namespace hlo2cpp;

namespace {

std::string label(Opcode opcode, const std::string& op_name, const std::string& name = "heavy.3") {
    Instruction heaviest, last;
    heaviest.opcode = opcode;
    heaviest.name = name;
    heaviest.metadata.op_name = op_name;
    last.name = "last.1";
    return step_label(heaviest, last);
}

} // namespace

TEST_CASE("a step is called after the scope of its contraction") {
    CHECK(label(Opcode::Convolution, "jit(f)/CNN/Conv_0/conv_general_dilated") == "conv_0");
    CHECK(label(Opcode::Dot, "jit(predict)/dense_1") == "dense_1");
    CHECK(label(Opcode::Dot, "jit(f)/vmap(jit(g))/MultiHeadAttention_0/bqhd,bkhd->bhqk/dot_general") ==
          "multi_head_attention_0");
    CHECK(label(Opcode::Convolution, "model/conv2d/Conv2D;model/conv2d/BiasAdd") == "conv2d");
    CHECK(label(Opcode::Dot, "jit(step)/transpose(jvp(MLP))/Dense_0/dot_general") == "dense_0_gradient");
}

TEST_CASE("other steps say what they do there") {
    CHECK(label(Opcode::Reduce, "jit(f)/softmax/reduce_max") == "softmax_reduce_max");
    CHECK(label(Opcode::Exponential, "jit(f)/while/body/exp") == "exp");
    CHECK(label(Opcode::Reduce, "jit(f)/jit(main)/branch_1_fun/reduce_sum") == "reduce_sum");
}

TEST_CASE("the number of an instruction that is named after its op_name is kept") {
    CHECK(label(Opcode::Dot, "jit(f)/dot_general", "dot_general.12") == "dot_general.12");
    CHECK(label(Opcode::Dot, "jit(f)/dot_general", "dot.12") == "dot_general");
}

TEST_CASE("where no op_name says anything a step is called after its last instruction") {
    CHECK(label(Opcode::Dot, "") == "last.1");
    CHECK(label(Opcode::Dot, "jit(f)/while/body/") == "last.1");
    CHECK(label(Opcode::Dot, "///;x") == "last.1");
}

TEST_CASE("a function of several steps is called after what it computes") {
    const Kernels kernels = fused(R"(HloModule m
ENTRY main {
  x = f32[1,6,6,4] parameter(0)
  k = f32[3,3,1,4] parameter(1)
  zero = f32[] constant(0)
  zeros = f32[1,4,4,4] broadcast(zero), dimensions={}
  conv = f32[1,4,4,4] convolution(x, k), window={size=3x3}, dim_labels=b01f_01io->b01f, feature_group_count=4
  ROOT relu = f32[1,4,4,4] maximum(conv, zeros)
})");
    std::vector<std::string> computed;
    for_each_call(kernels.regions, [&](const Call& call) { computed.push_back(call.computes); });
    CHECK(computed == std::vector<std::string>{"grouped_convolution_relu"});
}

TEST_CASE("a function of a part of one op is called after the op") {
    const Kernels kernels = fused(R"(HloModule m
ENTRY main {
  x = c64[64] parameter(0)
  ROOT spectrum = c64[64] fft(x), fft_type=FFT, fft_length={64}, metadata={op_name="jit(f)/fft"}
})");
    for_each_call(kernels.regions, [&](const Call& call) { CHECK(call.computes == "fft"); });
}
