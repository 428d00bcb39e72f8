#!/bin/sh
# Builds a new version, verifies it, and then publishes it by switching the `current` link in one step.
# See docs/operations.md.
set -eu
export LC_ALL=C
umask 022

usage() {
  cat << 'END'
Usage: publish.sh [--config FILE] [--force] [--allow-removals]
                                               build, verify and publish
       publish.sh [--config FILE] --list       list the versions; * marks the published one
       publish.sh [--config FILE] --rollback [VERSION]
                                               publish the previous version, or VERSION, and pause publishing
       publish.sh [--config FILE] --resume     allow publishing again after a rollback

  --config FILE   settings (default: /etc/coastwatch/coastwatch.env; without that file, the environment)
  --force         publish even if data, settings and programs have not changed
  --allow-removals
                  publish this time even if many records are missing from the input

Exit codes: 0 success, also when nothing has changed; 64 wrong command line; 75 another run is in progress, or publishing
is paused; 78 a setting, program, directory or version is missing or wrong; 80 the new version was built but failed
verification. Any other code is that of the build. Nothing is published unless the code is 0.
END
}

say() { printf '%s\n' "$*"; }

# The first argument is the exit code.
fail() {
  code=$1
  shift
  printf 'publish.sh: %s\n' "$*" >&2
  exit "$code"
}

warn() {
  printf 'publish.sh: %s\n' "$*" >&2
}

default_config=/etc/coastwatch/coastwatch.env
config=$default_config
action=publish
force=no
removals=
wanted=
while [ $# -gt 0 ]; do
  case $1 in
    --config)
      [ $# -ge 2 ] || fail 64 '--config needs a file.'
      config=$2
      shift
      ;;
    --force) force=yes ;;
    --allow-removals) removals='--max-removed 100' ;;
    --list) action=list ;;
    --resume) action=resume ;;
    --rollback)
      action=rollback
      case ${2-} in '' | --*) ;; *)
        wanted=$2
        shift
        ;;
      esac
      ;;
    --help)
      usage
      exit 0
      ;;
    *)
      usage >&2
      fail 64 "$1 is not an option."
      ;;
  esac
  shift
done

# --- Settings ---------------------------------------------------------------------------------------------------------

if [ "$config" != "$default_config" ] || [ -e "$config" ] || [ -z "${COASTWATCH_ROOT-}" ]; then
  [ -r "$config" ] || fail 78 "$config cannot be read: copy deploy/coastwatch.env there, or name another file with --config."
  case $config in */*) ;; *) config=./$config ;; esac
  set -a
  # shellcheck source=/dev/null
  . "$config"
  set +a
else
  config='the environment'
fi
require() {
  eval "value=\${$1-}"
  [ -n "$value" ] || fail 78 "$1 is missing in $config."
}
for name in COASTWATCH_ROOT COASTWATCH_PROGRAMS COASTWATCH_COASTAL_FEATURES COASTWATCH_RAW_DATA COASTWATCH_PUBLIC_ORIGIN; do
  require "$name"
done
root=$COASTWATCH_ROOT
programs=$COASTWATCH_PROGRAMS
base_path=${COASTWATCH_BASE_PATH:-/}
case $base_path in / | /*/) ;; *) fail 78 "COASTWATCH_BASE_PATH=$base_path in $config must start and end with a slash." ;; esac
origin=$COASTWATCH_PUBLIC_ORIGIN
case $origin in
  http://*/* | https://*/*) fail 78 "COASTWATCH_PUBLIC_ORIGIN=$origin in $config must not contain a path or end with a slash." ;;
  http://?* | https://?*) ;;
  *) fail 78 "COASTWATCH_PUBLIC_ORIGIN=$origin in $config must start with https:// or http://." ;;
esac
keep=${COASTWATCH_RELEASES_TO_KEEP:-5}
case $keep in '' | *[!0-9]* | 0) fail 78 "COASTWATCH_RELEASES_TO_KEEP=$keep in $config is not a number above 0." ;; esac
[ -f "$programs/dist/server/build-data.mjs" ] \
  || fail 78 "$programs/dist/server/build-data.mjs is missing: run npm run build:programs, and copy dist to $programs."
# This script sets these options, or cannot work with them.
set -f
for option in ${COASTWATCH_BUILD_OPTIONS-}; do
  case ${option%%=*} in
    --stage | --out | --report | --previous | --base-url | --target | --explorer | --coastal-features | --raw-data)
      fail 78 "COASTWATCH_BUILD_OPTIONS in $config contains $option: remove it. publish.sh sets this option itself, or does not allow it."
      ;;
  esac
done
set +f
[ -d "$root" ] || fail 78 "The directory $root is missing: create it for the user that runs this script."
[ -w "$root" ] || fail 78 "The directory $root is not writable for the user $(id -un)."
# Later runs by the timer's user could not replace files written by root.
owner=$(stat -c %U "$root")
[ "$action" = list ] || [ "$(stat -c %u "$root")" = "$(id -u)" ] \
  || fail 78 "$root belongs to the user $owner, but $(id -un) runs this script. As root, run: runuser -u $owner -- $0"

# The build makes `current` a link to a version in this directory.
current=$root/current
versions=$current.versions
staged=$versions/staged
# The published version, and a hash of its data, settings and programs.
fingerprint_file=$versions/fingerprint
paused=$root/publishing-paused

# --- Versions ---------------------------------------------------------------------------------------------------------

# Versions are named by ascending numbers.
list_versions() {
  for version in "$versions"/[1-9]*; do
    [ ! -f "$version/data/manifest.json" ] || basename "$version"
  done | sort -n
}

current_version() {
  [ ! -L "$current" ] || basename "$(readlink "$current")"
}

# Replaces the link with one rename, so every reader sees either the previous version or the new one. The link is relative,
# so it is also valid where the directory is mounted at another path, as in containers.
switch_to() {
  rm -f "$root/.current.new"
  ln -s "current.versions/$1" "$root/.current.new"
  mv -T "$root/.current.new" "$current"
  sync "$root" 2> /dev/null || true
}

data_version_of() {
  "$node" -e '
    const { dataVersion } = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")).content;
    if (typeof dataVersion !== "string") process.exit(1);
    console.log(dataVersion);
  ' "$1/data/manifest.json" 2> /dev/null || say unreadable
}

remove_old_versions() {
  published=$(current_version)
  list_versions | sort -rn | tail -n "+$((keep + 1))" | while read -r old; do
    [ "$old" = "$published" ] || rm -rf "${versions:?}/$old" 2> /dev/null \
      || warn "The old version $versions/$old cannot be removed. As root, run: chown -R $owner: $versions"
  done
}

lock() {
  exec 9> "$root/.publish.lock"
  flock -n 9 || fail 75 "Another run is in progress in $root. Nothing was changed."
}

# --- Actions ----------------------------------------------------------------------------------------------------------

node=${COASTWATCH_NODE:-node}
command -v "$node" > /dev/null || fail 78 "The program $node was not found: install Node 20.19 or newer, or set COASTWATCH_NODE."

list() {
  published=$(current_version)
  for version in $(list_versions); do
    mark=' '
    [ "$version" = "$published" ] && mark='*'
    say "$mark $version data version $(data_version_of "$versions/$version")"
  done
  [ ! -f "$paused" ] || say "Publishing is paused $(cat "$paused")"
}

rollback() {
  lock
  published=$(current_version)
  if [ -z "$wanted" ]; then
    # The newest version before the published one.
    for version in $(list_versions); do
      [ "$version" = "$published" ] && break
      wanted=$version
    done
    [ -n "$wanted" ] || fail 78 "There is no version before ${published:-the first one} in $versions."
  fi
  list_versions | grep -qxF -e "$wanted" || fail 78 "$wanted is not one of the versions in $versions. See publish.sh --list."
  [ "$wanted" != "$published" ] || fail 78 "$wanted is already published. See publish.sh --list."
  data_version=$(data_version_of "$versions/$wanted")
  [ "$data_version" != unreadable ] || fail 78 "The manifest of $versions/$wanted cannot be read. See publish.sh --list."
  # Pause publishing before the switch, so that the timer cannot publish the withdrawn data again.
  say "since the rollback from ${published:-nothing} to $wanted at $(date -u +%Y-%m-%dT%H:%M:%SZ)" > "$paused" \
    || warn "$paused cannot be written: stop the timer, or the next run publishes the same input."
  switch_to "$wanted"
  say "Published version $wanted, data version $data_version, in place of ${published:-nothing}."
  say 'Publishing is paused. Once the input is corrected, run publish.sh --resume.'
}

resume() {
  rm -f "$paused"
  say 'Publishing is allowed again. The next run publishes the current input.'
}

server=
output=
# Called by the trap.
# shellcheck disable=SC2317
clean_up() {
  [ -z "$server" ] || kill "$server" 2> /dev/null || true
  [ -z "$output" ] || rm -f "$output"
}

# Serves a version on a free loopback port, as it will be served when published, and verifies it.
verify_version() {
  output=$(mktemp)
  # The server has a time limit, because a killed script cannot stop it, and is in the same process group, so that Ctrl+C
  # reaches it.
  timeout --foreground 1h "$node" "$programs/dist/server/serve.mjs" --dir "$1" --host 127.0.0.1 --port 0 --base-path "$base_path" \
    --public-origin "$origin" > "$output" 2>&1 9>&- &
  server=$!
  address=
  attempts=300
  while [ -z "$address" ] && [ "$attempts" -gt 0 ] && kill -0 "$server" 2> /dev/null; do
    sleep 0.1
    attempts=$((attempts - 1))
    address=$(sed -n 's|.*\(http://127\.0\.0\.1:[0-9][0-9]*/\).*|\1|p' "$output" | head -n 1)
  done
  if [ -z "$address" ]; then
    cat "$output" >&2
    say 'The server for verification did not start.' >&2
    return 1
  fi
  "$node" "$programs/dist/server/verify.mjs" "${address%/}$base_path" --public-origin "$origin" --all 9>&- || return 1
  kill "$server" 2> /dev/null || true
  wait "$server" || true
  server=
}

publish() {
  lock
  [ ! -f "$paused" ] || fail 75 "Publishing is paused $(cat "$paused"). Run publish.sh --resume to allow it."
  trap clean_up EXIT
  trap 'exit 143' TERM
  trap 'exit 130' INT

  # These values may contain spaces, so they are passed as quoted arguments.
  set --
  [ -z "${COASTWATCH_PUBLISHER-}" ] || set -- "$@" --publisher "$COASTWATCH_PUBLISHER"
  [ -z "${COASTWATCH_PUBLISHER_URL-}" ] || set -- "$@" --publisher-url "$COASTWATCH_PUBLISHER_URL"
  [ -z "${COASTWATCH_LICENCE-}" ] || set -- "$@" --licence "$COASTWATCH_LICENCE"
  [ -z "${COASTWATCH_ATTRIBUTION-}" ] || set -- "$@" --attribution "$COASTWATCH_ATTRIBUTION"
  status=0
  # COASTWATCH_BUILD_OPTIONS and the option for removals may contain several words.
  # shellcheck disable=SC2086
  "$node" "$programs/dist/server/build-data.mjs" --out "$current" --stage --report "$root/report.json" \
    --coastal-features "$COASTWATCH_COASTAL_FEATURES" --raw-data "$COASTWATCH_RAW_DATA" \
    --base-url "$origin$base_path" --target "${COASTWATCH_TARGET:-compute}" --explorer "$programs/dist/explorer" \
    "$@" ${COASTWATCH_BUILD_OPTIONS-} $removals 9>&- || status=$?
  published=$(current_version)
  [ "$status" -eq 0 ] || fail "$status" "The build failed with exit code $status. Still published: ${published:-nothing}."

  data_version=$(data_version_of "$staged")
  fingerprint=$({
    say "$data_version"
    say "$origin$base_path ${COASTWATCH_TARGET:-compute} ${COASTWATCH_BUILD_OPTIONS-} $*"
    sha256sum < "$programs/dist/server/build-data.mjs"
    sha256sum < "$programs/dist/explorer/sw.js"
  } | sha256sum)
  if [ "$force" = no ] && [ "$published $fingerprint" = "$(cat "$fingerprint_file" 2> /dev/null)" ]; then
    rm -rf "$staged"
    say "Nothing has changed since version $published."
    exit 0
  fi

  if ! verify_version "$staged"; then
    rm -rf "$versions/rejected"
    mv -T "$staged" "$versions/rejected"
    fail 80 "The new version failed verification and is now $versions/rejected. Still published: ${published:-nothing}."
  fi

  newest=$(list_versions | tail -n 1)
  number=$((${newest:-0} + 1))
  mv -T "$staged" "$versions/$number"
  sync "$versions" 2> /dev/null || true
  switch_to "$number"
  say "$number $fingerprint" > "$fingerprint_file"
  rm -rf "$versions/rejected" 2> /dev/null || warn "$versions/rejected cannot be removed. As root, run: chown -R $owner: $versions"
  remove_old_versions
  say "Published version $number, data version $data_version."
}

"$action"
