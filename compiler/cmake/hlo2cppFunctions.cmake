# hlo2cpp_add_library(<library> MODULE <file> [NAME <prefix>] [TARGET <target>] [OPTIONS <option>...] [DEPENDS <file>...])
#
# A static library of the C++ that hlo2cpp writes for a module; made again in the build where the module or the compiler
# changes. Linking to it gives the include path of <prefix>.h.
#
#   MODULE   HloModuleProto, HloProto or HLO text; relative to the current source folder
#   NAME     prefix of all names and of both files; default: the library's name, with _ for what no identifier may hold
#   TARGET   machine that the code is for, as in `hlo2cpp compile --target`; default: generic
#   OPTIONS  further options of `hlo2cpp compile`, e.g. --deterministic; may hold generator expressions, and files relative to the
#            current source folder
#   DEPENDS  files that the options name; the code is made again where one of them changes
#
# Beside the two files lies <prefix>.json, the report on memory, stack and steps.
include_guard(GLOBAL)

function(hlo2cpp_add_library library)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "MODULE;NAME;TARGET" "OPTIONS;DEPENDS")
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "hlo2cpp_add_library(${library}): unknown arguments: ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT ARG_MODULE)
    message(FATAL_ERROR "hlo2cpp_add_library(${library}): MODULE <file> is missing")
  endif()
  # Two libraries may share a NAME that was chosen, for two programs; one program would silently take the code of either.
  get_property(taken GLOBAL PROPERTY hlo2cpp_default_names)
  if(NOT ARG_NAME)
    string(MAKE_C_IDENTIFIER "${library}" ARG_NAME)
    if(ARG_NAME IN_LIST taken)
      message(FATAL_ERROR "hlo2cpp_add_library(${library}): another library's names begin with ${ARG_NAME}, too: give this one a NAME")
    endif()
    set_property(GLOBAL APPEND PROPERTY hlo2cpp_default_names ${ARG_NAME})
  endif()
  if(ARG_TARGET)
    list(PREPEND ARG_OPTIONS --target ${ARG_TARGET})
  endif()
  cmake_path(ABSOLUTE_PATH ARG_MODULE BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE OUTPUT_VARIABLE module)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${library}.hlo2cpp) # of its own: no other library's header is in reach
  set(stem ${folder}/${ARG_NAME})

  add_custom_command(
    OUTPUT ${stem}.cpp ${stem}.h ${stem}.json
    COMMAND hlo2cpp::hlo2cpp compile "${module}" --name ${ARG_NAME} --output-dir ${folder} --report ${stem}.json ${ARG_OPTIONS}
    DEPENDS ${module} ${ARG_DEPENDS} hlo2cpp::hlo2cpp $<TARGET_FILE:hlo2cpp::hlo2cpp>
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
    COMMENT "hlo2cpp: ${ARG_MODULE} -> ${ARG_NAME}.cpp, ${ARG_NAME}.h"
    COMMAND_EXPAND_LISTS # a generator expression that gives nothing is no argument
    VERBATIM)
  add_library(${library} STATIC ${stem}.cpp ${stem}.h)
  target_compile_features(${library} PRIVATE cxx_std_17)
  target_include_directories(${library} PUBLIC $<BUILD_INTERFACE:${folder}>)
endfunction()
