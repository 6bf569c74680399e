# The CMake package: installed by `cmake --install`, and usable from the build tree.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

add_executable(hlo2cpp::hlo2cpp ALIAS hlo2cpp) # for projects that take this one in with add_subdirectory
include(${CMAKE_CURRENT_LIST_DIR}/hlo2cppFunctions.cmake)

set(PACKAGE_DIR ${CMAKE_INSTALL_DATADIR}/cmake/hlo2cpp)
# Not tied to an architecture: the tool runs on the host, also in a cross build.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/hlo2cppConfigVersion.cmake COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)

set(FUNCTIONS_DIR ${CMAKE_CURRENT_LIST_DIR})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/hlo2cppConfig.cmake.in ${PROJECT_BINARY_DIR}/hlo2cppConfig.cmake
                              INSTALL_DESTINATION ${PROJECT_BINARY_DIR} INSTALL_PREFIX ${PROJECT_BINARY_DIR} PATH_VARS FUNCTIONS_DIR)
export(TARGETS hlo2cpp NAMESPACE hlo2cpp:: FILE ${PROJECT_BINARY_DIR}/hlo2cppTargets.cmake)

set(FUNCTIONS_DIR ${PACKAGE_DIR})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/hlo2cppConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/installed/hlo2cppConfig.cmake
                              INSTALL_DESTINATION ${PACKAGE_DIR} PATH_VARS FUNCTIONS_DIR)
install(TARGETS hlo2cpp EXPORT hlo2cppTargets RUNTIME)
install(EXPORT hlo2cppTargets NAMESPACE hlo2cpp:: DESTINATION ${PACKAGE_DIR})
install(FILES ${CMAKE_CURRENT_LIST_DIR}/hlo2cppFunctions.cmake ${CMAKE_CURRENT_BINARY_DIR}/installed/hlo2cppConfig.cmake
              ${PROJECT_BINARY_DIR}/hlo2cppConfigVersion.cmake ${PROJECT_SOURCE_DIR}/compiler/report/report.schema.json
        DESTINATION ${PACKAGE_DIR})
