# Helpers of the tests of sweep, sourced after lib.sh.
needs sqlite3

# dump STORE: every row but those of the host.
dump() {
	sqlite3 "$1" "SELECT * FROM runs ORDER BY id; SELECT * FROM specs ORDER BY 1, 2, 3, 4, 5, 6;
		SELECT * FROM stats ORDER BY run, name; SELECT * FROM params ORDER BY run, name; SELECT run FROM run_host ORDER BY run;
		SELECT * FROM reach ORDER BY run, level, capacity; SELECT * FROM reach_tlbs ORDER BY run, level"
}

# ask STORE QUERY
ask() { sqlite3 -bail "$1" "$2" 2>&1; }

# sound STORE: nothing, or what is wrong with it.
sound() {
	local wrong
	wrong=$(ask "$1" "PRAGMA integrity_check")
	[ "$wrong" = ok ] || echo "integrity: $wrong"
	ask "$1" "PRAGMA foreign_key_check"
	ask "$1" "SELECT 'run without its statistics: ' || id FROM runs
		WHERE status = 'ok' AND (SELECT count(*) FROM stats WHERE run = id) < 100"
	ask "$1" "SELECT 'run without its parameters: ' || id FROM runs
		WHERE (SELECT count(*) FROM params WHERE run = id) <> (SELECT count(DISTINCT name) FROM params)"
	ask "$1" "SELECT 'run that nobody asked for: ' || id FROM runs WHERE id NOT IN (SELECT run FROM specs)"
	ask "$1" "SELECT 'run without its host: ' || id FROM runs WHERE id NOT IN (SELECT run FROM run_host)"
}

# same NAME STORE STORE: sound, and equal row by row.
same() {
	local wrong
	wrong=$(sound "$2" && sound "$3")
	if [ -n "$wrong" ]; then
		fail "$1" "$wrong"
	elif ! cmp -s <(dump "$2") <(dump "$3"); then
		fail "$1" "$(diff <(dump "$2") <(dump "$3") | head -n 3 | tr '\n' ' ')"
	elif [ -z "$(dump "$2")" ]; then
		fail "$1" "no rows"
	else
		pass "$1"
	fi
}
