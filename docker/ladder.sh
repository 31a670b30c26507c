#!/bin/sh
# Shipped bots to play against at first, then the ladder until it is told to end.
set -eu
if [ "$(siurell bot list --json | tr -d '[:space:]')" = "[]" ]; then
    for bot in random greedy; do
        siurell submit "$bot"
    done
fi
# shellcheck disable=SC2086  # words of a person, to be taken apart
exec siurell ladder run ${SIURELL_LADDER_WORDS:-}
