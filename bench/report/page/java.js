/** The sections about Java: against the JDK and other libraries. */
import { LOST, WON, compare, distinct, isYardstick, label, reasonOf, wrongOf } from "../cells.js";
import { byReason, choice, element, figure, table } from "./dom.js";
import * as format from "./format.js";
import { bars, curves, heatLegend, heatMap } from "./plots.js";

const FIXED = ["api", "file", "jdk", "arena", "isa"];

const chosen = ({ cells, state }) => cells.filter((cell) => FIXED.every((name) => cell[name] === state[name]));
const compared = (context) => compare(chosen(context), context.state);
const lostOf = (results) => results.filter(({ ratio }) => ratio < LOST).sort((a, b) => a.ratio - b.ratio);
const what = (cell) => `${cell.direction} ${format.name(cell.charset)} ${cell.content} ${format.chars(cell.size)}`;

/** Tensors, columns and values have a layout in place of a charset. */
const kindOf = ({ api }) => (/Tensors|Columns|Values|PackedCalls/.test(api) ? "layout" : "charset");

function middle(results) {
  const ratios = results.map(({ ratio }) => ratio).sort((a, b) => a - b);
  return ratios[ratios.length >> 1];
}

export function lead(context) {
  const results = compared(context);
  if (results.length === 0) return "";
  const { ours, against, jdk, api } = context.state;
  if (isYardstick(against)) {
    return (
      `${ours} through ${format.name(api)} on JDK ${jdk}, ${context.machine(context.state.file)}, beside ` +
      `${format.name(against)}, a yardstick: ` +
      `the median cell takes ${format.times(1 / middle(results))} the time of that call.`
    );
  }
  const won = results.filter(({ ratio }) => ratio > WON).length;
  const lost = lostOf(results).length;
  return (
    `Strings in native memory, by ${ours} through ${format.name(api)} on JDK ${jdk}, ` +
    `${context.machine(context.state.file)}: against ${format.name(against)}, ` +
    `${won} of ${results.length} cells are faster, ${results.length - won - lost} tie and ${lost} are slower; ` +
    `the median is ${format.ratio(middle(results))} times as fast.`
  );
}

export function tiles(context) {
  const results = compared(context);
  if (results.length === 0 || isYardstick(context.state.against)) return [];
  const best = results.reduce((a, b) => (a.ratio > b.ratio ? a : b));
  const worst = results.reduce((a, b) => (a.ratio < b.ratio ? a : b));
  // JMH itself allocates some KiB in an iteration, which count where it has few calls: those of long texts.
  const isFree = ({ ourBytes, size }) => ourBytes < Math.max(1, size / 1000);
  const writes = results.filter((cell) => cell.ourBytes !== null && cell.direction === "write");
  const tile = (kind, value, words) =>
    element("div", { class: `tile ${kind}` }, element("b", {}, value), element("span", {}, words));
  return [
    tile("win", format.times(middle(results)), `the median of ${results.length} cells`),
    tile("win", format.times(best.ratio), `the best: ${what(best)}`),
    tile(worst.ratio < LOST ? "lose" : "", format.times(worst.ratio), `the worst: ${what(worst)}`),
    writes.length ? tile("", `${writes.filter(isFree).length}/${writes.length}`, "writes that allocate nothing") : null,
  ].filter(Boolean);
}

export function sections(context) {
  if (context.cells.length === 0) return [];
  return [lost(context), heat(context), detail(context), wrong(context)];
}

const columns = [
  { head: "what", value: (cell) => cell.direction },
  { head: "charset", value: (cell) => format.name(cell.charset) },
  { head: "text", value: (cell) => cell.content },
  { head: "chars", value: (cell) => cell.size, text: format.chars },
];

const ratioOrWords = (value) => (typeof value === "string" ? value : format.times(value));

function comparison({ state }) {
  return [
    ...columns,
    { head: `${state.against}, ns`, value: (cell) => cell.theirs, text: format.number },
    { head: `${state.ours}, ns`, value: (cell) => cell.ours, text: format.number },
    { head: "ratio", value: (cell) => (cell.wrong ? "wrong text" : cell.ratio), text: ratioOrWords },
    { head: `${state.against}, B/op`, value: (cell) => cell.theirBytes, text: format.number },
    { head: `${state.ours}, B/op`, value: (cell) => cell.ourBytes, text: format.number },
    { head: "clock", value: (cell) => (cell.clock === "cpu" ? "CPU" : "wall") },
  ];
}

function lost(context) {
  const { state, data, cells } = context;
  const results = compared(context);
  const losing = lostOf(results);
  const everywhere = compare(
    cells.filter(({ file }) => file === state.file),
    state,
  );
  const why = (cell) => reasonOf({ ...cell, ours: state.ours, against: state.against }, data.reasons.lost);
  const chip = (cell) => [`${what(cell)} `, format.times(cell.ratio)];
  if (isYardstick(state.against)) {
    return {
      id: "lost",
      short: "Yardstick",
      title: `Beside ${format.name(state.against)}`,
      words: "A yardstick, not a rival: what a call costs on this machine, whatever it does.",
      body: [table("All cells", comparison(context), results, 4)],
    };
  }
  return {
    id: "lost",
    short: "Where we lose",
    title: `Where ${format.name(state.against)} is the better choice`,
    words:
      `${losing.length} of ${results.length} cells are slower, by more than 3 %. In all configurations that ` +
      `this machine measured, it is ${lostOf(everywhere).length} of ${everywhere.length}.`,
    body: [
      byReason(losing, why, chip),
      losing.length
        ? element(
            "details",
            { id: "lost-numbers" },
            element("summary", {}, "The numbers of these cells"),
            table("Slower cells, slowest first", comparison(context), losing, 4),
          )
        : null,
    ],
  };
}

function heat(context) {
  const { theme, state } = context;
  const results = [...compared(context), ...wrongOf(chosen(context), state)];
  const maps = distinct(results, "direction").map((direction) => {
    const of = results.filter((cell) => cell.direction === direction);
    const rows = of.map((cell) => ({
      panel: format.name(cell.charset),
      x: format.chars(cell.size),
      y: cell.content,
      ratio: cell.ratio,
      wrong: cell.wrong,
      lost: cell.ratio < LOST && !isYardstick(state.against),
      tip: cell.wrong
        ? `${what(cell)}\n${format.name(state.against)}: wrong text ${cell.wrong}`
        : `${what(cell)}\n${format.times(cell.ratio)}: ${format.nanos(cell.theirs)} ÷ ${format.nanos(cell.ours)}`,
    }));
    const plot = heatMap(rows, {
      panels: distinct(of, "charset").map(format.name),
      xs: distinct(of, "size").map(format.chars),
      ys: distinct(of, "content"),
      theme,
    });
    const numbers = table(`${format.name(direction)}: all cells`, comparison(context), of, 4);
    return figure(`heat-${direction}`, format.name(direction), `By ${kindOf(state)} and size in chars.`, plot, numbers);
  });
  const legend = heatLegend(theme, `time of ${format.name(state.against)} ÷ ours`);
  return {
    id: "heat",
    short: "Ratios",
    title: "How many times as fast",
    words: `The time of ${format.name(state.against)} divided by that of unitstr. Above 1, unitstr is faster; a frame marks slower cells${results.some((cell) => cell.wrong) ? ", a broken one wrong text" : ""}. ${context.machine(state.file)}, JDK ${state.jdk}, ${state.ours}.`,
    body: [element("div", { class: "legend" }, legend), element("div", { class: "maps" }, maps)],
  };
}

function detail(context) {
  const { state, set, theme } = context;
  const all = chosen(context);
  const pick = (name, from, usual) => {
    const values = distinct(from, name);
    if (!values.includes(state[name])) state[name] = values.includes(usual) ? usual : values[0];
    return [values, from.filter((cell) => cell[name] === state[name])];
  };
  const [directions, directed] = pick("direction", all, "read");
  const [charsets, encoded] = pick("charset", directed, "UTF-16");
  const [sizes, sized] = pick("size", encoded, 100);
  const title = `${state.direction} ${format.name(state.charset)}`;
  const row = (cell, one) => {
    if (one.wrong) {
      const tip = `${label(one)}, ${what(cell)}\nwrong text ${one.wrong}`;
      return {
        ...cell,
        group: cell.content,
        panel: cell.content,
        contender: label(one),
        wrong: one.wrong,
        bytes: null,
        tip,
      };
    }
    const time = one.cpu ?? one.wall;
    const value = `${format.nanos(time.ns)} (${format.nanos(time.low)} to ${format.nanos(time.high)})`;
    const tip = `${label(one)}, ${what(cell)}\n${value}${one.bytes === null ? "" : `\n${format.number(one.bytes)} B/op`}`;
    return {
      ...cell,
      group: cell.content,
      panel: cell.content,
      contender: label(one),
      value: time.ns,
      low: time.low,
      high: time.high,
      clock: one.cpu ? "CPU" : "wall",
      forks: time.forks,
      bytes: one.bytes,
      tip,
    };
  };
  const rows = (from) => from.flatMap((cell) => [...cell.rows.values()].map((one) => row(cell, one)));
  const now = rows(sized);
  const groups = distinct(now, "group");
  const contenders = distinct(now, "contender");
  const allocated = now
    .filter(({ bytes }) => bytes !== null)
    .map((one) => ({ ...one, value: Math.round(one.bytes), low: 0, high: 0 }));
  const numberOrWords = (value) => (typeof value === "string" ? value : format.number(value));
  const numbers = (caption, of) =>
    table(
      caption,
      [
        { head: "text", value: (one) => one.content },
        { head: "chars", value: (one) => one.size, text: format.chars },
        { head: "who", value: (one) => one.contender },
        { head: "ns", value: (one) => (one.wrong ? "wrong text" : one.value), text: numberOrWords },
        { head: "fastest", value: (one) => one.low, text: format.number },
        { head: "slowest", value: (one) => one.high, text: format.number },
        { head: "by fork", value: (one) => one.forks?.map(format.number).join(", ") },
        { head: "B/op", value: (one) => one.bytes, text: format.number },
        { head: "clock", value: (one) => one.clock },
      ],
      of,
      3,
    );
  const time = figure(
    "bars",
    `Time, ${title}, ${format.chars(state.size)} chars`,
    "Bars: the median of the forks. Whiskers: the fastest and the slowest iteration of all forks.",
    bars(now, { groups, contenders, theme, label: "ns", text: format.nanos }),
    numbers(`Time of ${title}, ${format.chars(state.size)} chars`, now),
  );
  const memory = allocated.length
    ? figure(
        "memory",
        `Allocation, ${title}, ${format.chars(state.size)} chars`,
        "Bytes allocated per call. Reading a text must allocate its String.",
        bars(allocated, {
          groups,
          contenders: distinct(allocated, "contender"),
          theme,
          label: "B/op",
          text: (value) => `${format.number(value)} B`,
        }),
        table(
          `Allocation of ${title}, ${format.chars(state.size)} chars`,
          [
            { head: "text", value: (one) => one.content },
            { head: "who", value: (one) => one.contender },
            { head: "B/op", value: (one) => one.bytes, text: format.number },
          ],
          allocated,
          2,
        ),
      )
    : null;
  const lines = rows(encoded).sort((a, b) => a.size - b.size);
  const timed = lines.filter(({ wrong }) => !wrong);
  const curve = figure(
    "curves",
    `Time against size, ${title}`,
    "By size in chars; both axes are logarithmic.",
    curves(timed, {
      panels: distinct(timed, "panel"),
      contenders: distinct(timed, "contender"),
      sizes: distinct(timed, "size"),
      theme,
      label: "time per call",
    }),
    numbers(`Time of ${title}, all sizes`, lines),
  );
  const pickers = [
    choice("Direction", "pick-direction", directions, state.direction, format.name, (value) => set("direction", value)),
    choice(
      kindOf(state) === "layout" ? "Layout" : "Charset",
      "pick-charset",
      charsets,
      state.charset,
      format.name,
      (value) => set("charset", value),
    ),
    choice("Chars", "pick-size", sizes, state.size, format.chars, (value) => set("size", value)),
  ].filter(Boolean);
  return {
    id: "detail",
    short: "Everyone, by size",
    title: "All contenders",
    words:
      "All contenders of the same run that do the same work: the JDK's own calls, workarounds, and other libraries.",
    body: [element("div", { class: "pick" }, pickers), element("div", { class: "pair" }, time, memory), curve],
  };
}

/** What is known of other libraries, whatever is chosen above. */
function wrong({ data }) {
  if (data.wrong.length === 0) return null;
  return {
    id: "wrong",
    short: "Wrong text",
    title: "Where other libraries read or write another text",
    words:
      "Text that differs from that of new String and getBytes of the JDK, in JMH's check of results before it measures. " +
      "Such cells have no time. bench/run plan rivals tries them again.",
    body: [
      table(
        "Wrong text",
        [
          { head: "library", value: (one) => `${format.name(one.contender)} ${one.version}` },
          { head: "what", value: (one) => one.direction },
          { head: "charset", value: (one) => format.name(one.charset) },
          { head: "text", value: (one) => one.content },
          { head: "result", value: (one) => one.result },
        ],
        data.wrong,
        4,
      ),
    ],
  };
}

export function runs({ data }) {
  return data.runs.map(({ file, ...known }) => {
    const entries = Object.entries(known).flatMap(([key, value]) => [
      element("dt", {}, key),
      element("dd", {}, String(value)),
    ]);
    return element("section", {}, element("h2", {}, file), element("dl", {}, entries));
  });
}
