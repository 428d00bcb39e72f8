#!/bin/sh
# Builds a new release, verifies it, and then publishes it by switching the `current` link in one step.
# See docs/operations.md.
set -eu
export LC_ALL=C
umask 022

usage() {
  cat << 'END'
Usage: publish.sh [--config FILE] [--force] [--allow-removals]
                                               build, verify and publish
       publish.sh [--config FILE] --list       list the releases; * marks the published one
       publish.sh [--config FILE] --rollback [RELEASE]
                                               publish the previous release, or RELEASE, and pause publishing
       publish.sh [--config FILE] --resume     allow publishing again after a rollback

  --config FILE   settings (default: /etc/coastwatch/coastwatch.env; without that file, the environment)
  --force         publish even if data, settings and programs have not changed
  --allow-removals
                  publish this time even if many records are missing from the input

Exit codes: 0 success, also when nothing has changed; 64 wrong command line; 75 another run is in progress, or publishing
is paused; 78 a setting, program, directory or release is missing or wrong; 80 the new release was built but failed
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
releases=$root/releases
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
# This script sets these options, or cannot work with them: --link, for example, would remove the previous release.
set -f
for option in ${COASTWATCH_BUILD_OPTIONS-}; do
  case ${option%%=*} in
    --link | --out | --report | --previous | --base-url | --target | --explorer | --coastal-features | --raw-data)
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
lock_file=$root/.publish.lock
[ ! -e "$lock_file" ] || [ -w "$lock_file" ] \
  || fail 78 "$lock_file is not writable for the user $(id -un). As root, run: chown -R $owner: $releases $lock_file"

current=$root/current
paused=$root/publishing-paused
new=$releases/new

# --- Releases ---------------------------------------------------------------------------------------------------------

# Releases are named by their publication time in UTC, so sorting by name sorts by time. A further release within the same
# second has a four-digit number after the time.
list_releases() {
  for release in "$releases"/[0-9]*Z*; do
    [ -d "$release" ] && [ -f "$release/data/manifest.json" ] && basename "$release"
  done
  return 0
}

# The name is the current time. If the newest release has the same name or a later one, because it is from the same second or
# the clock has been set back, the name is the next one after it.
next_release_name() {
  name=$(date -u +%Y%m%dT%H%M%SZ)
  newest=$(list_releases | tail -n 1)
  if [ "$(printf '%s\n' "$name" "$newest" | sort | tail -n 1)" = "$newest" ]; then
    time=${newest%%-*}
    count=${newest#"$time"}
    # Without the leading 1, which is removed below, 0008 would be read as an octal number.
    count=$((1${count#-} + 1))
    [ "$count" -gt 10000 ] || count=10002
    name=$time-${count#1}
  fi
  say "$name"
}

current_release() {
  [ -L "$current" ] || return 0
  basename "$(readlink "$current")"
}

# Replaces the link with one rename, so every reader sees either the previous release or the new one. The link is relative,
# so it is also valid where the directory is mounted at another path, as in containers.
switch_to() {
  rm -f "$root/.current.new"
  ln -s "releases/$1" "$root/.current.new"
  mv -T "$root/.current.new" "$current"
  sync "$root" 2> /dev/null || true
}

data_version_of() {
  "$node" -e '
    const { dataVersion } = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")).content;
    if (typeof dataVersion !== "string") process.exit(1);
    console.log(dataVersion);
  ' "$1/data/manifest.json" 2> /dev/null || return 1
}

remove_old_releases() {
  published=$(current_release)
  list_releases | sort -r | tail -n "+$((keep + 1))" | while read -r old; do
    [ "$old" = "$published" ] && continue
    rm -rf "${releases:?}/$old" "$releases/$old.fingerprint" "$releases/$old.report.json" 2> /dev/null \
      || warn "The old release $releases/$old cannot be removed. As root, run: chown -R $owner: $releases"
  done
}

# Copies a release as hard links where the system allows them: Linux may refuse hard links to files of another user.
copy_release() {
  if cp -al "$1" "$2" 2> /dev/null; then return; fi
  rm -rf "$2"
  warn "$1 was copied, because its files cannot be linked. If another user owns them, run as root: chown -R $owner: $releases"
  problem=$(cp -dR --preserve=timestamps "$1" "$2" 2>&1) || {
    rm -rf "$2"
    fail 1 "$1 cannot be copied to $2: ${problem%%"
"*}. Still published: $(current_release)."
  }
}

lock() {
  exec 9> "$lock_file"
  flock -n 9 || fail 75 "Another run is in progress in $root. Nothing was changed."
}

# --- Actions ----------------------------------------------------------------------------------------------------------

node=${COASTWATCH_NODE:-node}
command -v "$node" > /dev/null || fail 78 "The program $node was not found: install Node 20.19 or newer, or set COASTWATCH_NODE."

list() {
  published=$(current_release)
  for release in $(list_releases); do
    mark=' '
    [ "$release" = "$published" ] && mark='*'
    say "$mark $release data version $(data_version_of "$releases/$release" || echo unreadable)"
  done
  [ ! -f "$paused" ] || say "Publishing is paused $(cat "$paused")"
}

rollback() {
  lock
  published=$(current_release)
  if [ -z "$wanted" ]; then
    # The newest release before the published one.
    for release in $(list_releases); do
      [ "$release" = "$published" ] && break
      wanted=$release
    done
    [ -n "$wanted" ] || fail 78 "There is no release before ${published:-the first one} in $releases."
  fi
  # The directory may also contain a rejected or an unfinished tree.
  list_releases | grep -qxF -e "$wanted" || fail 78 "$wanted is not one of the releases in $releases. See publish.sh --list."
  [ "$wanted" != "$published" ] || fail 78 "$wanted is already published. See publish.sh --list."
  version=$(data_version_of "$releases/$wanted") \
    || fail 78 "$wanted is not a release with a readable manifest in $releases. See publish.sh --list."
  # Pause publishing before the switch, so that the timer cannot publish the withdrawn data again.
  say "since the rollback from ${published:-nothing} to $wanted at $(date -u +%Y-%m-%dT%H:%M:%SZ)" > "$paused" \
    || warn "$paused cannot be written: stop the timer, or the next run publishes the same input."
  switch_to "$wanted"
  say "Published $wanted, data version $version, in place of ${published:-nothing}."
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

# Serves the release on a free loopback port, as it will be served when published, and verifies it.
verify_release() {
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

# Copies the report of the build to a fixed path for operators and monitoring, with the outcome of the release, also when the
# build fails. Arguments: outcome (if empty, that of the build), exit code, directory, and message. Never fails, because
# publishing the data matters more.
record_report() {
  [ -f "$new.report.json" ] || return 0
  # shellcheck disable=SC2016
  if ! {
    "$node" -e '
      const [path, outcome, exitCode, outputDirectory, message] = process.argv.slice(1);
      const report = JSON.parse(require("fs").readFileSync(path, "utf8"));
      if (outcome !== "") Object.assign(report, { outcome, exitCode: Number(exitCode), message, outputDirectory });
      console.log(JSON.stringify(report, null, 2));
    ' "$new.report.json" "$@" > "$root/.report.json.new" \
      && { [ "$2" -ne 0 ] || cp "$root/.report.json.new" "$3.report.json"; } \
      && mv -T "$root/.report.json.new" "$root/report.json"
  } 2> /dev/null; then
    warn "The report $root/report.json cannot be written. The existing file is from an earlier run."
  fi
  rm -f "$new.report.json" "$root/.report.json.new"
}

publish() {
  lock
  [ ! -f "$paused" ] || fail 75 "Publishing is paused $(cat "$paused"). Run publish.sh --resume to allow it."
  trap clean_up EXIT
  trap 'exit 143' TERM
  trap 'exit 130' INT
  mkdir -p "$releases"
  rm -rf "$new"
  previous=
  # The build starts from a copy of the published release and keeps its versions, or replaces the copy if it is damaged or
  # has an earlier format. The copy has hard links to the files of the published release, which a build never changes.
  if [ -e "$current/data/manifest.json" ]; then
    previous=$(readlink -f "$current")
  else
    # Without an earlier build to compare with, an input that has lost its records would be published.
    newest=$(list_releases | tail -n 1)
    if [ -n "$newest" ]; then
      previous=$releases/$newest
      force=yes
      warn "$current does not lead to a release. This run starts from the newest one, $newest."
    fi
  fi
  [ -z "$previous" ] || copy_release "$previous" "$new"

  # These values may contain spaces, so they are passed as quoted arguments.
  set --
  [ -z "${COASTWATCH_PUBLISHER-}" ] || set -- "$@" --publisher "$COASTWATCH_PUBLISHER"
  [ -z "${COASTWATCH_PUBLISHER_URL-}" ] || set -- "$@" --publisher-url "$COASTWATCH_PUBLISHER_URL"
  [ -z "${COASTWATCH_LICENCE-}" ] || set -- "$@" --licence "$COASTWATCH_LICENCE"
  [ -z "${COASTWATCH_ATTRIBUTION-}" ] || set -- "$@" --attribution "$COASTWATCH_ATTRIBUTION"
  status=0
  # COASTWATCH_BUILD_OPTIONS and the option for removals may contain several words.
  # shellcheck disable=SC2086
  "$node" "$programs/dist/server/build-data.mjs" --out "$new" \
    --coastal-features "$COASTWATCH_COASTAL_FEATURES" --raw-data "$COASTWATCH_RAW_DATA" \
    --base-url "$origin$base_path" --target "${COASTWATCH_TARGET:-compute}" --explorer "$programs/dist/explorer" \
    "$@" ${COASTWATCH_BUILD_OPTIONS-} $removals 9>&- || status=$?
  if [ "$status" -ne 0 ]; then
    rm -rf "$new"
    record_report '' "$status" "$new" ''
    fail "$status" "The build failed with exit code $status. Still published: $(current_release)."
  fi

  [ ! -L "$new" ] || fail 78 "$new is a link, not a directory. Still published: $(current_release). Check the options of the build."
  if ! version=$(data_version_of "$new"); then
    message="$new/data/manifest.json cannot be read. Still published: $(current_release)."
    record_report verificationFailed 80 "$new" "$message"
    fail 80 "$message"
  fi
  fingerprint=$({
    say "$version"
    say "$origin$base_path ${COASTWATCH_TARGET:-compute} ${COASTWATCH_BUILD_OPTIONS-} $*"
    sha256sum < "$programs/dist/server/build-data.mjs"
    sha256sum < "$programs/dist/explorer/sw.js"
  } | sha256sum)
  if [ "$force" = no ] && [ -n "$previous" ] && [ "$fingerprint" = "$(cat "$previous.fingerprint" 2> /dev/null)" ]; then
    rm -rf "$new"
    record_report built 0 "$previous" "Nothing has changed since $(current_release)."
    say "Nothing has changed since $(current_release)."
    exit 0
  fi

  if ! verify_release "$new"; then
    rm -rf "$releases/rejected"
    mv -T "$new" "$releases/rejected"
    message="The new release failed verification and is now $releases/rejected. Still published: $(current_release)."
    record_report verificationFailed 80 "$releases/rejected" "$message"
    fail 80 "$message"
  fi

  name=$(next_release_name)
  say "$fingerprint" > "$releases/$name.fingerprint"
  mv -T "$new" "$releases/$name"
  sync "$releases" 2> /dev/null || true
  switch_to "$name"
  record_report built 0 "$releases/$name" "Published $name, data version $version."
  rm -rf "$releases/rejected" 2> /dev/null || warn "$releases/rejected cannot be removed. As root, run: chown -R $owner: $releases"
  remove_old_releases
  say "Published $name, data version $version."
}

"$action"
