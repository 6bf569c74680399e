# The Debian package of an installation, which `cpack` makes in the build folder. Debian's policy asks for two more files: a
# change log in its form, and the findings of lintian that are accepted, with the reason.
execute_process(COMMAND date -u -R -d ${RELEASE_DATE} OUTPUT_VARIABLE MAIL_DATE OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
set(DEVELOPERS "The hlo2cpp developers <developers@hlo2cpp.invalid>")
set(DEBIAN ${DOCUMENTS}/debian)
file(CONFIGURE OUTPUT ${DEBIAN}/usr/share/doc/hlo2cpp/changelog CONTENT
"hlo2cpp (${PROJECT_VERSION}) unstable; urgency=medium

  * Release ${PROJECT_VERSION}; guide/CHANGELOG.md says what is in it.

 -- ${DEVELOPERS}  ${MAIL_DATE}
")
execute_process(COMMAND gzip -9nf ${DEBIAN}/usr/share/doc/hlo2cpp/changelog)
file(CONFIGURE OUTPUT ${DEBIAN}/usr/share/lintian/overrides/hlo2cpp CONTENT
"# One executable serves for this package and for the Python wheel, so it holds the libraries that it needs.
hlo2cpp: embedded-library
")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT ${DEVELOPERS})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "ahead-of-time compiler from XLA HLO, StableHLO and NNEF to C++")
set(CPACK_PACKAGE_DESCRIPTION
    "hlo2cpp reads a neural network or another numeric program, as JAX, TensorFlow
and PyTorch/XLA export it, and writes one C++ file and its header, which need
no library and no heap, for microcontrollers and embedded Linux.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALLED_DIRECTORIES ${DEBIAN} .)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ
    WORLD_EXECUTE)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS g++) # run and check call the host's compiler
set(CPACK_DEBIAN_PACKAGE_SUGGESTS cmake)
include(CPack)
