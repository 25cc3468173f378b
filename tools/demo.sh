#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Creates an order table, changes it by every kind of write, shows it after each, and checks at the
# end that it holds what it must.
#
#   tools/demo.sh [TABLE]   the table's folder is made anew; default build/demo/orders
set -euo pipefail
cd "$(dirname "$0")/.."
export TZ=UTC

# HUDI_PROGRAM names a program that is built already.
if [ -z "${HUDI_PROGRAM:-}" ]; then
  command -v make >/dev/null || tools/setup.sh
  make --no-print-directory program
fi
hudi=${HUDI_PROGRAM:-build/release/bin/hudi}
table=${1:-build/demo/orders}
if [ -e "$table" ]; then
  if [ ! -e "$table/.hoodie/hoodie.properties" ]; then
    echo "demo: error: $table exists and is no Hudi table; name another folder" >&2
    exit 1
  fi
  rm -rf "$table"
fi
mkdir -p "$(dirname "$table")"

files_before=$(mktemp)
trap 'rm -f "$files_before"' EXIT

# Prints a command as one would type it, and runs it.
run() {
  local word
  printf '\n$ hudi'
  for word in "${@:2}"; do
    case "$word" in *[!a-zA-Z0-9_./:=,-]*) printf " '%s'" "$word" ;; *) printf ' %s' "$word" ;; esac
  done
  printf '\n'
  "$@"
}

step() {
  local input=$1 operation=$2
  shift 2
  echo
  echo "=== $operation"
  run "$hudi" write "$table" --input "examples/orders/$input" --operation "$operation" "$@"
  run "$hudi" read "$table" --columns _hoodie_commit_time,order_id,dt,status,amount,ts --order-by order_id
  find "$table" -name '*.parquet' >>"$files_before"
}

step 1_bulk_insert.json bulk_insert \
  --schema 'order_id string, dt string, status string, amount double, ts bigint' \
  --key order_id --partition-by dt --ordering ts \
  --set hoodie.datasource.write.hive_style_partitioning=true
step 2_insert.json insert
step 3_upsert.json upsert
step 4_delete.json delete
step 5_insert_overwrite.json insert_overwrite

echo
echo "=== the timeline"
run "$hudi" timeline "$table"

echo
echo "=== checks"
check() {
  if [ "$2" = "$3" ]; then
    echo "ok: $1: $2"
  else
    echo "demo: error: $1: expected $3, got $2" >&2
    exit 1
  fi
}
field() { sed -E "s/.*\"$1\": ?\"([^\"]*)\".*/\1/"; }
rows=$("$hudi" read "$table" --meta --format json --order-by order_id)
check "remaining orders" "$(field order_id <<<"$rows" | paste -sd' ')" "3001 3999"
check "their states" "$(field status <<<"$rows" | paste -sd' ')" "PAID RECALCULATED"
check "distinct commit times" "$(field _hoodie_commit_time <<<"$rows" | sort -u | wc -l)" 2
check "completed commits" "$(find "$table/.hoodie" -name '*.commit' | wc -l)" 4
check "completed replacecommits" "$(find "$table/.hoodie" -name '*.replacecommit' | wc -l)" 1
gone=$(sort -u "$files_before" | while read -r file; do [ -e "$file" ] || echo "$file"; done | wc -l)
check "old files that are gone from disk" "$gone" 0
echo
echo "demo: every claim holds; the table is in $table"
