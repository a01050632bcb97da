gpulint_embed(gpu gpu_catalog
    ${CMAKE_SOURCE_DIR}/rules/catalog/resources.yaml
    ${CMAKE_SOURCE_DIR}/rules/catalog/gpus.yaml
    ${CMAKE_SOURCE_DIR}/rules/catalog/mig.yaml
    ${CMAKE_SOURCE_DIR}/rules/catalog/amd-partitions.yaml
    ${CMAKE_SOURCE_DIR}/rules/catalog/labels.yaml
    ${CMAKE_SOURCE_DIR}/rules/catalog/images.yaml
    ${CMAKE_SOURCE_DIR}/rules/catalog/cuda.yaml)
