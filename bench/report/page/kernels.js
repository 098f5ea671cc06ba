/** The sections about the kernels of the Rust core, against simdutf and others. */
import { distinct, lead as leadOf, machineOf, newestFirst, toMemcpy } from "../cells.js";
import { choice, element, figure, table } from "./dom.js";
import * as format from "./format.js";
import { bars, dots, heatLegend, heatMap } from "./plots.js";

const withAnchor = (cells) => cells.filter((cell) => leadOf(cell) !== null);
/** The cells of the chosen record: that of one machine. */
const all = ({ data, state }) => data.rust.find(({ file }) => file === chosen(data, state))?.cells ?? [];
const machines = ({ rust }) => rust.map(({ file, environment }) => ({ ...environment, file }));
const files = (data) =>
  newestFirst(
    machines(data).map(({ file }) => file),
    machines(data),
  );

const machineIn = (data) => (file) => machineOf(file, files(data), machines(data));

function chosen(data, state) {
  if (!files(data).includes(state.kernels)) state.kernels = files(data)[0];
  return state.kernels;
}

const lostOf = (cells) => cells.filter(({ lost }) => lost);

export function lead(context) {
  const cells = withAnchor(all(context));
  if (cells.length === 0) return "";
  const lost = cells.filter(({ lost }) => lost.includes("<")).length;
  return (
    `The kernels below it, in Rust, on ${machineIn(context.data)(context.state.kernels)}: at least as fast as simdutf, a C++ library, in ${cells.length - lost} of ` +
    `${cells.length} cells.`
  );
}

export function tiles(context) {
  const cells = withAnchor(all(context));
  if (cells.length === 0) return [];
  const ahead = cells.filter(({ lost }) => !lost.includes("<")).length;
  return [
    element(
      "div",
      { class: "tile" },
      element("b", {}, `${Math.round((100 * ahead) / cells.length)} %`),
      element("span", {}, "of the kernels' cells at or ahead of simdutf"),
    ),
  ];
}

export function sections(context) {
  return all(context).length ? [kernels(context)] : [];
}

const OTHERS = ["unitstr", "simdutf", "encoding_rs", "std", "simdutf8"];

function columns(cells) {
  const who = ["memcpy", ...OTHERS].filter((name) => cells.some(({ ns }) => name in ns));
  return [
    { head: "kernel", value: (cell) => cell.kernel },
    { head: "text", value: (cell) => cell.text },
    { head: "bytes", value: (cell) => cell.bytes, text: format.bytes },
    { head: "tier", value: (cell) => cell.tier },
    ...who.map((name) => ({ head: `${name}, ns`, value: (cell) => cell.ns[name] ?? null, text: format.number })),
    { head: "simdutf ÷ ours", value: leadOf, text: format.times },
    { head: "ours ÷ memcpy", value: (cell) => toMemcpy(cell, "unitstr"), text: format.number },
    { head: "±", value: (cell) => cell.noise, text: (noise) => `${Math.round(100 * noise)} %` },
    { head: "", value: (cell) => cell.lost },
  ];
}

function kernels(context) {
  const { data, state, set, theme } = context;
  const cells = all(context);
  const machine = machineIn(data);
  const tiers = distinct(cells, "tier").reverse();
  if (!tiers.includes(state.tier)) state.tier = tiers[0];
  const tiered = cells.filter(({ tier }) => tier === state.tier);
  const lost = lostOf(tiered);
  return {
    id: "kernels",
    short: "Kernels in Rust",
    title: "The kernels compared with simdutf",
    words:
      "The same conversions without Java. 512 and 256 are the widths of the vectors in bits; simdutf is forced to use " +
      "the same. Times are CPU times, the best median of several passes, each of which measures every contender. " +
      `${machine(state.kernels)}.`,
    body: [
      element(
        "div",
        { class: "pick" },
        [
          choice("Machine", "pick-kernels", files(data), state.kernels, machine, (file) => set("kernels", file)),
          choice(
            "Vectors",
            "pick-tier",
            tiers,
            state.tier,
            (tier) => `${tier} bits`,
            (tier) => set("tier", tier),
          ),
        ].filter(Boolean),
      ),
      reasons(lost, tiered.length),
      map(tiered, theme, state.tier),
      ratios(tiered, context),
      errors(tiered, theme),
    ].filter(Boolean),
  };
}

function reasons(lost, count) {
  const groups = new Map();
  for (const cell of lost) {
    const why = cell.explanation || "Not explained yet.";
    groups.set(why, [...(groups.get(why) ?? []), cell]);
  }
  const items = [...groups].map(([why, group]) =>
    element("li", {}, element("p", {}, why), chips(group.sort((a, b) => worth(a) - worth(b)))),
  );
  return element(
    "div",
    { id: "kernels-lost" },
    element("h3", {}, `Cells in which others are faster: ${lost.length} of ${count} cells`),
    element("ul", { class: "reasons" }, items),
    element(
      "details",
      {},
      element("summary", {}, "The numbers of these cells"),
      table("Cells that are lost", columns(lost), lost, 3),
    ),
  );
}

/** The ratio to simdutf, or to the fastest of the others if that is what it is lost to. */
function worth(cell) {
  if (cell.lost === "<") return leadOf(cell);
  const { ns } = cell;
  const others = Object.entries(ns).filter(([name]) => !["unitstr", "memcpy"].includes(name));
  return Math.min(...others.map(([, nanos]) => nanos)) / ns.unitstr;
}

function chips(cells) {
  const SHOWN = 24;
  const shown = cells.slice(0, SHOWN).map((cell) => {
    const what = `${cell.kernel} ${cell.text} ${format.bytes(cell.bytes)} `;
    return element("span", { class: "chip" }, what, element("b", {}, format.times(worth(cell))));
  });
  const rest = cells.length > SHOWN ? [element("span", { class: "chip" }, `and ${cells.length - SHOWN} more`)] : [];
  return element("div", { class: "chips" }, shown, rest);
}

function map(cells, theme, tier) {
  const rows = withAnchor(cells).map((cell) => ({
    panel: cell.text,
    x: format.bytes(cell.bytes),
    y: cell.kernel,
    ratio: leadOf(cell),
    lost: cell.lost !== "",
    tip:
      `${cell.kernel} ${cell.text} ${format.bytes(cell.bytes)}\n${format.times(leadOf(cell))}: ` +
      `${format.nanos(cell.ns.simdutf)} ÷ ${format.nanos(cell.ns.unitstr)}, ±${Math.round(100 * cell.noise)} %`,
  }));
  if (rows.length === 0) return null;
  const of = withAnchor(cells);
  const plot = heatMap(rows, {
    panels: distinct(of, "text"),
    xs: distinct(of, "bytes").map(format.bytes),
    ys: [...new Set(of.map(({ kernel }) => kernel))],
    theme,
    left: 150,
    high: 24,
    most: 4,
  });
  const legend = heatLegend(theme, "time of simdutf ÷ ours", 4);
  return figure(
    "kernels-heat",
    `How many times as fast as simdutf, ${tier} bits`,
    "By text and size in bytes. A frame marks slower cells.",
    element("div", {}, legend, plot),
    table(`All cells, ${tier} bits`, columns(cells), cells, 3),
  );
}

function ratios(cells, { state, set, theme }) {
  const texts = distinct(cells, "text");
  const sizes = distinct(cells, "bytes");
  if (!texts.includes(state.text)) state.text = "french";
  if (!sizes.includes(state.bytes)) state.bytes = 4096;
  const of = cells.filter(({ text, bytes }) => text === state.text && bytes === state.bytes);
  const rows = of.flatMap((cell) =>
    OTHERS.filter((name) => name in cell.ns).map((name) => ({
      y: cell.kernel,
      contender: name,
      value: toMemcpy(cell, name),
      tip: `${cell.kernel}, ${name}: ${toMemcpy(cell, name).toFixed(2)} of memcpy, ${format.nanos(cell.ns[name])}`,
    })),
  );
  const plot = dots(rows, {
    ys: of.map(({ kernel }) => kernel),
    contenders: OTHERS.filter((name) => rows.some(({ contender }) => contender === name)),
    theme,
    label: "speed ÷ speed of memcpy",
  });
  const title = `All contenders against memcpy: ${state.text}, ${format.bytes(state.bytes)} bytes`;
  return element(
    "div",
    {},
    element(
      "div",
      { class: "pick" },
      choice("Text", "pick-text", texts, state.text, String, (text) => set("text", text)),
      choice("Bytes", "pick-bytes", sizes, state.bytes, format.bytes, (bytes) => set("bytes", bytes)),
    ),
    figure(
      "kernels-memcpy",
      title,
      "Faster is to the right; 1 is the speed of memcpy.",
      plot,
      table(title, columns(of), of),
    ),
  );
}

function errors(cells, theme) {
  const of = cells.filter(({ kernel, bytes }) => /^utf8>utf16 bad/.test(kernel) && bytes === 1 << 20);
  if (of.length === 0) return null;
  const rows = of.flatMap((cell) =>
    ["unitstr", "encoding_rs"].map((name) => ({
      group: `one in ${cell.kernel.match(/\d+$/)[0]}`,
      contender: `${cell.text}, ${name}`,
      value: cell.read / cell.ns[name],
      tip: `${cell.text}, ${name}: ${(cell.read / cell.ns[name]).toFixed(1)} GB/s`,
    })),
  );
  const names = [...new Set(rows.map(({ contender }) => contender))];
  const colored = { ...theme, contender: (name) => theme.contender(name.split(", ")[1]) };
  const groups = [...new Set(rows.map(({ group }) => group))];
  return figure(
    "kernels-errors",
    "UTF-8 to UTF-16 with malformed bytes, 1 MiB",
    "GB of source a second, with one malformed byte in 1024 or 128.",
    bars(rows, { groups, contenders: names, theme: colored, label: "GB/s", text: format.number, width: 860 }),
    table("UTF-8 to UTF-16 with malformed bytes", columns(of), of, 3),
  );
}

export function runs({ data }) {
  return data.rust.map(({ file, environment }) => {
    const entries = Object.entries(environment).flatMap(([key, value]) => [
      element("dt", {}, key),
      element("dd", {}, String(value)),
    ]);
    return element("section", {}, element("h2", {}, file), element("dl", {}, entries));
  });
}
