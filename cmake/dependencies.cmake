# Third-party code, each with the one or two folders that may include it.
# Static archives are preferred where Debian ships them: a short-lived program starts faster.
find_package(yaml-cpp REQUIRED)
pkg_check_modules(LIBYAML REQUIRED yaml-0.1)

function(gpulint_static_or_shared out name)
    find_library(${out} NAMES lib${name}.a ${name} REQUIRED)
    set(${out} ${${out}} PARENT_SCOPE)
endfunction()
gpulint_static_or_shared(LIBYAML_ARCHIVE yaml)
gpulint_static_or_shared(YAML_CPP_ARCHIVE yaml-cpp)
gpulint_static_or_shared(TREE_SITTER_ARCHIVE tree-sitter)
gpulint_static_or_shared(RE2_ARCHIVE re2)

set(GRAMMARS ${CMAKE_SOURCE_DIR}/node_modules)
set(YAML_GRAMMAR ${GRAMMARS}/@tree-sitter-grammars/tree-sitter-yaml/src)
if(NOT EXISTS ${YAML_GRAMMAR}/parser.c)
    message(FATAL_ERROR "tree-sitter-yaml is not installed: run 'make setup' (it calls npm ci)")
endif()
add_library(tree_sitter_yaml STATIC ${YAML_GRAMMAR}/parser.c ${YAML_GRAMMAR}/scanner.c)
target_include_directories(tree_sitter_yaml PRIVATE ${YAML_GRAMMAR})
target_compile_options(tree_sitter_yaml PRIVATE -w -O2 -fno-sanitize=all)

# What each folder links beside the folders it may include.
set(gpulint_base_third_party fmt::fmt)
set(gpulint_yaml_third_party ${YAML_CPP_ARCHIVE} ${LIBYAML_ARCHIVE} tree_sitter_yaml ${TREE_SITTER_ARCHIVE})
set(gpulint_k8s_third_party ${RE2_ARCHIVE})
set(gpulint_gpu_third_party ${RE2_ARCHIVE})
set(gpulint_lint_third_party Threads::Threads)
set(gpulint_app_third_party Threads::Threads)
