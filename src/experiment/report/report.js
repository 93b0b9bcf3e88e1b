"use strict";
// The page of warpwalk report. Its data is the JSON in #data (src/experiment/report_json.c). The filters are in the
// address, as #paper=walks&verdict=differs&text=atax&runs=apu18, so that a view can be kept as a link.
(() => {
	const data = JSON.parse(document.getElementById("data").textContent);
	const by = id => document.getElementById(id);
	const phone = matchMedia("(max-width: 700px)");
	const dark = matchMedia("(prefers-color-scheme: dark)");

	function el(tag, attributes, ...children) {
		const e = document.createElement(tag);
		for (const [name, value] of Object.entries(attributes || {})) {
			if (name === "class") e.className = value;
			else if (name.startsWith("on")) e.addEventListener(name.slice(2), value);
			else if (value !== false) e.setAttribute(name, value === true ? "" : value);
		}
		e.append(...children.filter(c => c !== null && c !== undefined && c !== ""));
		return e;
	}

	const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
	const plural = (n, one) => `${n.toLocaleString("en")} ${one}${n === 1 ? "" : "s"}`;
	const units = {percent: "%", points: "points", x: "×", mpki: "misses per kilo instruction", pki: "per kilo instruction"};
	const unitText = unit => units[unit] ?? unit;

	// "30.1", "30.1 ±0.4": the spread of repeated runs with as many decimals.
	function number(value, unit, spread) {
		const size = Math.abs(value);
		const decimals = unit === "percent" || unit === "points" ? 1 : unit === "x" ? 3 : size >= 1000 ? 0 : size >= 100 ? 1 : 2;
		const text = v => v.toLocaleString("en", {minimumFractionDigits: decimals, maximumFractionDigits: decimals});
		return text(value) + (typeof spread === "number" ? ` ±${text(spread)}` : "");
	}

	function seconds(s) {
		if (s < 60) return `${s.toFixed(s < 10 ? 2 : 1)} s`;
		const m = Math.round(s / 60);
		return m < 60 ? `${m} min` : `${Math.floor(m / 60)} h ${m % 60} min`;
	}

	// Verdicts.
	const classes = {"within 10 %": "good", "holds": "good", "exact": "good", "within 25 %": "fair", "same direction": "fair",
		"differs": "bad", "does not hold": "bad", "not exact": "bad", "not yet": "none"};
	const chip = claim => el("span", {class: `chip ${classes[claim.verdict] || "none"}`}, claim.verdict_text);

	// Filters.
	const filters = {paper: by("claim-paper"), verdict: by("claim-verdict"), text: by("claim-text"), runs: by("run-text"), order: by("run-order")};

	function readAddress() {
		const query = location.hash.includes("=") ? new URLSearchParams(location.hash.slice(1)) : null;
		if (query)
			for (const [name, input] of Object.entries(filters)) input.value = query.get(name) ?? "";
		// An unknown choice would leave a list empty.
		for (const input of Object.values(filters))
			if (input.tagName === "SELECT" && input.selectedIndex < 0) input.selectedIndex = 0;
		return query;
	}

	function writeAddress() {
		const query = new URLSearchParams();
		for (const [name, input] of Object.entries(filters)) if (input.value) query.set(name, input.value);
		const hash = query.toString();
		history.replaceState(null, "", hash ? `#${hash}` : location.pathname + location.search);
	}

	const words = text => text.toLowerCase().split(/\s+/).filter(Boolean);
	const matches = (haystack, needles) => needles.every(w => haystack.includes(w));

	// Claims.
	let claimRows = [];

	function makeClaims() {
		const papers = [...new Set(data.claims.map(c => c.paper))].sort();
		const verdicts = data.verdicts.filter(v => data.claims.some(c => c.verdict === v));
		filters.paper.append(el("option", {value: ""}, "all"), ...papers.map(p => el("option", {value: p}, p)));
		filters.verdict.append(el("option", {value: ""}, "all"), ...verdicts.map(v => el("option", {value: v}, v)));
		claimRows = data.claims.map(claim => {
			const figure = claim.figure && by(`figure-${claim.figure}`);
			const id = figure ? el("a", {href: `#figure-${claim.figure}`}, claim.id) : claim.id;
			const machine = claim.machine ? el("span", {class: "why"}, claim.machine) : "";
			const row = el("tr", {"data-claim": claim.id},
				el("td", {}, id, machine), el("td", {class: "small soft"}, `${claim.paper} ${claim.source}`),
				el("td", {class: "what"}, `${claim.quantity}, ${claim.subject}`,
					claim.missing ? el("span", {class: "why"}, claim.missing) : "",
					claim.size ? el("span", {class: "why"}, claim.verdict === "not yet" ? "" : `size ${claim.size}`) : ""),
				el("td", {class: "n", "data-label": "published"}, claim.published),
				el("td", {class: "n", "data-label": "ours"}, claim.verdict === "not yet" ? "" : claim.ours),
				el("td", {class: "n", "data-label": "difference"}, claim.difference),
				el("td", {class: "verdict"}, chip(claim)));
			return {claim, row, text: row.textContent.toLowerCase()};
		});
		by("claim-table").tBodies[0].append(...claimRows.map(r => r.row));
	}

	function filterClaims() {
		const needles = words(filters.text.value);
		let shown = 0;
		for (const {claim, row, text} of claimRows) {
			row.hidden = !((!filters.paper.value || claim.paper === filters.paper.value) &&
				(!filters.verdict.value || claim.verdict === filters.verdict.value) && matches(text, needles));
			shown += !row.hidden;
		}
		by("claim-count").textContent = `${shown} of ${plural(claimRows.length, "claim")}`;
		document.documentElement.dataset.claims = shown;
	}

	// Figures.
	const known = cell => cell.value !== undefined;
	const figureName = figure => [figure.paper, figure.source].filter(Boolean).join(" ") || figure.id;

	function csvText(figure) {
		const quote = t => /[",\n\r]/.test(t) ? `"${t.replaceAll('"', '""')}"` : t;
		const lines = ["figure,row,series,unit,value,spread,repeats,published,missing"];
		for (const row of figure.rows)
			row.cells.forEach((cell, s) => lines.push([figure.id, row.row, figure.series[s].label, figure.series[s].unit,
				cell.value ?? "", cell.spread ?? "", known(cell) ? cell.repeats ?? 1 : "", cell.published ?? "", cell.missing ?? ""].map(f => quote(String(f))).join(",")));
		return lines.join("\n") + "\n";
	}

	function download(figure) {
		const url = URL.createObjectURL(new Blob([csvText(figure)], {type: "text/csv"}));
		el("a", {href: url, download: `${figure.id}.csv`}).click();
		setTimeout(() => URL.revokeObjectURL(url), 10000);
	}

	function figureTable(figure) {
		const unit = new Set(figure.series.map(s => s.unit)).size === 1 ? figure.series[0].unit : null;
		const cell = (c, s) => el("td", {class: "n", title: c.missing || false},
			known(c) ? number(c.value, figure.series[s].unit, c.spread) : "–",
			c.published !== undefined ? el("span", {class: "published"}, `published ${number(c.published, figure.series[s].unit)}`) : "");
		return el("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": `Values of ${figureName(figure)}`},
			el("table", {},
				el("thead", {}, el("tr", {}, el("th", {scope: "col"}, unit ? unitText(unit) : ""),
					...figure.series.map(s => el("th", {class: "n", scope: "col"}, unit === null && s.unit ? `${s.label} (${unitText(s.unit)})` : s.label)))),
				el("tbody", {}, ...figure.rows.map(r => el("tr", {class: r.summary ? "sum" : ""},
					el("th", {scope: "row"}, r.row), ...r.cells.map(cell))))));
	}

	// One chart for each unit, for numbers of different units share no axis.
	function plots(figure) {
		const groups = new Map();
		figure.series.forEach((s, index) => {
			if (!groups.has(s.unit)) groups.set(s.unit, []);
			groups.get(s.unit).push(index);
		});
		const used = s => figure.rows.some(r => known(r.cells[s]) || r.cells[s].published !== undefined);
		return [...groups].map(([unit, series]) => ({figure, unit, series: series.filter(used),
			rows: figure.rows.filter(r => series.some(s => known(r.cells[s])))})).filter(p => p.rows.length);
	}

	let charts = [];

	function makeFigure(figure) {
		const total = figure.rows.length * figure.series.length;
		const have = figure.rows.reduce((n, r) => n + r.cells.filter(known).length, 0);
		const claims = data.claims.filter(c => c.figure === figure.id && c.verdict !== "not yet");
		const article = el("article", {class: "figure", id: `figure-${figure.id}`},
			el("h3", {}, `${figure.source || figure.id}: ${figure.title}`),
			el("div", {class: "tags"}, el("span", {class: "chip none"}, figure.id), el("span", {class: "chip none"}, `size ${figure.size}`),
				figure.repeat > 1 ? el("span", {class: "chip none"}, `means of ${figure.repeat}, ± 95 % confidence`) : "",
				have < total ? el("span", {class: "chip fair"}, `${have} of ${total} values`) : ""),
			figure.about ? el("p", {class: "small soft"}, figure.about) : "");
		for (const plot of plots(figure)) {
			const canvas = el("canvas", {role: "img", "aria-label": `${figure.title}${plot.unit ? `, ${unitText(plot.unit)}` : ""}; the table below has the values`});
			const box = el("div", {class: "chart"}, canvas);
			article.append(box);
			charts.push({...plot, box, canvas, chart: null});
		}
		article.append(el("details", {open: figure.chart === "table" && !phone.matches}, el("summary", {}, "Values"), figureTable(figure),
			el("button", {type: "button", class: "link", onclick: () => download(figure)}, "Save as CSV")));
		if (claims.length)
			article.append(el("details", {open: claims.length <= 4}, el("summary", {}, plural(claims.length, "claim")),
				el("ul", {class: "plain small"}, ...claims.map(c => el("li", {}, el("b", {}, c.id), ` ${c.quantity}, ${c.subject}: published ${c.published}, ours ${c.ours} `, chip(c))))));
		if (figure.reasons.length)
			article.append(el("p", {class: "small soft"}, `Missing: ${figure.reasons.join("; ")}`));
		return article;
	}

	// Eight colours, each with three kinds of line.
	const colour = index => css(`--c${index % 8}`);
	const dashes = [[], [6, 3], [2, 3]];

	// What a stack stands for: "shared" of "shared local hit"; nothing where there is one for each row.
	function stackOf(series) {
		return series.label.endsWith(` ${series.value}`) ? series.label.slice(0, -series.value.length - 1) : "";
	}
	const stacksOf = p => [...new Set(p.series.map(s => stackOf(p.figure.series[s])))];

	// Beside each other stand stacks of the same colours, each paler than the one before.
	function stackColours(p) {
		const stacks = stacksOf(p), values = stacks.length > 1 ? [...new Set(p.series.map(s => p.figure.series[s].value))] : p.series;
		const pale = i => i ? Math.round(255 * (1 - 0.6 * i / (stacks.length - 1))).toString(16).padStart(2, "0") : "";
		return s => stacks.length > 1 ? colour(values.indexOf(p.figure.series[s].value)) + pale(stacks.indexOf(stackOf(p.figure.series[s]))) : colour(values.indexOf(s));
	}

	function highestStack(p) {
		const sum = (row, stack) => p.series.filter(s => stackOf(p.figure.series[s]) === stack).reduce((n, s) => n + (row.cells[s].value ?? 0), 0);
		return Math.max(...p.rows.flatMap(r => stacksOf(p).map(stack => sum(r, stack))));
	}

	const spreadOf = (spread, spreadColor) => spread.some(v => v !== null) ? {spread, spreadColor} : {};

	// The value axis reaches as far as the error bars do.
	const reachesOf = (p, log) => errorBars.range(p.rows.flatMap(r => p.series.map(s => r.cells[s])), log, p.figure.chart === "stacked" ? highestStack(p) : null);

	function barSets(p) {
		const sets = [];
		const label = s => p.figure.series[s].label;
		const stacked = p.figure.chart === "stacked", shade = stacked && stackColours(p);
		p.series.forEach((s, n) => {
			const values = key => p.rows.map(r => r.cells[s][key] ?? null);
			sets.push({label: label(s), data: values("value"), ...spreadOf(values("spread"), css("--text")), backgroundColor: stacked ? shade(s) : colour(n), borderColor: css("--card"), borderWidth: stacked ? 1 : 0,
				stack: stacked ? `ours ${stackOf(p.figure.series[s])}` : undefined, skipNull: true});
			if (values("published").some(v => v !== null))
				sets.push({label: p.series.length > 1 ? `${label(s)}, published` : "published", data: values("published"), backgroundColor: colour(n) + "30",
					borderColor: colour(n), borderWidth: 1.5, stack: stacked ? "published" : undefined, skipNull: true});
		});
		return sets;
	}

	// A line for each row along the series.
	function lineSets(p) {
		const sets = [];
		p.rows.forEach((r, n) => {
			const c = r.summary ? css("--text") : colour(n);
			sets.push({label: r.row, data: p.series.map(s => r.cells[s].value ?? null),
				...spreadOf(p.series.map(s => r.cells[s].spread ?? null), c), borderColor: c, backgroundColor: c,
				borderWidth: r.summary ? 3 : 1.75, borderDash: r.summary ? [] : dashes[Math.floor(n / 8) % 3], pointRadius: 2.5, spanGaps: true});
			const published = p.series.map(s => r.cells[s].published ?? null);
			if (published.some(v => v !== null))
				sets.push({label: `${r.row}, published`, data: published, showLine: false, pointStyle: "rectRot", pointRadius: 7,
					borderColor: c, backgroundColor: c + "50", borderWidth: 2});
		});
		return sets;
	}

	// Counts of misses span orders of magnitude; shares and factors do not need it.
	function wantsLog(p) {
		const cells = p.rows.flatMap(r => p.series.map(s => r.cells[s]));
		const values = cells.flatMap(c => [c.value, c.published]).filter(v => v);
		return p.figure.chart !== "stacked" && (p.unit === "mpki" || p.unit === "pki") && Math.min(...values) > 0 && Math.max(...values) > 200 * Math.min(...values);
	}

	// Misses by capacity: a chart for each GPU and level, a line for each run.
	function reachPlots() {
		const seen = new Set(), groups = new Map();
		for (const run of data.runs) {
			if (seen.has(run.run)) continue;
			seen.add(run.run);
			for (const curve of run.reach) {
				const key = `${curve.level === "l1_tlb" ? "L1 TLB" : "L2 TLB"}, ${run.gpu}`;
				if (!groups.has(key)) groups.set(key, []);
				groups.get(key).push({...curve, label: [runName(run).replace(` on ${run.gpu}`, ""), run.settings].filter(Boolean).join(" ")});
			}
		}
		return [...groups].map(([title, curves]) => ({title, curves}));
	}

	const missRatio = (curve, misses) => curve.lookups ? 100 * misses / curve.lookups : 0;

	// Beyond its last point a curve stays as it is.
	function ratioAt(curve, capacity) {
		const point = curve.points.findLast(p => p[0] <= capacity);
		return missRatio(curve, point[1]);
	}

	function reachTable(plot) {
		const most = Math.max(...plot.curves.map(c => c.points.at(-1)[0]));
		const capacities = [];
		for (let c = 1; c <= most; c *= 2) capacities.push(c);
		return el("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": `Miss ratios, ${plot.title}`}, el("table", {},
			el("thead", {}, el("tr", {}, el("th", {scope: "col"}, "entries"), ...plot.curves.map(c => el("th", {class: "n", scope: "col"}, c.label)))),
			el("tbody", {}, ...capacities.map(n => el("tr", {}, el("th", {scope: "row"}, n.toLocaleString("en")),
				...plot.curves.map(c => el("td", {class: "n"}, `${ratioAt(c, n).toFixed(2)} %`)))))));
	}

	function makeReach() {
		for (const plot of reachPlots()) {
			const canvas = el("canvas", {role: "img", "aria-label": `Miss ratio by capacity, ${plot.title}; the table below has the values`});
			const box = el("div", {class: "chart"}, canvas);
			by("reach-list").append(el("article", {class: "figure"}, el("h3", {}, plot.title), box, el("details", {}, el("summary", {}, "Values"), reachTable(plot))));
			charts.push({reach: plot.curves, box, canvas, chart: null});
			by("reach").hidden = by("reach-link").hidden = false;
		}
	}

	function drawReach(p) {
		const text = css("--text"), soft = css("--soft"), grid = css("--line");
		const most = Math.max(...p.reach.map(c => c.points.at(-1)[0]));
		const datasets = p.reach.map((curve, n) => ({label: curve.label, stepped: true, borderColor: colour(n), backgroundColor: colour(n), borderWidth: 2,
			borderDash: dashes[Math.floor(n / 8) % 3], data: [...curve.points.map(([x, misses]) => ({x, y: missRatio(curve, misses)})), {x: most, y: ratioAt(curve, most)}],
			pointRadius: [...curve.points.map(([x]) => x === curve.entries ? 5 : 0), 0], pointHitRadius: 4}));
		const powers = axis => {
			axis.ticks = [];
			for (let c = 1; c <= axis.max; c *= 2) axis.ticks.push({value: c});
		};
		p.box.style.height = `${phone.matches ? 360 + 24 * p.reach.length : 340}px`;
		p.chart = new Chart(p.canvas, {type: "line", data: {datasets}, options: {
			animation: false, responsive: true, maintainAspectRatio: false, interaction: {mode: "nearest", intersect: false},
			scales: {
				x: {type: "logarithmic", min: 1, afterBuildTicks: powers, title: {display: true, color: soft, text: "entries of each TLB"}, grid: {color: grid},
					ticks: {color: soft, autoSkip: true, maxRotation: 60, callback: v => v >= 1048576 ? `${v / 1048576}M` : v >= 1024 ? `${v / 1024}K` : v}},
				y: {min: 0, max: 100, title: {display: true, color: soft, text: "% of lookups"}, ticks: {color: soft}, grid: {color: grid}}},
			plugins: {legend: {labels: {color: text, boxWidth: 12, boxHeight: 3}},
				tooltip: {callbacks: {title: items => items.length ? `${items[0].parsed.x.toLocaleString("en")} entries` : "", label: c => ` ${c.dataset.label}: ${c.parsed.y.toFixed(2)} %`}}}}});
	}

	function draw(p) {
		if (p.chart) p.chart.destroy();
		if (p.reach) drawReach(p);
		else drawFigure(p);
	}

	function drawFigure(p) {
		const lines = p.figure.chart === "lines";
		const sets = lines ? lineSets(p) : barSets(p);
		const across = phone.matches && !lines;
		const stacked = p.figure.chart === "stacked";
		const log = wantsLog(p);
		const legend = sets.length > 1;
		const text = css("--text"), soft = css("--soft"), grid = css("--line");
		const drawnSets = stacked ? stacksOf(p).length : sets.length;
		p.box.style.height = `${across ? Math.max(160, 70 + (legend ? 26 * Math.ceil(sets.length / 2) : 0) + p.rows.length * (10 + 11 * drawnSets)) : lines && phone.matches ? 400 : 340}px`;
		const labels = lines ? p.series.map(s => p.figure.series[s].label) : p.rows.map(r => r.row);
		const bold = c => !lines && p.rows[c.index]?.summary ? {weight: "bold"} : {};
		const category = {stacked, ticks: {color: text, autoSkip: lines, font: bold, maxRotation: 60}, grid: {display: false}, border: {color: grid}};
		const value = {...reachesOf(p, log), stacked, type: log ? "logarithmic" : "linear", ticks: {color: soft, callback: v => log && !/^[1]0*$|^0\.0*1$/.test(String(v)) ? "" : v.toLocaleString("en", {maximumFractionDigits: 6})}, grid: {color: grid},
			max: stacked && p.unit === "percent" && highestStack(p) < 100.5 ? 100 : undefined,
			title: {display: true, color: soft, text: (unitText(p.unit) || p.figure.series[p.series[0]].label) + (log ? ", logarithmic" : "")}};
		p.chart = new Chart(p.canvas, {type: lines ? "line" : "bar", plugins: [errorBars], data: {labels, datasets: sets}, options: {
			animation: false, responsive: true, maintainAspectRatio: false, indexAxis: across ? "y" : "x",
			interaction: {mode: "index", intersect: false, axis: across ? "y" : "x"},
			scales: across ? {x: value, y: category} : {x: category, y: value},
			plugins: {legend: {display: legend, labels: {color: text, boxWidth: 12, boxHeight: lines ? 3 : 12}},
				tooltip: {callbacks: {label: c => ` ${c.dataset.label}: ${number(c.parsed[across ? "x" : "y"], p.unit, c.dataset.spread?.[c.dataIndex])}${p.unit === "percent" ? " %" : ""}`}}}}});
	}

	function drawAll() {
		charts.forEach(draw);
		document.documentElement.dataset.stacks = charts.filter(p => p.figure?.chart === "stacked").reduce((n, p) => n + stacksOf(p).length, 0);
		document.documentElement.dataset.errorBars = charts.reduce((n, p) => n + (p.chart?.errorBars ?? 0), 0);
		document.documentElement.dataset.charts = charts.filter(p => p.chart && p.chart.width > 0 && p.chart.height > 0).length;
	}

	function makeFigures() {
		const list = by("figure-list");
		let paper = null;
		for (const figure of data.figures.filter(f => f.shown)) {
			if (figure.paper !== paper) list.append(el("h3", {class: "paper"}, figure.paper || "Other"));
			paper = figure.paper;
			list.append(makeFigure(figure));
		}
		if (!charts.length) list.append(el("p", {class: "note"}, "No figure has values yet: warpwalk reproduce runs what they need."));
	}

	function makeMissing() {
		const others = data.figures.filter(f => !f.shown);
		const notRun = others.filter(f => f.reasons.includes("not run yet"));
		const notPossible = others.filter(f => !f.reasons.includes("not run yet"));
		const item = f => el("li", {}, el("b", {}, f.id), ` ${f.title}`, el("span", {class: "soft small"}, f.reasons.length ? ` – ${f.reasons.join("; ")}` : ""));
		const part = (title, figures) => figures.length ? [el("h3", {}, title), el("ul", {class: "plain"}, ...figures.map(item))] : [];
		by("missing-list").append(...part("Figures not run yet", notRun), ...part("Figures not possible yet", notPossible));
		if (!others.length) by("missing-list").append(el("p", {}, "Every figure has values."));
	}

	// Runs.
	const sources = {l1_tlb: "L1 TLB", l1_mshr: "L1 MSHR", victim: "victims", l2_tlb: "L2 TLB", l2_mshr: "L2 MSHR", beyond: "beyond L2",
		iommu_tlb: "IOMMU TLBs", walk: "walk", ideal: "ideal", unknown: "unknown"};

	function resolved(run, group) {
		const parts = Object.keys(sources).map(name => ({name, label: sources[name], count: run.stats[`${group}.resolved_${name}`] || 0,
			cycles: run.stats[`${group}.cycles_${name}`] || 0})).filter(p => p.count);
		const all = parts.reduce((n, p) => n + p.count, 0);
		parts.forEach(p => p.share = 100 * p.count / all);
		return parts;
	}

	function resolvedTable(title, parts) {
		if (!parts.length) return "";
		return el("div", {}, el("h4", {}, title), el("table", {}, el("thead", {}, el("tr", {}, el("th", {}, "resolved by"), el("th", {class: "n"}, "share"), el("th", {class: "n"}, "mean cycles"))),
			el("tbody", {}, ...parts.map(p => el("tr", {}, el("td", {}, p.label), el("td", {class: "n"}, `${p.share.toFixed(1)} %`), el("td", {class: "n"}, (p.cycles / p.count).toFixed(1)))))));
	}

	function pairs(title, rows) {
		return el("div", {}, el("h4", {}, title), el("table", {}, el("tbody", {}, ...rows.filter(r => r).map(([k, v]) => el("tr", {}, el("th", {scope: "row"}, k), el("td", {}, v))))));
	}

	const count = n => n === undefined ? "–" : n.toLocaleString("en");
	const ratio = (run, part) => run.stats[`${part}.lookups`] ? `${(100 * run.stats[`${part}.misses`] / run.stats[`${part}.lookups`]).toFixed(2)} % of ${count(run.stats[`${part}.lookups`])}` : "–";

	function runDetails(run) {
		const s = run.stats;
		const changes = !run.gpu_known ? el("p", {class: "small"}, "The GPU's file cannot be read any more.")
			: run.changes.length ? el("table", {}, el("thead", {}, el("tr", {}, el("th", {}, "parameter"), el("th", {}, "GPU"), el("th", {}, "here"))),
				el("tbody", {}, ...run.changes.map(c => el("tr", {}, ...c.map(t => el("td", {}, t))))))
			: el("p", {class: "small"}, "As the GPU's file has it.");
		return el("div", {class: "inside"},
			pairs("Configuration", [["GPU", run.gpu], ["designs", run.designs || "none"], ["settings", run.settings || "none"], ["workloads", run.inputs], ["size", run.size],
				run.max_instructions ? ["stopped after", `${count(run.max_instructions)} instructions`] : null]),
			el("div", {}, el("h4", {}, "Parameters that differ from the GPU"), changes),
			run.status === "ok" ? pairs("Outcome", [["cycles", count(s.cycles)], ["instructions", count(s.instructions)], ["per cycle", s.ipc === undefined ? "–" : s.ipc.toFixed(3)],
				["page walks", count(s.walks)], ["L1 TLB misses", ratio(run, "l1_tlb")], ["L2 TLB misses", ratio(run, "l2_tlb")]]) : "",
			resolvedTable("Vector memory", resolved(run, "vmem")), resolvedTable("Scalar memory", resolved(run, "smem")),
			pairs("Host", [["time", seconds(run.wall_seconds)], ["memory", `${Math.round(run.peak_rss_bytes / 1048576)} MB`]]));
	}

	const runName = run => `${run.workloads.split(" ").join(" + ")} on ${run.gpu}${run.designs ? `, ${run.designs.split(" ").join(" + ")}` : ""}, ${run.size}`;

	function makeRun(run) {
		const parts = resolved(run, "vmem");
		const sentence = parts.map(p => `${p.label} ${p.share.toFixed(1)} %`).join(", ");
		const bar = el("span", {class: "bar", role: "img", "aria-label": sentence || "no translations", title: sentence},
			...parts.map(p => { const i = el("i", {class: `s-${p.name}`}); i.style.width = `${p.share}%`; return i; }));
		const facts = run.status === "ok" ? `${count(run.stats.cycles)} cycles, ${count(run.stats.walks)} walks, ${seconds(run.wall_seconds)}` : `${run.status}: ${run.reason}`;
		const details = el("details", {class: "run", "data-run": run.run}, el("summary", {},
			el("span", {}, el("span", {class: "name"}, runName(run)), run.settings ? el("span", {class: "small soft"}, ` ${run.settings}`) : "",
				run.current ? "" : el("span", {class: "chip fair"}, "older model")),
			el("span", {}, run.status === "ok" ? bar : el("span", {class: "chip bad"}, run.status), el("span", {class: "facts"}, facts))));
		details.addEventListener("toggle", () => { if (details.open && !details.querySelector(".inside")) details.append(runDetails(run)); });
		return details;
	}

	const pageSize = 40;
	let allRuns = false;

	function filterRuns() {
		const needles = words(filters.runs.value);
		const found = data.runs.filter(r => matches([runName(r), r.settings, r.status, r.inputs].join(" ").toLowerCase(), needles));
		if (filters.order.value === "walks") found.sort((a, b) => (b.stats.walks || 0) - (a.stats.walks || 0));
		if (filters.order.value === "time") found.sort((a, b) => b.wall_seconds - a.wall_seconds);
		const shown = allRuns ? found : found.slice(0, pageSize);
		by("run-list").replaceChildren(...shown.map(makeRun));
		by("run-count").textContent = `${shown.length} of ${found.length} asked for${found.length < data.runs.length ? ` (${data.runs.length} in all)` : ""}`;
		by("run-more").hidden = shown.length === found.length;
		document.documentElement.dataset.runs = found.length;
	}

	function makeRuns() {
		const used = new Set(data.runs.flatMap(r => resolved(r, "vmem").map(p => p.name)));
		by("sources").append(...Object.keys(sources).filter(n => used.has(n)).map(n => el("span", {}, el("i", {class: `s-${n}`}), sources[n])));
		by("run-more").addEventListener("click", () => { allRuns = true; filterRuns(); });
	}

	// Summary.
	function makeSummary() {
		const tile = (value, label, link, style) => el(link ? "a" : "div", {class: `tile ${style || ""}`, href: link || false}, el("b", {}, String(value)), label);
		const verdicts = data.verdicts.map(v => [v, data.claims.filter(c => c.verdict === v).length]).filter(([, n]) => n);
		const distinct = [...new Map(data.runs.map(r => [r.run, r])).values()];
		const host = distinct.reduce((n, r) => n + r.wall_seconds, 0);
		const failed = distinct.filter(r => r.status !== "ok").length;
		const older = distinct.filter(r => !r.current).length;
		const sizes = [...new Set(data.figures.filter(f => f.shown).map(f => f.size))];
		by("tiles").append(tile(data.figures.filter(f => f.shown).length, `of ${plural(data.figures.length, "figure")}`, "#figures"),
			...verdicts.map(([v, n]) => tile(n, v, `#${new URLSearchParams({verdict: v})}`, classes[v])),
			tile(distinct.length, distinct.length === 1 ? "run" : "runs", "#runs"), tile(seconds(host), "for all of them"));
		if (failed) by("tiles").append(tile(failed, "runs failed", `#${new URLSearchParams({runs: "failed"})}`, "bad"));
		if (sizes.some(s => s !== "paper"))
			by("notes").append(el("p", {class: "note"}, `Sizes shown: ${sizes.join(", ")}. Only size paper is meant to match the published numbers; the others are previews.`));
		if (older)
			by("notes").append(el("p", {class: "note"}, `${plural(older, "run")} made by another version of the model: listed below, not used by figures and claims.`));
		by("about").textContent = `Figures and claims of papers on GPU virtual memory, simulated. Model ${data.model}.`;
	}

	function show() {
		const query = readAddress();
		filterClaims();
		filterRuns();
		if (query) by(query.has("runs") || query.has("order") ? "runs" : "claims").scrollIntoView();
	}

	// What a run shows when opened stays open while claims are filtered.
	function changed(form) {
		writeAddress();
		if (form === by("run-filters")) filterRuns();
		else filterClaims();
	}

	makeSummary();
	makeFigures();
	makeReach();
	makeClaims();
	makeMissing();
	makeRuns();
	for (const input of Object.values(filters)) input.addEventListener("input", () => changed(input.form));
	for (const form of document.forms) {
		form.addEventListener("submit", e => e.preventDefault());
		form.addEventListener("reset", () => setTimeout(changed, 0, form));
	}
	addEventListener("hashchange", show);
	phone.addEventListener("change", drawAll);
	dark.addEventListener("change", drawAll);
	drawAll();
	show();
	document.documentElement.dataset.ready = "yes";
})();
