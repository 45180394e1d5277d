#!/usr/bin/env bash
# Attacks the program at random and counts what goes wrong; see docs/reliability.md.
#   scripts/attack.sh [MINUTES] [SEED] [KIND]      one minute, seed 1, all kinds
#   scripts/attack.sh --repeat KIND/SEED.NUMBER    one attack again
# PLIANT is the program (build/release/bin/pliant), PLIANT_ATTACK_FOLDER where its folder is made (TMPDIR).
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=${PLIANT:-$root/build/release/bin/pliant}
if [ ! -x "$program" ]; then
  echo "attack: there is no program $program; build it with ./test, or name one: PLIANT=FILE $0" >&2
  exit 2
fi
node=$(command -v node || command -v nodejs) || {
  echo "attack: Node is not installed; on Debian: apt install nodejs" >&2
  exit 2
}
case ${1:-1} in
  --repeat) what=(--repeat "${2:?which attack: KIND/SEED.NUMBER}") ;;
  *[!0-9.]*) sed -n '3,4s/^#//p' "$0" >&2; exit 2 ;;
  *) what=("${1:-1}" "${2:-1}" "${@:3}") ;;
esac
folder=$(mktemp -d "${PLIANT_ATTACK_FOLDER:-${TMPDIR:-/tmp}}/pliant-attack.XXXXXX")
"$node" "$root/tests/attack/main.mjs" "$(realpath "$program")" "$folder" "${what[@]}" && failed=0 || failed=$?
[ "$failed" = 1 ] || rm -rf "$folder"
exit "$failed"
