#!/usr/bin/env bash
# Verifies a service for action.yml, which sets the variables.
set -euo pipefail

fail() {
	echo "::error title=understudy verify::$1"
	exit 2
}

cd -- "$WORKING_DIRECTORY" 2>/dev/null ||
	fail "The input working-directory is no folder: $WORKING_DIRECTORY. Pass the folder of the project, relative to $PWD."

# Splits at whitespace, except in quotes.
split=$(xargs printf '%s\n' <<<"$ARGS" 2>/dev/null) ||
	fail "The input args has a quote that is not closed. Close it, or put the other kind of quotes around it."
args=()
while IFS= read -r arg; do
	[[ -z $arg ]] || args+=("$arg")
done <<<"$split"

PATH="$PWD/node_modules/.bin:$PATH"
if [[ -n $VERSION ]]; then
	command=(npx --yes "zaps-understudy@$VERSION")
elif command -v zaps-understudy >/dev/null; then
	command=(zaps-understudy)
else
	fail "zaps-understudy is not installed in $PWD. Add it to the devDependencies of the project there and run npm ci before this action, or pass the folder of the project as working-directory."
fi

"${command[@]}" verify "$BASE_URL" --report github ${args[@]+"${args[@]}"}
