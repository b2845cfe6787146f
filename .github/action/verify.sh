#!/usr/bin/env bash
# Verifies a service for action.yml, which sets the variables.
set -euo pipefail

args=()
# Splits at whitespace, except in quotes.
while IFS= read -r arg; do
	args+=("$arg")
done < <(xargs -r printf '%s\n' <<<"$ARGS")

# Without a version, npx prefers the one that the project has installed.
npx --yes "zaps-understudy${VERSION:+@$VERSION}" verify "$BASE_URL" --report github \
	${args[@]+"${args[@]}"}
