#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Brings everything that building and testing need. Safe to run again: what is there is left alone.
#
#   tools/setup.sh            compiler, libraries, .venv (Arrow C++, test tools), .deps/duckdb
#   tools/setup.sh --interop  also Java, Maven, .venv-spark and the Hudi bundles in .deps/hudi
#   tools/setup.sh --list     prints what is needed and installs nothing
set -euo pipefail
cd "$(dirname "$0")/.."

readonly DUCKDB_VERSION=1.4.4
readonly DUCKDB_BINDINGS_VERSION=1.4.4-r.3
readonly HUDI_VERSIONS=(0.15.0 1.0.2 1.2.0)
readonly PACKAGES=(
  ca-certificates make g++ cmake ninja-build ccache pkg-config git zstd
  python3 python3-venv tzdata
  nlohmann-json3-dev libfmt-dev libspdlog-dev libcli11-dev
  libroaring-dev libxxhash-dev libedit-dev zlib1g-dev
  libgtest-dev libgmock-dev libbenchmark-dev
  zsh groff-base mandoc
)

say() { printf 'setup: %s\n' "$*"; }
die() { printf 'setup: error: %s\n' "$*" >&2; exit 1; }

explain_by_hand() {
  cat <<'TEXT'
What this project needs, to install by hand where there is no apt:
  - a C++20 compiler (GCC 12 or newer), CMake 3.25+, Ninja, make, pkg-config, git, zstd; ccache if you like
  - Python 3.9+ with venv and pip
  - headers and libraries: nlohmann-json 3.11+, fmt 9+, spdlog 1.10+,
    CLI11 2.1+, CRoaring, xxHash, libedit, zlib; for tests GoogleTest with gmock, Google Benchmark,
    and zsh, groff and mandoc, without which a few tests skip
    (conda-forge has all of them: nlohmann_json fmt spdlog cli11 croaring xxhash
    libedit zlib gtest benchmark)
  - npm, only to fetch DuckDB's library and headers
  - for `make interop`: Java 17 and Maven
Then run this script again: it makes .venv and .deps itself. An installed Arrow 26 and DuckDB 1.4.4
can stand in for .venv and .deps: configure with -DHUDI_SYSTEM_DEPS=ON.
TEXT
}

interop=0
for argument in "$@"; do
  case "$argument" in
    --interop) interop=1 ;;
    --list) printf 'apt: %s\n' "${PACKAGES[*]}"; explain_by_hand; exit 0 ;;
    *) die "unknown argument '$argument': expected --interop, --list or nothing" ;;
  esac
done

installed() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

# Installs the packages that are missing; updates the package lists once, and only if one is.
apt_updated=0
install_packages() {
  local missing=() package
  for package in "$@"; do
    installed "$package" || missing+=("$package")
  done
  if [ ${#missing[@]} -eq 0 ]; then
    say "apt packages: nothing missing"
    return
  fi
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || die "not root and no sudo: as root, run apt-get install ${missing[*]}"
    as_root=(sudo)
  fi
  say "apt packages: installing ${missing[*]}"
  if [ $apt_updated -eq 0 ]; then
    "${as_root[@]}" apt-get update -qq
    apt_updated=1
  fi
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    "${missing[@]}" >/dev/null
}

# Makes a virtual environment hold what a requirements file lists.
python_environment() {
  local folder=$1 requirements=$2
  # A virtual environment holds absolute paths: one that was moved or copied here is made anew.
  if [ -x "$folder/bin/python" ] && ! "$folder/bin/python" -c \
    "import os, sys; sys.exit(os.path.realpath(sys.prefix) != os.path.realpath('$folder'))"; then
    say "$folder belongs to another place: removing it"
    rm -rf "$folder"
  fi
  if [ ! -x "$folder/bin/python" ]; then
    say "$folder: creating"
    python3 -m venv "$folder"
  fi
  if [ "$(cat "$folder/.requirements" 2>/dev/null)" = "$(cat "$requirements")" ]; then
    say "$folder: up to date"
    touch "$folder/.requirements"
    return
  fi
  say "$folder: installing $(grep -v '^#' "$requirements" | tr '\n' ' ')"
  "$folder/bin/python" -m pip install --quiet --disable-pip-version-check -r "$requirements"
  cp "$requirements" "$folder/.requirements"
}

# Unpacks libduckdb.so and the headers. `npm pack` only downloads; `npm install` would start a build.
duckdb() {
  local target=.deps/duckdb
  if [ "$(cat $target/VERSION 2>/dev/null)" = "$DUCKDB_VERSION" ]; then
    say "$target: up to date"
    return
  fi
  if [ "$(uname -sm)" != "Linux x86_64" ]; then
    say "$target: no ready-made library for $(uname -sm); install DuckDB $DUCKDB_VERSION and use -DHUDI_SYSTEM_DEPS=ON"
    return
  fi
  command -v npm >/dev/null || install_packages npm
  say "$target: fetching DuckDB $DUCKDB_VERSION"
  local scratch
  scratch=$(mktemp -d)
  (cd "$scratch" && npm pack --silent "@duckdb/node-bindings-linux-x64@$DUCKDB_BINDINGS_VERSION" \
    "duckdb@$DUCKDB_VERSION" >/dev/null)
  rm -rf "$target"
  mkdir -p "$target/lib" "$target/include"
  tar -xzf "$scratch"/duckdb-node-bindings-*.tgz -C "$target/lib" --strip-components=1 \
    package/libduckdb.so package/LICENSE
  tar -xzf "$scratch/duckdb-$DUCKDB_VERSION.tgz" -C "$target/include" --strip-components=5 \
    package/src/duckdb/src/include
  rm -rf "$scratch"
  echo "$DUCKDB_VERSION" >"$target/VERSION"
}

# The reference: one Spark bundle of Hudi a release.
hudi_bundles() {
  local version name output
  mkdir -p .deps/hudi
  for version in "${HUDI_VERSIONS[@]}"; do
    name=hudi-spark3.5-bundle_2.12-$version.jar
    if [ -s ".deps/hudi/$name" ]; then
      say ".deps/hudi/$name: up to date"
      continue
    fi
    say ".deps/hudi/$name: fetching"
    output=$(mvn -q -B dependency:copy -DoutputDirectory="$PWD/.deps/hudi" \
      -Dartifact="org.apache.hudi:hudi-spark3.5-bundle_2.12:$version" 2>&1) || die "$output"
    [ -s ".deps/hudi/$name" ] || die "Maven did not bring $name"
  done
}

if ! command -v apt-get >/dev/null; then
  say "no apt-get here; taking what is installed"
  explain_by_hand
else
  install_packages "${PACKAGES[@]}"
fi
python_environment .venv tools/requirements.txt
duckdb
if [ $interop -eq 1 ]; then
  if ! command -v java >/dev/null || ! command -v mvn >/dev/null; then
    command -v apt-get >/dev/null || die "Java 17 and Maven are needed: install them and run this again"
    install_packages openjdk-17-jdk-headless maven
  fi
  python_environment .venv-spark tools/requirements-spark.txt
  hudi_bundles
fi
say "done"
