# unity_by_folder(TARGET SOURCES...): where CMAKE_UNITY_BUILD says so, as the presets do, 32 files of a folder are one
# translation unit, so that headers they share are parsed, and templates instantiated, once. That takes a third of the time, and
# 1.2 GB at most. A name that a file has for itself is therefore unlike all others of its folder. Other targets are compiled file
# by file.
set(HLO2CPP_UNITY ${CMAKE_UNITY_BUILD})
set(CMAKE_UNITY_BUILD OFF)
function(unity_by_folder target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD "${HLO2CPP_UNITY}" UNITY_BUILD_MODE GROUP)
  foreach(source IN LISTS ARGN)
    cmake_path(ABSOLUTE_PATH source OUTPUT_VARIABLE folder)
    cmake_path(GET folder PARENT_PATH folder)
    cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
    string(MAKE_C_IDENTIFIER ${folder} key)
    list(APPEND sources_${key} ${source})
    list(LENGTH sources_${key} count)
    math(EXPR unit "(${count} - 1) / 32")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${key}_${unit})
  endforeach()
endfunction()
