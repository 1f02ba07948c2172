#!/bin/sh
# The steps of the image: `system` as root, in the root that runs the service; `app SOURCE TARGET` as anybody, where
# Node 24 and pnpm are. The Dockerfile runs them; they need no container engine. `sbom SOURCE FILE` writes the bill of
# materials of an installed source, which `app` puts into the image as sbom.cdx.json.
set -eu

# Exactly what the service starts: ffmpeg checks videos, the font is for the pictures of the simulator.
PACKAGES="ca-certificates ffmpeg fontconfig fonts-dejavu-core"
# What runs, and what agents download. No test, no check and no compiler is in the image.
FOLDERS="agent client contract deploy docs server/src simulator/src skills"
FILES="LICENSE NOTICE package.json pnpm-lock.yaml pnpm-workspace.yaml server/package.json simulator/package.json
  dashboard/package.json doubles/package.json site/package.json"

system() {
  export DEBIAN_FRONTEND=noninteractive
  apt-get update
  # shellcheck disable=SC2086
  apt-get install -y --no-install-recommends $PACKAGES
  rm -rf /var/lib/apt/lists/* /var/cache/apt/*
}

# The packages of pnpm as the lockfile has them; no install script of any package runs.
install() { (cd "$1" && shift && pnpm install --frozen-lockfile "$@"); }

# Every package that is in the image: those of the service, and those that are built into its pages.
sbom() {
  (cd "$1" && pnpm sbom --sbom-format cyclonedx --sbom-spec-version 1.6 --sbom-type application --prod \
    --filter '@atelier/server...' --filter @atelier/simulator --filter @atelier/dashboard --filter @atelier/site) >"$2"
}

app() {
  source=$1
  target=$2
  mkdir -p "$target"
  for path in $FOLDERS $FILES; do
    [ -e "$source/$path" ] || { echo "build.sh: $path is not in the source" >&2; exit 1; }
    mkdir -p "$target/$(dirname "$path")"
    cp -R "$source/$path" "$target/$path"
  done
  rm -rf "$target/client/node_modules" "$target/contract/node_modules"
  install "$source"
  (cd "$source" && pnpm build:dashboard && pnpm build:docs)
  mkdir -p "$target/dashboard" "$target/site"
  cp -R "$source/dashboard/dist" "$target/dashboard/dist"
  cp -R "$source/site/dist" "$target/site/dist"
  sbom "$source" "$target/sbom.cdx.json"
  install "$target" --prod --filter '@atelier/server...' --filter @atelier/simulator
}

case "${1:-}" in
  system) system ;;
  app) app "$2" "$3" ;;
  sbom) sbom "$2" "$3" ;;
  *) echo "usage: build.sh system | app SOURCE TARGET | sbom SOURCE FILE" >&2; exit 2 ;;
esac
