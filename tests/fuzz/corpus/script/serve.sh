set -e
export M=a/b
exec vllm serve "$M" \
  --tp ${N:-2} <<EOF
x
EOF
