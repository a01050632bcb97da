file(GLOB rule_files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/rules/*/*.yaml)
list(FILTER rule_files EXCLUDE REGEX "/rules/(catalog|profiles)/")
gpulint_embed(rules rules ${rule_files})
