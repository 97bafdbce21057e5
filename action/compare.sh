#!/usr/bin/env bash
# Compares the runs of a base and of a change, and writes comment.md, pair.diptych, picture.png, report.html and
# summary.md.
#
# Variables: DIPTYCH_A and DIPTYCH_B (files or patterns, one a line); optional are DIPTYCH_FAIL_IF (conditions, one a
# line), DIPTYCH_KNOWN, DIPTYCH_RULES, DIPTYCH_ALLOW_UNLIKE, DIPTYCH_ALLOW_INCOMPLETE, DIPTYCH_COMMAND and DIPTYCH_FOLDER.
#
# In GitHub Actions, the exit code of the command becomes the output `exit-code`, so that later steps can upload the
# files before the job fails. Elsewhere the script ends with it.
set -uo pipefail

command=${DIPTYCH_COMMAND:-diptych}
folder=${DIPTYCH_FOLDER:-diptych-comparison}
options=()

end() {
  if [[ -n ${GITHUB_OUTPUT:-} ]]; then
    echo "exit-code=$1" >>"$GITHUB_OUTPUT"
    exit 0
  fi
  exit "$1"
}

# Adds the files that fit the patterns of a side.
add_runs() {
  local option=$1 patterns=$2 pattern file found
  while IFS= read -r pattern; do
    # Neither blanks around a pattern nor empty lines are part of it.
    pattern="${pattern#"${pattern%%[![:space:]]*}"}"
    pattern="${pattern%"${pattern##*[![:space:]]}"}"
    [[ -z $pattern ]] && continue
    found=
    while IFS= read -r file; do
      options+=("$option=$file")
      found=1
    done < <(compgen -G "$pattern" | LC_ALL=C sort)
    if [[ -z $found ]]; then
      echo "No file fits \`$pattern\` ($option)." >&2
      end 1
    fi
  done <<<"$patterns"
}

add_option() {
  [[ -n $2 ]] && options+=("$1=$2")
}

add_runs --a "${DIPTYCH_A:-}"
add_runs --b "${DIPTYCH_B:-}"
while IFS= read -r condition; do
  add_option --fail-if "$condition"
done <<<"${DIPTYCH_FAIL_IF:-}"
add_option --known "${DIPTYCH_KNOWN:-}"
add_option --rules "${DIPTYCH_RULES:-}"
[[ ${DIPTYCH_ALLOW_UNLIKE:-} == true ]] && options+=(--allow-unlike)
[[ ${DIPTYCH_ALLOW_INCOMPLETE:-} == true ]] && options+=(--allow-incomplete)

mkdir -p "$folder"
# Files of an earlier run must not be taken for those of this one.
rm -f "$folder"/{comment.md,pair.diptych,picture.png,report.html,summary.md}

"$command" compare "${options[@]}" -o "$folder/pair.diptych" --comment "$folder/comment.md" --markdown \
  >"$folder/summary.md" 2>"$folder/reasons.txt"
code=$?
cat "$folder/reasons.txt" >&2
rm -f "$folder/reasons.txt"

if [[ -f $folder/pair.diptych ]]; then
  "$command" report "$folder/pair.diptych" -o "$folder/report.html" || code=1
  # The picture of the comment. Without it, the comparison is as good.
  "$command" render "$folder/pair.diptych" --size 900x400 -o "$folder/picture.png" || rm -f "$folder/picture.png"
fi
[[ -n ${GITHUB_STEP_SUMMARY:-} ]] && cat "$folder/summary.md" >>"$GITHUB_STEP_SUMMARY"
end "$code"
