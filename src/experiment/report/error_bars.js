"use strict";
// A plugin of Chart.js: a line through the end of each bar or point from value - spread to value + spread, for data sets that
// have a list `spread` beside `data`. chart.errorBars is how many it drew.
const errorBars = {
	id: "errorBars",

	// For an axis that has room for all of them: of cells with value and spread; highest: of stacks, null: there are none.
	range(cells, log, highest) {
		const some = cells.filter(c => c.spread);
		if (!some.length) return {};
		const most = highest === null ? Math.max(...some.map(c => c.value + c.spread)) : highest + Math.max(...some.map(c => c.spread));
		return {suggestedMax: most, suggestedMin: log || highest !== null ? undefined : Math.min(...some.map(c => c.value - c.spread))};
	},

	afterDatasetsDraw(chart) {
		const {ctx, chartArea: area} = chart;
		chart.errorBars = 0;
		ctx.save();
		ctx.beginPath();
		ctx.rect(area.left, area.top, area.width, area.height);
		ctx.clip();
		chart.data.datasets.forEach((set, n) => {
			if (set.spread && chart.isDatasetVisible(n)) errorBars.drawSet(chart, set, chart.getDatasetMeta(n));
		});
		ctx.restore();
	},

	drawSet(chart, set, meta) {
		chart.ctx.strokeStyle = set.spreadColor;
		chart.ctx.lineWidth = 1.25;
		meta.data.forEach((element, i) => {
			if (!set.spread[i] || element.skip || set.data[i] === null) return;
			errorBars.drawOne(chart, element, meta.vScale, set.spread[i]);
			chart.errorBars++;
		});
	},

	drawOne(chart, element, scale, spread) {
		const {ctx} = chart, across = chart.options.indexAxis === "y";
		const middle = across ? element.y : element.x;
		// Of the end, which is not the value in a stack. What a logarithmic axis does not have lies at its end.
		const value = scale.getValueForPixel(across ? element.x : element.y);
		const ends = [value - spread, value + spread].map(v => scale.getPixelForValue(Math.max(v, scale.min)));
		const thickness = (across ? element.height : element.width) || 12;
		const cap = Math.min(5, thickness / 2.5);
		const line = (a, b, c, d) => across ? (ctx.moveTo(b, a), ctx.lineTo(d, c)) : (ctx.moveTo(a, b), ctx.lineTo(c, d));
		ctx.beginPath();
		line(middle, ends[0], middle, ends[1]);
		for (const end of ends) line(middle - cap, end, middle + cap, end);
		ctx.stroke();
	},
};
