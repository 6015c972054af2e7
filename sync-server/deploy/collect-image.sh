#!/bin/sh
# collect-image.sh FOLDER: copies what a running server needs from a built checkout, and removes the checkout's
# development dependencies.
set -eu
npm prune --omit=dev
npm pkg delete devDependencies
npm sbom --sbom-format=cyclonedx > sbom.cdx.json
app=$1/opt/holdfast
mkdir -p "$app/scripts/processes" "$1/usr/local/bin"
cp -a package.json LICENSE sbom.cdx.json dist schema sync-server node_modules "$app/"
cp -a scripts/serve.ts scripts/admin.ts scripts/admin scripts/doctor scripts/import.ts scripts/keys.ts "$app/scripts/"
cp -a scripts/processes/stop-with-launcher.ts "$app/scripts/processes/"
rm -rf "$app"/sync-server/test "$app"/node_modules/.bin "$app"/node_modules/.cache
find "$app/node_modules" -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete
for package in "$app"/node_modules/node-linux-*; do
  find "$package" -mindepth 1 -maxdepth 1 ! -name bin ! -name package.json ! -name LICENSE -exec rm -rf {} +
done
# Node.js needs this library, which slim base images lack.
ldd "$app"/node_modules/node-linux-*/bin/node | awk '/libatomic/ { print $3 }' | while read -r library; do
  folder=$1/usr/lib/$(basename "$(dirname "$library")")
  mkdir -p "$folder"
  cp -L "$library" "$folder/"
done
ln -s ../../../opt/holdfast/sync-server/deploy/holdfast "$1/usr/local/bin/holdfast"
