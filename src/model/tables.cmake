gpulint_embed(model model_catalog
    ${CMAKE_SOURCE_DIR}/rules/catalog/models.yaml
    ${CMAKE_SOURCE_DIR}/rules/catalog/weight-formats.yaml
    ${CMAKE_SOURCE_DIR}/rules/catalog/engines.yaml)
