#!/bin/bash
# warpwalk report: its files, and the page in a real browser (Chromium, headless): charts drawn, filters at work, nothing
# wider than a phone, no word on the console.
. "$(dirname "$0")/lib.sh"
needs sqlite3

# One figure of each kind of chart; a title that tries to end the page's data.
own() {
	cat >"$1.yaml" <<YAML
title: "$2 </script><script>console.error('escaped')</script><!--"
chart: $3
unit: percent
runs:
  gpus: apu18
  workloads: [gups, 'gups:updates=32']
  params: {l2_tlb.entries: [64, 512]}
values:
  hits: pct(l2_tlb.hits / l2_tlb.lookups)
summaries: {mean: mean}
YAML
}
own lines "Lines" lines
own bars "Bars" bars
own stacked "Stacked" stacked
# Two values at two points: two stacks beside each other.
sed 's/^summaries/  misses: pct(l2_tlb.misses \/ l2_tlb.lookups)\n&/' stacked.yaml >beside.yaml
shipped="l1-tab3.1 l1-fig3.1"

# shellcheck disable=SC2086
run 0 runs reproduce $shipped ./lines.yaml ./bars.yaml ./stacked.yaml ./beside.yaml --size tiny --quiet --db a.db || exit 1

run 0 reach_runs reach -g apu18 --size tiny gups --db a.db || exit 1

# Everything: the default names, and the same bytes again.
cp a.db warpwalk.db
run 0 defaults report && {
	if [[ $out == "report.html: "*" figures with values; report-csv: every figure as CSV" ]] && [ -s report.html ] &&
		[ "$(find report-csv -name '*.csv' | wc -l)" -eq "$(("$("$warpwalk" list figures | wc -l)"))" ]; then
		pass defaults
	else
		fail defaults "$out$(ls report-csv)"
	fi
}
run 0 same_bytes report --db a.db -o again.html --quiet && {
	if cmp -s report.html again.html && diff -r report-csv again-csv >differences && [ -z "$out$err" ]; then
		pass same_bytes
	else
		fail same_bytes "$(head -n 3 differences) $out$err"
	fi
}
if ls | grep -qv '\.\(db\|db-wal\|db-shm\|html\|yaml\)$\|^report-csv$\|^again-csv$\|^std\(out\|err\)$\|^differences$'; then
	fail nothing_left_over "$(ls)"
else
	pass nothing_left_over
fi

# The CSV is what reproduce prints.
run 0 csv reproduce l1-tab3.1 --size tiny --quiet --csv --db a.db && {
	sed '/^$/,$d' stdout >expected.csv
	cmp -s expected.csv report-csv/l1-tab3.1.csv && pass csv || fail csv "$(diff expected.csv report-csv/l1-tab3.1.csv | head -n 3)"
}
# A claim has a line for each machine that its figure is made on.
[ "$(sed 1d report-csv/claims.csv | cut -d, -f1 | sort -u | wc -l)" -eq "$("$warpwalk" list claims --json | grep -c '"id"')" ] &&
	[ "$(grep -c '^A01a*,' report-csv/claims.csv)" -eq 2 ] && pass csv_of_claims || fail csv_of_claims "$(wc -l report-csv/claims.csv)"

# A selection; the folder keeps no figure that is not in it.
run 0 selection report l1-tab3.1 --db a.db && {
	[ "$(ls report-csv)" = "claims.csv
l1-tab3.1.csv" ] && pass selection || fail selection "$(ls report-csv)"
}

# Every input is said, so that the run is that of all three sizes: the largest is shown, or the one that is asked for.
own one "One" bars
sed -i 's/^  workloads: .*/  workloads: "gups:words=65536,groups=16,workgroup=64,updates=16"/' one.yaml
cp a.db b.db
run 0 one_size reproduce ./one.yaml --size tiny --quiet --db b.db || exit 1
size_of() { grep -o '"size": "[a-z]*","shown": true' "$1"; }
run 0 largest_size report ./one.yaml --db b.db -o one.html && {
	[ "$(size_of one.html)" = '"size": "paper","shown": true' ] && pass largest_size || fail largest_size "$(size_of one.html)"
}
run 0 size_asked_for report ./one.yaml --db b.db -o one.html --size tiny && {
	[ "$(size_of one.html)" = '"size": "tiny","shown": true' ] && pass size_asked_for || fail size_asked_for "$(size_of one.html)"
}

# Figures of one name, and one called as the table of claims is: each has its own CSV.
mkdir -p other
cp one.yaml other/one.yaml
cp one.yaml claims.yaml
run 0 same_names report ./one.yaml ./other/one.yaml ./claims.yaml --db b.db -o same.html && {
	[ "$(ls same-csv | tr '\n' ' ')" = "claims-2.csv claims.csv one-2.csv one.csv " ] && grep -q '^claim,' same-csv/claims.csv &&
		cmp -s same-csv/one.csv same-csv/one-2.csv && pass same_names || fail same_names "$(head -n 1 same-csv/*)"
}

# The model's number; runs of another one, also from when it was a digest, are listed as such.
number=$("$warpwalk" --version | sed 's/.*(model \([0-9]*\))$/\1/')
cp b.db older.db
sqlite3 older.db "UPDATE runs SET model = 'bc9d2e7a1f0344d0a6c1d5f1b2a7c3e4' WHERE id = (SELECT min(id) FROM runs)"
run 0 older_model report ./one.yaml --db older.db -o older.html && {
	if grep -q "\"model\": $number," older.html && grep -q '"current": false' older.html && grep -q '"current": true' older.html &&
		! grep -q '"current": false' one.html; then pass older_model; else fail older_model "$number: $(grep -o '"model": [^,]*' older.html)"; fi
}

# A baseline against itself is nothing to see while what it is for is missing.
cat >waiting.yaml <<'YAML'
title: Waiting
runs: {gpus: apu18, workloads: [gups, 'gups:updates=32'], designs: [[], not-invented]}
baseline: {design: baseline}
values: {gain: gain(baseline.cycles / cycles)}
summaries: {mean of improvements: improvement}
YAML
run 0 waiting_runs reproduce ./waiting.yaml --size tiny --quiet --db a.db || exit 1
run 0 waiting report ./waiting.yaml --db a.db -o waiting.html && {
	[[ $out == "waiting.html: 0 figures with values"* ]] && pass waiting || fail waiting "$out"
}

# Nothing in the page asks for something elsewhere.
grep -Eo '(src|href)="[^#"][^"]*"|url\([^)]*\)|@import[^;]*' again.html >asks
[ ! -s asks ] && pass self_contained || fail self_contained "$(head -n 3 asks)"

# What goes wrong: a line, nothing written, an earlier report unharmed.
bad() {
	local name=$1 expected=$2
	shift 2
	run 2 "$name" report "$@" && says "$name" "$expected"
}
cp report.html before.html
bad no_store "nowhere.db: cannot be opened: No such file" --db nowhere.db
: >empty.db
bad empty_store "empty.db: holds no results" --db empty.db
cp a.db bare.db && sqlite3 bare.db 'DELETE FROM specs'
bad store_without_runs "bare.db: holds no results" --db bare.db
echo "not a database at all, but long enough to be one" >text.db
bad not_a_database "text.db: not a database" --db text.db
bad unknown_figure "did you mean 'l1-tab3.1'" --db a.db l1-tab31
bad unknown_size "unknown size 'huge'" --size huge
bad missing_value "'-o' wants a value" -o
bad no_folder "nowhere/report.html: cannot be written: No such file" --db a.db -o nowhere/report.html
mkdir folder
bad is_a_folder "folder: cannot be written: is a folder" --db a.db -o folder
bad is_a_device "/dev/null: cannot be written: not a plain file" --db a.db -o /dev/null
(ulimit -f 100 && "$warpwalk" report --db a.db l1-tab3.1 >stdout 2>stderr)
status=$? err=$(cat stderr)
[ $status = 2 ] && says disk_full "report.html: cannot be written" || fail disk_full "exit status $status: $err"
cmp -s report.html before.html && ! ls report.html.* report-csv/*.csv.* >/dev/null 2>&1 && pass unharmed || fail unharmed "$(ls . report-csv)"

# The browser sees the same page whatever compiled the program.
case $BUILD in *sanitize*) exit $((failures > 0)) ;; esac
chromium=$(command -v chromium || command -v chromium-browser)
if [ -z "$chromium" ]; then
	echo "skip browser: no chromium"
	exit $((failures > 0))
fi

# browse NAME ADDRESS OPTION...: the page after its scripts in NAME.dom; fails when the console got a line.
browse() {
	local name=$1 address=$2
	shift 2
	HOME=$work timeout 600 "$chromium" --headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run \
		--user-data-dir="$work/profile-$name" --enable-logging=stderr --allow-file-access-from-files --virtual-time-budget=10000 "$@" --dump-dom "file://$work/$address" >"$name.dom" 2>"$name.log"
	if grep -q CONSOLE "$name.log" || ! [ -s "$name.dom" ]; then
		fail "$name" "$(grep CONSOLE "$name.log" || tail -n 1 "$name.log")"
		return 1
	fi
}
attribute() { grep -o "<html[^>]*" "$2.dom" | head -n 1 | sed -n "s/.*data-$1=\"\([^\"]*\)\".*/\1/p"; }

# Two charts of shipped figures, four of our own, two curves of reach.
run 0 page report $shipped ./lines.yaml ./bars.yaml ./stacked.yaml ./beside.yaml --db a.db -o page.html --quiet || exit 1
claims=$(($(wc -l <page-csv/claims.csv) - 1))
browse charts page.html && {
	if [ "$(attribute ready charts)" = yes ] && [ "$(attribute charts charts)" = 8 ] && [ "$(attribute stacks charts)" = 3 ] && [ "$(attribute claims charts)" = "$claims" ]; then
		pass charts
	else
		fail charts "$(grep -o '<html[^>]*' charts.dom)"
	fi
}
differing=$(grep -c ',differs,' page-csv/claims.csv)
browse filter_verdict "page.html#verdict=differs" && {
	[ "$differing" -gt 0 ] && [ "$(attribute claims filter_verdict)" = "$differing" ] && pass filter_verdict || fail filter_verdict "$(attribute claims filter_verdict) of $differing"
}
browse filters "page.html#paper=l1&text=l2%20atax&runs=gups%20entries%3D64" && {
	[ "$(attribute claims filters)" = 1 ] && [ "$(attribute runs filters)" = 2 ] && pass filters || fail filters "$(grep -o '<html[^>]*' filters.dom)"
}
browse whole_store again.html && {
	[ "$(attribute ready whole_store)" = yes ] && pass whole_store || fail whole_store "not ready"
}

# Repeated runs (and two curves of reach): a bar or a point has its error bar, the table its spread, and what the page saves
# is what reproduce prints.
for chart in lines bars stacked; do sed "s/^title: .*/title: Repeated $chart\nrepeat: 2/; s/^  hits: .*/  cycles: cycles/" $chart.yaml >repeated-$chart.yaml; done
repeated="./repeated-lines.yaml ./repeated-bars.yaml ./repeated-stacked.yaml"
# shellcheck disable=SC2086
run 0 repeated_runs reproduce $repeated --size tiny --quiet --db a.db || exit 1
# shellcheck disable=SC2086
run 0 repeated report $repeated --db a.db -o repeated.html --quiet || exit 1
browse error_bars repeated.html && {
	if [ "$(attribute charts error_bars)" = 5 ] && [ "$(attribute error-bars error_bars)" = 18 ] && grep -Eq '<td class="n">[0-9,.]+ ±[0-9,.]+</td>' error_bars.dom; then
		pass error_bars
	else
		fail error_bars "$(grep -o '<html[^>]*' error_bars.dom)"
	fi
}
run 0 not_repeated report ./bars.yaml --db a.db -o not_repeated.html --quiet || exit 1
browse no_error_bars not_repeated.html && {
	[ "$(attribute charts no_error_bars)" = 3 ] && [ "$(attribute error-bars no_error_bars)" = 0 ] && ! grep -q '<td class="n">[^<]*±' no_error_bars.dom &&
		pass no_error_bars || fail no_error_bars "$(grep -o '<html[^>]*' no_error_bars.dom)"
}
run 0 repeated_by_option report ./bars.yaml --repeat 3 --db a.db -o by_option.html --quiet || exit 1
browse by_option by_option.html && {
	[ "$(attribute error-bars by_option)" = 6 ] && grep -q 'only 2 of 3 repeats: not run yet' by_option.dom && pass by_option || fail by_option "$(attribute error-bars by_option)"
}
cat >saved.html <<'HTML'
<!doctype html>
<iframe src="repeated.html" style="width: 900px; height: 800px"></iframe>
<script>
document.querySelector("iframe").onload = event => {
	const page = event.target.contentWindow;
	page.URL.createObjectURL = blob => { blob.text().then(text => document.documentElement.dataset.say = btoa(unescape(encodeURIComponent(text)))); return "#"; };
	page.document.querySelector("#figure-repeated-bars button").click();
};
</script>
HTML
browse saved saved.html && {
	attribute say saved | base64 -d >saved.csv
	cmp -s saved.csv repeated-csv/repeated-bars.csv && pass saved || fail saved "$(diff saved.csv repeated-csv/repeated-bars.csv | head -n 3)"
}

# As a user: in a window as wide as a phone, in the dark, typing into a filter and opening a run.
cat >phone.html <<'HTML'
<!doctype html>
<iframe src="page.html" style="width: 390px; height: 800px"></iframe>
<script>
document.querySelector("iframe").onload = event => {
	const page = event.target.contentDocument, data = page.documentElement.dataset, say = [];
	const type = (id, text) => { page.getElementById(id).value = text; page.getElementById(id).dispatchEvent(new Event("input")); };
	page.querySelectorAll("details").forEach(d => d.open = true);
	for (const width of [1280, 1000, 800, 390]) {
		event.target.style.width = width + "px";
		if (page.documentElement.scrollWidth > width) say.push("too wide: " + page.documentElement.scrollWidth);
	}
	say.push("charts " + data.charts);
	const canvas = page.querySelector("canvas"), pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
	say.push(pixels.some(p => p) ? "drawn" : "blank");
	say.push(getComputedStyle(page.body).backgroundColor === "rgb(20, 23, 27)" ? "dark" : "light");
	type("claim-text", "no such claim");
	say.push("claims " + data.claims);
	page.querySelector("#claim-filters button").click();
	type("run-text", "entries=512 updates=32");
	say.push("runs " + data.runs);
	page.querySelector(".run").open = true;
	setTimeout(() => {
		say.push("claims " + data.claims);
		say.push(/L2 TLB misses/.test(page.querySelector(".run").textContent) && page.documentElement.scrollWidth <= 390 ? "opened" : "not opened");
		document.documentElement.dataset.say = say.join(", ");
	}, 100);
};
</script>
HTML
browse phone_in_the_dark phone.html --blink-settings=preferredColorScheme=0 && {
	if [ "$(attribute say phone_in_the_dark)" = "charts 8, drawn, dark, claims 0, runs 1, claims $claims, opened" ]; then
		pass phone_in_the_dark
	else
		fail phone_in_the_dark "$(attribute say phone_in_the_dark)"
	fi
}

exit $((failures > 0))
