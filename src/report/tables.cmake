gpulint_embed(report lessons ${CMAKE_SOURCE_DIR}/rules/lessons.yaml)
