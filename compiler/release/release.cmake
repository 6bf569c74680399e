# What an installation holds beside the tool and its CMake package: manual page, completion for bash, licenses, guide and an
# example; and the Debian package of all of it, which `cpack` makes in the build folder.
set(DOCUMENTS ${PROJECT_BINARY_DIR}/documents)
file(MAKE_DIRECTORY ${DOCUMENTS})
add_custom_command(
  TARGET hlo2cpp POST_BUILD
  COMMAND hlo2cpp --man-page > ${DOCUMENTS}/hlo2cpp.1
  COMMAND gzip -9nf ${DOCUMENTS}/hlo2cpp.1
  COMMAND hlo2cpp --bash-completion > ${DOCUMENTS}/hlo2cpp
  VERBATIM)
install(FILES ${DOCUMENTS}/hlo2cpp.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${DOCUMENTS}/hlo2cpp DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${CMAKE_CURRENT_LIST_DIR}/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/compiler/guide DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${PROJECT_SOURCE_DIR}/samples/digits/CMakeLists.txt ${PROJECT_SOURCE_DIR}/samples/digits/digits.pb
              ${PROJECT_SOURCE_DIR}/samples/digits/main.cpp ${PROJECT_SOURCE_DIR}/samples/digits/test_images.h
        DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples/digits)
if(NOT PROJECT_IS_TOP_LEVEL)
  return()
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The hlo2cpp developers <developers@hlo2cpp.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "ahead-of-time compiler from XLA HLO and NNEF to C++")
set(CPACK_PACKAGE_DESCRIPTION
    "hlo2cpp reads a neural network or another numeric program, as JAX, TensorFlow
and PyTorch/XLA export it, and writes one C++ file and its header, which need
no library and no heap, for microcontrollers and embedded Linux.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ
    WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS g++) # run and check call the host's compiler
set(CPACK_DEBIAN_PACKAGE_SUGGESTS cmake)
include(CPack)
