// Modules whose loop nests the tests of the validator damage.
#pragma once

#include <string>

namespace hlo2cpp {

inline const std::string kColumns =
    "HloModule m\nENTRY e { x = f32[5,40] parameter(0)\n i = s32[40,1] parameter(1)\n"
    " g = f32[40] gather(x, i), offset_dims={}, collapsed_slice_dims={0}, start_index_map={0}, "
    "operand_batching_dims={1}, start_indices_batching_dims={0}, index_vector_dim=1, slice_sizes={1,1}\n"
    " ROOT r = f32[40] add(g, g) }";
inline const std::string kColumnSums =
    "HloModule m\nadd { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT r = f32[] add(a, b) }\n"
    "ENTRY e { x = f32[3,12,40] parameter(0)\n i = s32[40,1] parameter(1)\n z = f32[] constant(0)\n"
    " g = f32[40,12] gather(x, i), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, "
    "operand_batching_dims={2}, start_indices_batching_dims={0}, index_vector_dim=1, slice_sizes={1,12,1}\n"
    " ROOT r = f32[40] reduce(g, z), dimensions={1}, to_apply=add }";
inline std::string sum_of_all(const std::string& sizes) {
    const std::string dims = sizes.size() > 3 ? "{0,1,2}" : "{0,1}";
    return "HloModule m\nadd { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT r = f32[] add(a, b) }\n"
           "ENTRY e { x = f32[" +
           sizes +
           "] parameter(0)\n z = f32[] parameter(1)\n"
           " ROOT s = f32[] reduce(x, z), dimensions=" +
           dims + ", to_apply=add }";
}
inline const std::string kScatter =
    "HloModule m\nadd { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT r = f32[] add(a, b) }\n"
    "ENTRY e { x = f32[9,3] parameter(0)\n i = s32[4,1] parameter(1)\n u = f32[4,3] parameter(2)\n"
    " ROOT y = f32[9,3] scatter(x, i, u), update_window_dims={1}, inserted_window_dims={0},"
    " scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=add }";

} // namespace hlo2cpp
