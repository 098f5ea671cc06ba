/** The plots, by Observable Plot. Colours come from the theme. */
import * as Plot from "@observablehq/plot";
import * as format from "./format.js";

const FONT = { fontSize: "12px", fontFamily: "inherit", overflow: "visible" };

function heatScale(theme, label, most) {
  return {
    type: "diverging-log",
    pivot: 1,
    domain: [1 / most, most],
    clamp: true,
    interpolate: theme.heat,
    label,
    ticks: [1 / most, 1 / Math.sqrt(most), 1, Math.sqrt(most), most],
    tickFormat: (value) => (value >= most ? `≥ ${most}×` : value * most <= 1 ? `≤ 1/${most}` : fraction(value)),
  };
}

export function heatLegend(theme, label, most = 16) {
  const margins = { marginLeft: 24, marginRight: 30 };
  return Plot.legend({ color: heatScale(theme, label, most), width: 380, ...margins, style: FONT });
}

const fraction = (value) => (value < 1 ? `1/${1 / value}` : `${value}×`);

/** Panels side by side, a coloured field for each row `{panel, x, y, ratio, tip, lost}`. */
export function heatMap(rows, { panels, xs, ys, theme, left = 86, high = 30, most = 16 }) {
  const fill = (row) => theme.heat(position(row.ratio, most));
  const timed = rows.filter(({ wrong }) => !wrong);
  const wrong = rows.filter((row) => row.wrong);
  const place = { fx: "panel", x: "x", y: "y" };
  const cell = Math.min(52, Math.max(30, (1122 - left) / (panels.length * xs.length)));
  return Plot.plot({
    width: left + panels.length * xs.length * cell + 20,
    height: 50 + ys.length * high,
    marginLeft: left,
    marginTop: 44,
    marginBottom: 6,
    marginRight: 0,
    style: FONT,
    fx: { domain: panels, label: null, padding: 0.035 },
    x: { domain: xs, label: null, axis: "top", tickSize: 0, padding: 0.04 },
    y: { domain: ys, label: null, tickSize: 0, padding: 0.04 },
    color: heatScale(theme, null, most),
    marks: [
      Plot.axisFx({ anchor: "top", dy: -22, fontWeight: 600 }),
      Plot.cell(timed, { ...place, fill: "ratio", rx: 4 }),
      Plot.cell(wrong, { ...place, fill: "none", stroke: theme.muted, strokeDasharray: "3 2", rx: 4 }),
      Plot.cell(rows, { ...place, filter: "lost", fill: "none", stroke: theme.lose, strokeWidth: 2, rx: 4 }),
      Plot.text(wrong, { ...place, text: () => "wrong", fill: "currentColor", fontSize: 10 }),
      Plot.text(timed, {
        ...place,
        text: (row) => format.ratio(row.ratio),
        fill: { value: (row) => theme.on(fill(row)), scale: null },
        fontVariant: "tabular-nums",
        fontSize: 11,
        fontWeight: 500,
      }),
      Plot.tip(rows, Plot.pointer({ ...place, title: "tip" })),
    ],
  });
}

/** Returns the position of a ratio on the scale of colours. */
function position(ratio, most) {
  return Math.min(1, Math.max(0, 0.5 + Math.log(ratio) / Math.log(most) / 2));
}

/** A bar for each row `{group, contender, value, low, high, tip}`, with a whisker from `low` to `high`. */
export function bars(rows, { groups, contenders, theme, label, text, width = 560 }) {
  const place = { fy: "group", y: "contender" };
  const whisker = (row) => row.high > row.low;
  const longest = Math.max(...contenders.map((name) => name.length));
  const most = Math.max(0, ...rows.map((row) => Math.max(row.value ?? 0, row.high ?? 0)));
  return Plot.plot({
    width,
    height: 50 + groups.length * (contenders.length * 19 + 16),
    marginLeft: 16 + 7.2 * longest,
    marginRight: 96,
    marginTop: 34,
    style: FONT,
    fy: { domain: groups, label: null, padding: 0.12 },
    y: { domain: contenders, label: null, tickSize: 0, padding: 0.18 },
    // Room for the number behind the longest bar.
    x: { grid: true, label, axis: "top", domain: [0, 1.16 * most || 1], ticks: 5 },
    color: { domain: contenders, range: contenders.map(theme.contender) },
    marks: [
      Plot.axisFy({ anchor: "right", fontWeight: 600, dx: 8, lineWidth: 8 }),
      Plot.barX(rows, { ...place, filter: (row) => !row.wrong, x: "value", fill: "contender", rx2: 3 }),
      Plot.ruleY(rows, { ...place, filter: whisker, x1: "low", x2: "high", stroke: "currentColor", strokeWidth: 1.5 }),
      Plot.tickX(rows, { ...place, filter: whisker, x: "low", inset: 4, stroke: "currentColor" }),
      Plot.tickX(rows, { ...place, filter: whisker, x: "high", inset: 4, stroke: "currentColor" }),
      Plot.text(rows, {
        ...place,
        x: (row) => Math.max(row.value ?? 0, row.high ?? 0),
        text: (row) => (row.wrong ? "wrong text" : text(row.value)),
        textAnchor: "start",
        dx: 6,
        fill: "currentColor",
        fontVariant: "tabular-nums",
      }),
      Plot.ruleX([0]),
      Plot.tip(rows, Plot.pointerY({ ...place, x: "value", title: "tip" })),
    ],
  });
}

/** Lines `{panel, contender, size, value, tip}` on logarithmic axes, in panels of four a row. */
export function curves(rows, { panels, contenders, theme, label, sizes }) {
  const COLUMNS = Math.min(4, panels.length);
  const column = (panel) => panels.indexOf(panel) % COLUMNS;
  const line = (panel) => Math.floor(panels.indexOf(panel) / COLUMNS);
  const place = { fx: (row) => column(row.panel), fy: (row) => line(row.panel), x: "size", y: "value" };
  return Plot.plot({
    width: Math.max(420, 56 + COLUMNS * 268),
    height: 60 + Math.ceil(panels.length / COLUMNS) * 230,
    marginLeft: 56,
    marginTop: 34,
    marginBottom: 36,
    style: FONT,
    fx: { axis: null, padding: 0.12 },
    fy: { axis: null, padding: 0.14 },
    x: { type: "log", label: null, grid: true, ticks: sizes },
    y: { type: "log", label, grid: true, tickFormat: format.tick, ticks: 5 },
    color: { domain: contenders, range: contenders.map(theme.contender), legend: true },
    marks: [
      Plot.frame({ stroke: theme.line }),
      Plot.axisX(sizes, { text: format.chars, tickSize: 3 }),
      Plot.text(panels, {
        fx: column,
        fy: line,
        text: (panel) => panel,
        frameAnchor: "top-left",
        dx: 8,
        dy: 8,
        fontWeight: 600,
        fontSize: 13,
      }),
      Plot.line(rows, { ...place, z: "contender", stroke: "contender", strokeWidth: 2 }),
      Plot.dot(rows, { ...place, fill: "contender", r: 3 }),
      Plot.tip(rows, Plot.pointer({ ...place, title: "tip" })),
    ],
  });
}

/** A dot for each row `{y, contender, value, tip}`: several contenders on one line. */
export function dots(rows, { ys, contenders, theme, label }) {
  return Plot.plot({
    width: 860,
    height: 70 + ys.length * 21,
    marginLeft: 210,
    marginTop: 40,
    marginRight: 30,
    style: FONT,
    y: { domain: ys, label: null, tickSize: 0 },
    x: { type: "log", label, grid: true, axis: "top", tickFormat: (value) => `${value}` },
    color: { domain: contenders, range: contenders.map(theme.contender), legend: true },
    symbol: { domain: contenders, legend: false },
    marks: [
      Plot.ruleY(ys, { stroke: theme.line }),
      Plot.ruleX([1], { stroke: theme.muted, strokeDasharray: "4 3" }),
      Plot.dot(rows, { x: "value", y: "y", fill: "contender", symbol: "contender", r: 4.5 }),
      Plot.tip(rows, Plot.pointer({ x: "value", y: "y", title: "tip" })),
    ],
  });
}
