#!/usr/bin/env bash
# Times gpulint beside kubeconform and kube-score on the same inputs, all in one run: CPU seconds, wall
# seconds and peak memory of each. The peers come through the Go client where it is installed; one that
# cannot be had is left out of the table.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
gpulint=${GPULINT:-build/release/gpulint}
runs=${RUNS:-5}

python3 bench/generate.py "$work" "${COUNT:-10000}"

# PEERS: a folder that holds the peers' programs already.
bin=${PEERS:-$work/bin}
if [ -z "${PEERS:-}" ] && command -v go >/dev/null; then
    GOBIN=$bin go install github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0 2>/dev/null || true
    GOBIN=$bin go install github.com/zegl/kube-score/cmd/kube-score@v1.20.0 2>/dev/null || true
fi

# measure LABEL COMMAND...: the median of the runs, by CPU time.
measure() {
    local label=$1
    shift
    for _ in $(seq "$runs"); do
        /usr/bin/time -f '%U %S %e %M' -o "$work/time" "$@" >/dev/null 2>&1 || true
        tail -n 1 "$work/time" | awk '{print $1 + $2, $3, $4 / 1024}'
    done | sort -n | awk -v label="$label" '{cpu[NR] = $1; wall[NR] = $2; mb[NR] = $3}
        END {m = int((NR + 1) / 2); printf "%-44s %8.3f %8.3f %8.0f\n", label, cpu[m], wall[m], mb[m]}'
}

printf '%-44s %8s %8s %8s\n' "" "CPU s" "wall s" "peak MB"
for input in one.yaml many.yaml many; do
    measure "gpulint check $input" "$gpulint" check --no-config --exit-zero "$work/$input"
    [ -x "$bin/kubeconform" ] && measure "kubeconform $input" "$bin/kubeconform" -summary -schema-location "$work/none/{{.ResourceKind}}.json" -ignore-missing-schemas "$work/$input"
    if [ -x "$bin/kube-score" ]; then
        if [ "$input" = many ]; then
            measure "kube-score $input" bash -c "'$bin/kube-score' score '$work'/many/*.yaml"
        else
            measure "kube-score $input" "$bin/kube-score" score "$work/$input"
        fi
    fi
done
measure "gpulint inventory show nodes.json (5,000)" "$gpulint" inventory show "$work/nodes.json"
if command -v hyperfine >/dev/null; then
    hyperfine -N --warmup 3 "$gpulint check --no-config $work/one.yaml" --export-json "$work/start.json" >/dev/null
    python3 -c "import json; r = json.load(open('$work/start.json'))['results'][0]; print(f\"start to end on one.yaml: {1000 * (r['user'] + r['system']):.1f} ms of CPU, {1000 * r['mean']:.1f} ms\")"
fi
