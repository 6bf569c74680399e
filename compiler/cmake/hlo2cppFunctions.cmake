# hlo2cpp_add_library(<library> MODULE <file> [NAME <prefix>] [ENTRY <function>] [TARGET <target>] [LANGUAGE C] [MEASURE] [SELF_TEST]
#                     [WEIGHTS <place>] [CONSTANTS <set>...] [THREADS <number>] [MAX_TRIPS <rounds>...]
#                     [OPTIONS <option>...] [DEPENDS <file>...])
#
# A static library of the C++ that hlo2cpp writes for a module; made again in the build where the module or the compiler
# changes. Linking to it gives the include path of <prefix>.h.
#
#   MODULE   HloModuleProto, HloProto, HLO text, StableHLO, or an NNEF model: its folder, its graph.nnef or its .nnef.tgz; relative to the
#            current source folder. The code of a folder is made again where any file of the model changes.
#   NAME     prefix of all names and of both files; default: the library's name, with _ for what no identifier may hold
#   ENTRY    function of a StableHLO program to take; default: main, or the only public one
#   TARGET   machine that the code is for, as in `hlo2cpp compile --target`; default: generic
#   LANGUAGE C: the code is C99, for projects without C++; as `hlo2cpp compile --language c`
#   MEASURE  header and report state the stack, code and constants that the compiler of this build makes of the code with the
#            flags of this build: CMAKE_CXX_COMPILER, CMAKE_CXX_FLAGS, those of the build type, and of add_compile_options
#   SELF_TEST  adds <prefix>_self_test, which checks the weights, runs the model and compares what it computes, on the target
#   WEIGHTS  where constants lie, as in `hlo2cpp compile --weights`: inline, source, incbin, external
#   CONSTANTS  folders of .npy files and .npz files with the values of arguments that become constants, as in `hlo2cpp compile
#            --constants`; relative to the current source folder. The code is made again where one of them changes.
#   THREADS  chunks of a large step, which threads may run at the same time: see `hlo2cpp compile --threads`
#   MAX_TRIPS  rounds after which loops that data ends are stopped: <rounds> for all of them, <loop>=<rounds> for one
#   OPTIONS  further options of `hlo2cpp compile`, e.g. --deterministic; may hold generator expressions, and files relative to the
#            current source folder
#   DEPENDS  files that the options name; the code is made again where one of them changes
#
# Beside the two files lies <prefix>.json, the report on memory, stack and steps.
include_guard(GLOBAL)

function(hlo2cpp_add_library library)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "MEASURE;SELF_TEST" "MODULE;NAME;ENTRY;TARGET;LANGUAGE;WEIGHTS;THREADS" "CONSTANTS;MAX_TRIPS;OPTIONS;DEPENDS")
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "hlo2cpp_add_library(${library}): unknown arguments: ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT ARG_LANGUAGE)
    set(ARG_LANGUAGE CXX)
  endif()
  if(ARG_LANGUAGE STREQUAL C)
    set(suffix c)
    set(standard c_std_99)
    list(APPEND ARG_OPTIONS --language c)
  elseif(ARG_LANGUAGE STREQUAL CXX)
    set(suffix cpp)
    set(standard cxx_std_17)
    hlo2cpp_require_cxx("hlo2cpp_add_library(${library})")
  else()
    message(FATAL_ERROR "hlo2cpp_add_library(${library}): LANGUAGE is ${ARG_LANGUAGE}: it must be C or CXX")
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
  if(ARG_ENTRY)
    list(PREPEND ARG_OPTIONS --entry ${ARG_ENTRY})
  endif()
  if(ARG_TARGET)
    list(PREPEND ARG_OPTIONS --target ${ARG_TARGET})
  endif()
  foreach(set IN LISTS ARG_CONSTANTS)
    cmake_path(ABSOLUTE_PATH set BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
    list(APPEND ARG_OPTIONS --constants ${set})
    set(arrays ${set})
    if(IS_DIRECTORY ${set})
      file(GLOB_RECURSE arrays CONFIGURE_DEPENDS ${set}/*.npy)
    endif()
    list(APPEND ARG_DEPENDS ${arrays})
  endforeach()
  if(ARG_THREADS)
    list(APPEND ARG_OPTIONS --threads ${ARG_THREADS})
  endif()
  foreach(limit IN LISTS ARG_MAX_TRIPS)
    list(APPEND ARG_OPTIONS --max-trips ${limit})
  endforeach()
  if(ARG_MEASURE)
    hlo2cpp_compiler_command(${ARG_LANGUAGE} command)
    list(APPEND ARG_OPTIONS --measure "${command}")
  endif()
  if(NOT ARG_WEIGHTS)
    set(ARG_WEIGHTS inline)
  endif()
  list(APPEND ARG_OPTIONS --weights ${ARG_WEIGHTS})
  if(ARG_SELF_TEST)
    list(APPEND ARG_OPTIONS --self-test)
  endif()
  cmake_path(ABSOLUTE_PATH ARG_MODULE BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE OUTPUT_VARIABLE module)
  set(parts ${module})
  if(IS_DIRECTORY ${module} OR module MATCHES "\\.nnef$") # an NNEF model is many files
    set(model ${module})
    if(NOT IS_DIRECTORY ${module})
      cmake_path(GET module PARENT_PATH model)
    endif()
    file(GLOB_RECURSE parts CONFIGURE_DEPENDS ${model}/*.nnef ${model}/*.quant ${model}/*.dat)
  endif()
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${library}.hlo2cpp) # of its own: no other library's header is in reach
  set(stem ${folder}/${ARG_NAME})

  set(sources ${stem}.${suffix} ${stem}.h)
  set(binary)
  if(ARG_WEIGHTS MATCHES "^(source|incbin)$")
    list(APPEND sources ${stem}_weights.${suffix})
  endif()
  if(ARG_WEIGHTS MATCHES "^(incbin|external)$")
    set(binary ${stem}_weights.bin)
  endif()

  add_custom_command(
    OUTPUT ${sources} ${binary} ${stem}.json
    COMMAND hlo2cpp::hlo2cpp compile "${module}" --name ${ARG_NAME} --output-dir ${folder} --report ${stem}.json ${ARG_OPTIONS}
    DEPENDS ${parts} ${ARG_DEPENDS} hlo2cpp::hlo2cpp $<TARGET_FILE:hlo2cpp::hlo2cpp>
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
    COMMENT "hlo2cpp: ${ARG_MODULE} -> ${ARG_NAME}.${suffix}, ${ARG_NAME}.h"
    COMMAND_EXPAND_LISTS # a generator expression that gives nothing is no argument
    VERBATIM)
  add_library(${library} STATIC ${sources} ${binary})
  if(ARG_WEIGHTS STREQUAL incbin)
    string(TOUPPER ${ARG_NAME} prefix)
    set_source_files_properties(${stem}_weights.${suffix} PROPERTIES OBJECT_DEPENDS ${binary}
                                COMPILE_DEFINITIONS "${prefix}_WEIGHTS_FILE=\"${binary}\"")
  endif()
  target_compile_features(${library} PRIVATE ${standard})
  target_include_directories(${library} PUBLIC $<BUILD_INTERFACE:${folder}>)
endfunction()

# hlo2cpp_add_soft_float(<library>)
#
# The object of soft_float.cpp, as `hlo2cpp soft-float` writes it: faster floating-point arithmetic for machines without an FPU.
# Link the program itself to it, once; nothing calls it by name.
function(hlo2cpp_add_soft_float library)
  hlo2cpp_require_cxx("hlo2cpp_add_soft_float(${library})")
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${library}.hlo2cpp)
  add_custom_command(
    OUTPUT ${folder}/soft_float.cpp
    COMMAND hlo2cpp::hlo2cpp soft-float --output-dir ${folder}
    DEPENDS hlo2cpp::hlo2cpp $<TARGET_FILE:hlo2cpp::hlo2cpp>
    COMMENT "hlo2cpp: soft_float.cpp"
    VERBATIM)
  add_library(${library} OBJECT ${folder}/soft_float.cpp)
  target_compile_features(${library} PRIVATE cxx_std_17)
  target_compile_options(${library} PRIVATE -ffunction-sections)
endfunction()

# Without the language CMake would say of the library only that it cannot determine the linker language.
function(hlo2cpp_require_cxx caller)
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if(NOT CXX IN_LIST languages)
    message(FATAL_ERROR "${caller}: the generated code is C++, a language that this project has not enabled: "
                        "write project(${PROJECT_NAME} LANGUAGES C CXX); the other files may all be C; or take LANGUAGE C")
  endif()
endfunction()

# The compiler of the build and the flags that it gets for a library of the current folder, as words of a shell; with generator
# expressions for what depends on the build type.
function(hlo2cpp_compiler_command language result)
  set(command "'${CMAKE_${language}_COMPILER}' ${CMAKE_${language}_COMPILER_ARG1}")
  if(CMAKE_${language}_COMPILER_TARGET AND CMAKE_${language}_COMPILER_ID MATCHES Clang)
    string(APPEND command " --target=${CMAKE_${language}_COMPILER_TARGET}")
  endif()
  if(CMAKE_SYSROOT)
    string(APPEND command " '--sysroot=${CMAKE_SYSROOT}'")
  endif()
  string(APPEND command " ${CMAKE_${language}_FLAGS}")
  set(types ${CMAKE_CONFIGURATION_TYPES} ${CMAKE_BUILD_TYPE})
  list(REMOVE_DUPLICATES types)
  foreach(type IN LISTS types)
    string(TOUPPER "${type}" upper)
    string(APPEND command "$<$<CONFIG:${type}>: ${CMAKE_${language}_FLAGS_${upper}}>")
  endforeach()
  if(CMAKE_POSITION_INDEPENDENT_CODE)
    string(APPEND command " ${CMAKE_${language}_COMPILE_OPTIONS_PIC}")
  endif()
  get_directory_property(options COMPILE_OPTIONS)
  list(JOIN options " " options)
  # No command of a build knows the language.
  string(REGEX REPLACE "\\$<COMPILE_LANGUAGE:([A-Z]+,)*${language}(,[A-Z]+)*>" "1" options "${options}")
  string(REGEX REPLACE "\\$<COMPILE_LANGUAGE:[A-Z,]+>" "0" options "${options}")
  string(REPLACE "$<COMPILE_LANG_AND_ID:${language}," "$<${language}_COMPILER_ID:" options "${options}")
  string(REPLACE "SHELL:" "" options "${options}")
  string(APPEND command " ${options}")
  # What the compiler takes where the build says nothing; hlo2cpp would add the flags of its target.
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$" AND NOT command MATCHES "-m(cpu|arch)=")
    string(APPEND command " -march=armv8-a")
  endif()
  set(${result} "${command}" PARENT_SCOPE)
endfunction()
