#!/usr/bin/env python3
"""Writes the inputs of the benchmarks into a folder: one.yaml (a Deployment), many.yaml (COUNT of them in
one file), many/ (the same as COUNT files) and nodes.json (5,000 nodes of 12 shapes)."""
import json
import os
import sys

DEPLOYMENT = """apiVersion: apps/v1
kind: Deployment
metadata:
  name: server-{i}
  namespace: team-{team}
  labels: {{app: server-{i}}}
spec:
  replicas: 2
  selector:
    matchLabels: {{app: server-{i}}}
  template:
    metadata:
      labels: {{app: server-{i}}}
    spec:
      nodeSelector:
        nvidia.com/gpu.product: NVIDIA-H100-80GB-HBM3
      tolerations:
        - key: nvidia.com/gpu
          operator: Exists
          effect: NoSchedule
      containers:
        - name: server
          image: vllm/vllm-openai:v0.9.1
          args: ["--model", "Qwen/Qwen2.5-7B-Instruct", "--max-model-len", "16384"]
          ports:
            - containerPort: 8000
          env:
            - name: HF_HOME
              value: /models
          resources:
            requests:
              cpu: "8"
              memory: 32Gi
            limits:
              memory: 64Gi
              nvidia.com/gpu: "1"
          volumeMounts:
            - name: models
              mountPath: /models
      volumes:
        - name: models
          emptyDir: {{}}
"""


def node(i):
    gpus = [0, 1, 2, 4, 8, 8][i % 6]
    labels = {"kubernetes.io/hostname": f"node-{i}", "pool": f"p{i % 12}",
              "nvidia.com/gpu.product": "NVIDIA-H100-80GB-HBM3"}
    labels.update({f"feature.node.kubernetes.io/cpu-cpuid.F{n}": "true" for n in range(150)})
    amounts = {"cpu": "224", "memory": "2113498012Ki", "pods": "110", "nvidia.com/gpu": str(gpus)}
    images = [{"names": [f"registry.example/image-{n}@sha256:{'0' * 64}"], "sizeBytes": 1} for n in range(40)]
    return {"apiVersion": "v1", "kind": "Node", "metadata": {"name": f"node-{i}", "labels": labels},
            "spec": {}, "status": {"capacity": amounts, "allocatable": amounts, "images": images}}


def main():
    folder = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 10000
    os.makedirs(os.path.join(folder, "many"), exist_ok=True)
    texts = [DEPLOYMENT.format(i=i, team=i % 20) for i in range(count)]
    with open(os.path.join(folder, "one.yaml"), "w") as file:
        file.write(texts[0])
    with open(os.path.join(folder, "many.yaml"), "w") as file:
        file.write("---\n".join(texts))
    for i, text in enumerate(texts):
        with open(os.path.join(folder, "many", f"{i:05}.yaml"), "w") as file:
            file.write(text)
    with open(os.path.join(folder, "nodes.json"), "w") as file:
        json.dump({"apiVersion": "v1", "kind": "NodeList", "items": [node(i) for i in range(5000)]}, file, indent=4)


if __name__ == "__main__":
    main()
