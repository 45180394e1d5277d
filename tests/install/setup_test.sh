#!/usr/bin/env bash
# What ./run would install for some arguments, and how it tells what is missing.
set -euo pipefail
. "$1/scripts/setup.sh"
failed=0
expect() {  # NAME EXPECTED FOUND
  [ "$2" = "$3" ] || { printf '%s: expected "%s", found "%s"\n' "$1" "$2" "$3" >&2; failed=1; }
}
wanted() {  # the packages' names
  (
    want_packages() { local entry; for entry in $1; do printf ' %s' "${entry%%:*}"; done; }
    want_for "$@"
  )
}
expect "no arguments" "" "$(wanted)"
expect "drop" "" "$(wanted drop critter --picture end.png)"
expect "page" " nodejs npm" "$(wanted drop critter --record fall.html)"
expect "movie" " libegl1 libgl1-mesa-dri ffmpeg" "$(wanted render fall -o fall.mp4)"
expect "reproduce" " libegl1 libgl1-mesa-dri gnuplot-nox" "$(wanted reproduce L13)"
expect "missing" " absent nowhere" \
  "$(missing_packages "bash:bash absent:no-such-command nowhere:/no/such/file here:/dev/null")"
for entry in $build_packages $python_packages $test_packages $page_packages $browser_packages $notebook_packages; do
  case $entry in ?*:?*) ;; *) expect "$entry" "PACKAGE:PROBE" "$entry" ;; esac
done
exit $failed
