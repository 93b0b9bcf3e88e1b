#!/bin/bash
# warpwalk reproduce: the same bytes from one worker and two, nothing run twice, selections, formats, bad input.
. "$(dirname "$0")/lib.sh"
needs sqlite3

# Two figures that share all their runs.
figures="l1-fig3.1 l1-tab3.1 --size tiny"

# shellcheck disable=SC2086
run 0 one_worker reproduce $figures -j 1 --db one.db && {
	cp stdout one.txt
	[[ $err == *" 0 known before, "*" 0 failed"* ]] && pass one_worker || fail one_worker "$err"
}
# shellcheck disable=SC2086
run 0 two_workers reproduce $figures -j 2 --db two.db && {
	cmp -s stdout one.txt && pass two_workers || fail two_workers "other output than with one"
}
# shellcheck disable=SC2086
run 0 nothing_runs_twice reproduce $figures -j 2 --db two.db && {
	if cmp -s stdout one.txt && [[ $err == *" 0 run now,"* ]]; then
		pass nothing_runs_twice
	else
		fail nothing_runs_twice "$err"
	fi
}

# The table, and the claims at its end.
if grep -q '^l1-tab3.1  Misses of the TLBs' one.txt && grep -q '^atax  *[0-9]' one.txt &&
	grep -Eq '^T01c +Table 3.1: L1 TLB MPKI, atax +2205.7 mpki +[0-9.]+ mpki +[-+][0-9]+ % +differs$' one.txt; then
	pass table_and_claims
else
	fail table_and_claims "$(cat one.txt)"
fi

# A claim selects its figure and itself.
run 0 claim reproduce T02d --size tiny --quiet --db two.db && {
	if [ "$(grep -c '^T' stdout)" = 1 ] && grep -q '^T02d ' stdout && grep -q '^l1-tab3.1 ' stdout && [ -z "$err" ]; then
		pass claim
	else
		fail claim "$out"
	fi
}

run 0 csv reproduce l1-tab3.1 --size tiny --quiet --csv --db two.db && {
	if grep -q '^figure,row,series,unit,value,spread,repeats,published,missing$' stdout &&
		grep -Eq '^l1-tab3.1,atax,L1 TLB,mpki,[0-9.]+,,1,2205.7,$' stdout &&
		grep -Eq '^T01c,l1,Table 3.1,L1 TLB MPKI,atax,value,l1-tab3.1,,2205.7 mpki,' stdout; then
		pass csv
	else
		fail csv "$out"
	fi
}

# A parameter of every run wins over the figure's own, those of the baseline included, and shows.
run 0 settings reproduce l1-tab3.1 --size tiny --quiet --db two.db -s l1_tlb.entries=8 -s l1_tlb.mshrs=2 && {
	if [ "$(head -n 1 stdout)" = "every run with l1_tlb.entries=8, l1_tlb.mshrs=2" ] && ! cmp -s <(tail -n +3 stdout) one.txt &&
		[ "$(sqlite3 two.db "select count(*) from params where name = 'l1_tlb.entries' and value = 8")" = 8 ]; then
		pass settings
	else
		fail settings "$out"
	fi
}
run 0 settings_json reproduce l1-tab3.1 --size tiny --quiet --json --db two.db -s l1_tlb.entries=8 -s l1_tlb.mshrs=2 && {
	if json_flat stdout >flat && grep -q '^settings\.1	string	"l1_tlb.mshrs=2"$' flat; then pass settings_json; else fail settings_json "$(head flat)"; fi
}
run 2 settings_wrong reproduce l1-tab3.1 --size tiny --db two.db -s l1_tlb.entriez=8 && says settings_wrong "l1-tab3.1: " "l1_tlb.entries"

run 0 json reproduce l1-tab3.1 --size tiny --quiet --json --db two.db && {
	if json_flat stdout >flat && grep -q '^figures\.0\.id	string	"l1-tab3.1"$' flat &&
		grep -q '^claims\.0\.id	string	"T01a"$' flat &&
		grep -q '^claims\.2\.numbers\.0\.published	number	2205.7$' flat && grep -q '^claims\.2\.verdict	string	"differs"$' flat; then
		pass json
	else
		fail json "$(tail -n 20 flat)"
	fi
}

# A figure of one's own; what does not exist yet is a reason, not an error.
cat >mine.yaml <<'YAML'
title: Mine
runs:
  gpus: apu18
  workloads: atax
  designs: [[], ideal, not-invented]
baseline: {design: baseline}
values:
  speedup: baseline.cycles / cycles
  luck: cu.luck / cycles
YAML
run 0 own_file reproduce ./mine.yaml --size tiny --quiet --db two.db && {
	if grep -Eq '^atax +1\.00 +- +1\.[0-9]+ +- +- +-$' stdout && grep -q "needs statistic 'cu.luck'" stdout &&
		grep -q "needs design 'not-invented'" stdout; then
		pass own_file
	else
		fail own_file "$out"
	fi
}

# Repeated: a mean over slightly different machines and its spread, by hand from three runs. Two more repeats than one add
# their runs, and one of them alone is the plain figure again.
printf 'title: Three\nrepeat: 3\nruns: {gpus: apu18, workloads: [relu, mt]}\nvalues: {cycles: cycles}\nsummaries: {mean: mean}\n' >three.yaml
run 0 once reproduce ./three.yaml --size tiny --repeat 1 --db three.db && {
	cp stdout once.txt
	! grep -q '±\|means of' once.txt && [[ $err == *": 0 known before, 2 run now, 0 failed"* ]] && pass once || fail once "$out$err"
}
run 0 repeated reproduce ./three.yaml --size tiny --db three.db && {
	cp stdout three.txt
	for i in 0 1 2; do "$warpwalk" run --json --quiet --size tiny -g apu18 -s perturb=$i relu | awk '$1 == "\"cycles\":" { print $2 + 0; exit }'; done >cycles
	want=$(awk '{ x[NR] = $1; s += $1 / 3 } END { for (i in x) q += (x[i] - s) ^ 2; printf "relu +%.0f ±%.0f$", s, 4.302653 * sqrt(q / 6) }' cycles)
	if [[ $err == *": 2 known before, 4 run now, 0 failed"* ]] && [ "$(sort -u cycles | wc -l)" = 3 ] && grep -Eq "^$want" three.txt &&
		grep -q 'means of 3 with their 95 % confidence$' three.txt && grep -Eq '^mean +[0-9]+ ±[0-9]+$' three.txt; then
		pass repeated
	else
		fail repeated "$out$err $want $(tr '\n' ' ' <cycles)"
	fi
}
run 0 once_again reproduce ./three.yaml --size tiny --repeat 1 --db three.db --quiet && { cmp -s stdout once.txt && pass once_again || fail once_again "$out"; }
run 0 repeated_more reproduce ./three.yaml --size tiny --repeat 4 --db three.db &&
	{ [[ $err == *": 6 known before, 2 run now, 0 failed"* ]] && pass repeated_more || fail repeated_more "$err"; }
run 0 repeated_json reproduce ./three.yaml --size tiny --quiet --json --db three.db && {
	json_flat stdout >flat
	if [ "$(json_value figures.0.repeat)" = 3 ] && [ "$(json_value figures.0.rows.0.cells.0.repeats)" = 3 ] &&
		[ "$(json_value figures.0.rows.0.cells.0.spread | cut -d . -f 1)" -gt 0 ]; then pass repeated_json; else fail repeated_json "$(cat flat)"; fi
}

# A claim, here MASK's gain of two applications: beside its number the spread, and what the spread leaves open.
cat >claim.yaml <<'YAML'
title: Claim
paper: mask
repeat: 2
runs: {gpus: maxwell, workloads: [[relu, mt]], designs: [[], mask]}
alone: {designs: [], settings: [cus=15]}
baseline: {design: baseline}
terms: {weighted: sum_apps(app.ipc / alone.ipc)}
values: {gain: {is: gain(weighted / baseline.weighted), unit: percent}}
claims:
  A01: {change: "[relu+mt, mask]"}
YAML
run 0 open reproduce ./claim.yaml --size tiny --quiet --db three.db && {
	if grep -Eq '^A01 .* -?[0-9]+\.[0-9] ±[0-9]+\.[0-9] % .* (differs|same direction), .*direction within the spread$' stdout &&
		grep -q '; 1 with something within the spread$' stdout; then pass open; else fail open "$out"; fi
}
run 0 open_csv reproduce ./claim.yaml --size tiny --quiet --csv --db three.db && {
	if grep -q ',published,ours,spread,difference,verdict,missing$' stdout &&
		grep -Eq '^A01,.*,-?[0-9.]+ %,[0-9]+\.[0-9],.*direction within the spread",$' stdout; then pass open_csv; else fail open_csv "$out"; fi
}
run 0 open_json reproduce ./claim.yaml --size tiny --quiet --json --db three.db && {
	json_flat stdout >flat
	[ "$(json_value claims.0.direction_within_spread)" = true ] && [ -n "$(json_value claims.0.numbers.0.spread)" ] && pass open_json || fail open_json "$(tail -n 12 flat)"
}

bad() {
	local name=$1 expected=$2
	shift 2
	run 2 "$name" reproduce "$@" && says "$name" "$expected"
}

bad unknown_figure "there is no paper, figure or claim 'walks-fgi3'; did you mean 'walks-fig3'" walks-fgi3
bad unknown_claim "there is no paper, figure or claim 'S010'; did you mean 'S01'" S010
bad unknown_paper "there is no paper, figure or claim 'mgmv'; did you mean 'mgvm'" mgmv
# Names, not numbers: nothing like K03 or fig3 is meant.
bad number "there is no paper, figure or claim '003'; papers are reach, l1, walks, mgvm, mask, uvm; " 003
bad number_figure "there is no paper, figure or claim '003-fig7'; papers are reach, l1, walks, mgvm, mask, uvm; " 003-fig7
bad far_from_all "papers are reach, l1, walks, mgvm, mask, uvm; warpwalk list figures and warpwalk list claims show the rest" xyzzyplugh
bad unknown_size "unknown size 'huge'" --size huge
bad bad_jobs "-j" -j none walks
bad bad_repeat "--repeat wants a number from 1 to 30, not '0'" --repeat 0 walks
bad missing_value "wants a value" --db
bad no_file "nothing.yaml" ./nothing.yaml
sed 's/speedup: .*/speedup: baseline.cycles \/ (cycles/' mine.yaml >wrong.yaml
bad wrong_expression "wrong.yaml:8: speedup: column 26" ./wrong.yaml
sed 's/^title/tilte/' mine.yaml >wrong.yaml
bad wrong_key "wrong.yaml:1: a figure has no key 'tilte'; did you mean 'title'" ./wrong.yaml
sed 's/gpus: apu18/gpus: apu19/' mine.yaml >wrong.yaml
bad wrong_gpu "wrong.yaml:3: " ./wrong.yaml
sed 's/gpus: apu18/gpus: []/' mine.yaml >wrong.yaml
bad nothing_to_run "wrong.yaml:3: gpus: empty, so there is nothing to run" ./wrong.yaml

# Stores that cannot be used stay as they are. unharmed NAME STORE TEXT: for reproduce, reach and report.
unharmed() {
	local name=$1 store=$2 text=$3 before
	before=$(cksum <"$store")
	for command in "reproduce l1-tab3.1 --size tiny" "reach --size tiny mvt" report; do
		# shellcheck disable=SC2086
		run 2 "${name}_${command%% *}" $command --db "$store" && says "${name}_${command%% *}" "$store: $text"
	done
	[ "$(cksum <"$store")" = "$before" ] && pass "${name}_unharmed" || fail "${name}_unharmed" "$store was changed"
}
echo "not a database at all, but long enough to be one" >text.db
unharmed not_a_database text.db "not a database"
sqlite3 other.db 'CREATE TABLE mine(a); INSERT INTO mine VALUES (1)'
unharmed other_program other.db "a database, but not of warpwalk"
cp two.db newer.db && sqlite3 newer.db 'PRAGMA user_version = 99' >/dev/null
unharmed other_version newer.db "made by another version of warpwalk"

# A full disk: in the middle of the runs, half of which have room; later the rest is run.
half=$(($(wc -c <one.db) / 2048))
for command in "reproduce l1-tab3.1 --size tiny -j 1" "reach --size tiny mvt"; do
	name=full_disk_${command%% *} limit=$half
	[ "${command%% *}" = reach ] && limit=1
	# shellcheck disable=SC2086
	(ulimit -f $limit && exec "$warpwalk" $command --quiet --db "$name.db" >stdout 2>stderr)
	status=$? err=$(cat stderr)
	if [ $status -ne 2 ]; then fail "$name" "exit status $status: $err"; else says "$name" "$name.db: cannot be written"; fi
	# shellcheck disable=SC2086
	run 0 "${name}_later" $command --quiet --db "$name.db" && pass "${name}_later"
done
cmp -s <("$warpwalk" reproduce l1-tab3.1 --size tiny --quiet --db full_disk_reproduce.db) \
	<("$warpwalk" reproduce l1-tab3.1 --size tiny --quiet --db one.db) && pass full_disk_same || fail full_disk_same "other values"

# A figure of very many series does not need the stack: 160,000 of them, none of which can run.
{
	printf 'title: t\nruns: {gpus: apu18, workloads: mm, params: {no_such: [%s]}}\nvalues:\n' "$(seq -s , 400)"
	seq -f '  v%.0f: cycles' 400
	echo "claims: {S01: {change: '[mm, none such]'}}"
} >many.yaml
(ulimit -s 1024 && exec "$warpwalk" reproduce ./many.yaml --quiet --db many.db >stdout 2>stderr)
status=$? err=$(cat stderr)
if [ $status -ne 2 ]; then fail many_series "exit status $status: $err"; else says many_series "many.yaml:404: there is no series 'none such'"; fi

# The lists.
run 0 list_figures list figures && {
	if grep -q '^walks-fig3  *walks  *Fig 3 ' stdout && [ "$(grep -n '^reach-fig3 ' stdout | cut -d: -f1)" -lt "$(grep -n '^reach-fig13b ' stdout | cut -d: -f1)" ]; then
		pass list_figures
	else
		fail list_figures "$out"
	fi
}
run 0 list_figures_json list figures --json && { json_flat stdout >flat && grep -q '\.id	string	"walks-fig3"$' flat && pass list_figures_json || fail list_figures_json "$(tail -n 3 flat)"; }
run 0 list_claims list claims && { grep -q '^S12a  *walks  *walks-fig3 .*27-61 %' stdout && pass list_claims || fail list_claims "$out"; }
run 0 list_claims_json list claims --json && { json_flat stdout >flat && grep -q '\.id	string	"S12a"$' flat && pass list_claims_json || fail list_claims_json "$(tail -n 3 flat)"; }

exit $((failures > 0))
