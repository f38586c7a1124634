# What .ci/run and .ci/all share: steps that all run, also after a failed one, and a last line that counts them.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

passed=0
failed=0
failures=()

# Prints how a step ended. Arguments: its title, its exit code, its seconds.
ended() {
	if [ "$2" -eq 0 ]; then
		passed=$((passed + 1))
		printf '=== %s: passed in %d s\n' "$1" "$3"
	else
		failed=$((failed + 1))
		failures+=("$1")
		printf '=== %s: FAILED with %d after %d s\n' "$1" "$2" "$3"
	fi
}

# Runs a command as a step. Arguments: its title, the command.
step() {
	local title=$1 started=$SECONDS code=0
	shift
	printf '\n=== %s: %s\n' "$title" "$*"
	"$@" </dev/null || code=$?
	ended "$title" "$code" $((SECONDS - started))
}

# The last line, and the exit code.
summary() {
	printf '\n=== All steps took %d s\n' "$SECONDS"
	local title
	for title in ${failures[@]+"${failures[@]}"}; do
		printf 'Failed: %s\n' "$title"
	done
	printf '%d passed, %d failed\n' "$passed" "$failed"
	[ "$failed" -eq 0 ]
}
