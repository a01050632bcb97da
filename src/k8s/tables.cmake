gpulint_embed(k8s workload_kinds ${CMAKE_SOURCE_DIR}/rules/catalog/workload-kinds.yaml)
gpulint_embed(k8s kubernetes_types ${CMAKE_SOURCE_DIR}/rules/catalog/kubernetes-types.yaml)
