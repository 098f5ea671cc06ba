/**
 * Prints the numbers of `README.md` and of `bench/record/README.md` and the table of `docs/coming-from.md` that follow from
 * the record: `node numbers.js`. A test compares them with these pages.
 */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { LOST, WON, cellsOf, compare, newestFirst } from "./cells.js";
import * as format from "./page/format.js";
import { median, readJmh, readJson, readMeta, readWrong } from "./read.js";

const record = fileURLToPath(new URL("../record", import.meta.url));
const plans = fileURLToPath(new URL("../plans", import.meta.url));

/** The newest record of a kind, of whichever machine. */
function newest(kind) {
  const names = readdirSync(record).filter((name) => name.startsWith(`${kind}-`) && name.endsWith(".meta.json"));
  const files = names.map((name) => name.replace(".meta", ""));
  const runs = files.map((name) => readMeta(join(record, name)));
  const [file] = newestFirst(files, runs);
  return { file, date: runs.find((run) => run.file === file).date, entries: readJson(join(record, file)) };
}

/** How many cells are faster, as fast and slower. */
function sum({ file, entries }) {
  const cells = cellsOf(readJmh(entries, file)).filter(({ api, jdk }) => api === "Segments" && jdk === "25");
  const ratios = compare(cells)
    .map(({ ratio }) => ratio)
    .sort((a, b) => a - b);
  const won = ratios.filter((ratio) => ratio > WON).length;
  const lost = ratios.filter((ratio) => ratio < LOST).length;
  const tied = ratios.length - won - lost;
  return (
    `Of ${ratios.length} cells by FFM, ${won} are faster than plain JDK code, ${tied} ${tied === 1 ? "is" : "are"} as ` +
    `fast within 3 %, and ${lost} are slower; the median is ${median(ratios).toFixed(1)} times as fast.`
  );
}

/** The runs of the gates: medians of short text in ASCII or Latin-1, from the lowest to the highest of all runs. */
function gates() {
  const runs = [record, join(record, "runs")].flatMap((directory) =>
    readdirSync(directory)
      .filter((name) => /^gates-.*\d\.json$/.test(name))
      .map((name) => readJson(join(directory, name))),
  );
  const range = (direction, against) => {
    const medians = runs.map((run) => {
      const judged = run.filter(
        (gate) =>
          gate.direction === direction &&
          gate.against === against &&
          gate.unit === "ratio" &&
          gate.measured !== null &&
          gate.ours === "unitstr ffm" &&
          gate.isa === "best" &&
          ["ascii", "latin1"].includes(gate.content) &&
          gate.size >= 5 &&
          gate.size <= 100,
      );
      return 1 / median(judged.map(({ measured }) => measured));
    });
    const [low, high] = [Math.min(...medians), Math.max(...medians)].map((value) => value.toFixed(1));
    return low === high ? low : `${low} to ${high}`;
  };
  return (
    `unitstr takes ${range("read", "copy")} of the time to read a string, ${range("readTerminated", "jdk")} to read up ` +
    `to a terminator, ${range("contentEquals", "copy")} to compare, ${range("writeBatch", "jdk")} to write a batch, and ` +
    `${range("readBatch", "copy")} to read a batch.`
  );
}

const TEXTS = { ascii: "ASCII", cjk: "Chinese" };
const FORMATS = { utf8: "utf8", view: "utf8_view", dictionary: "dictionary of 1000 values" };

/** Columns beside Arrow Java, in ns a row. */
function columns({ entries }) {
  const rows = entries.filter(
    (gate) => gate.suite === "columns" && gate.direction === "decode" && gate.against === "arrow" && gate.theirNs,
  );
  return rows
    .filter(({ charset }) => charset in FORMATS)
    .map(
      ({ charset, content, size, ns, theirNs }) =>
        `| ${FORMATS[charset]} | ${TEXTS[content]}, ${size} chars | ${Math.round(theirNs)} | ${Math.round(ns)} |`,
    );
}

/** Of the longest column, what two copies take. */
function copies({ entries }) {
  const { ns, theirNs } = entries.find(({ suite, against }) => suite === "columns" && against === "twocopies");
  return `Of the ${Math.round(ns)} ns, ${Math.round(theirNs)} are two copies`;
}

/** Where other libraries read or write wrong text, a row for each result. */
export function wrongTable(list) {
  const rows = new Map();
  for (const { contender, version, direction, charset, content, result } of list) {
    const row = `| ${format.name(contender)} ${version} | ${direction} | ${charset} | * | ${result} |`;
    rows.set(row, [...(rows.get(row) ?? []), content]);
  }
  return [...rows].map(([row, contents]) => row.replace("*", contents.join(", ")));
}

/** How many gates of the kept runs pass, and how many are short in two runs of one machine. */
function kept() {
  const judged = (name) => readJson(join(record, name)).filter(({ told }) => !told);
  const passed = (name) => judged(name).filter(({ pass }) => pass).length;
  const cell = ({ suite, direction, charset, content, size, arena, ours, isa, jdk, against, unit }) =>
    [suite, direction, charset, content, size, arena, ours, isa, jdk, against, unit].join(" ");
  const short = (name) => judged(name).filter(({ pass }) => !pass);
  const inBoth = (one, other) => {
    const cells = new Set(short(other).map(cell));
    return short(one).filter((gate) => cells.has(cell(gate))).length;
  };
  const [first, second, third, fourth] = [1, 2, 3, 4].map((run) => `runs/gates-${run}.json`);
  const [amd, intel] = ["amd-epyc-family-25-model-1", "intel-r-xeon-r-processor-family-6-model-167"].map(
    (cpu) => `gates-${cpu}.json`,
  );
  return [
    `Of ${judged(first).length} gates, ${passed(first)} passed in the first run and ${passed(second)} in the second; ` +
      `${inBoth(first, second)} were short in both.`,
    `${passed(third)} of ${judged(third).length} pass, ${short(third).length} are short`,
    `of ${judged(fourth).length} gates pass; what was short was measured again with newer kernels, after which ` +
      `${passed(fourth)} pass.`,
    `${passed(amd)} pass, and the file has these results. ${inBoth(amd, fourth)} are short in both files`,
    `${passed(intel)} of ${judged(intel).length} gates pass.`,
  ];
}

/** The parts of each page. */
export function numbers() {
  const [java, judged] = [newest("java"), newest("gates")];
  return {
    "README.md": [
      `${java.date}:`,
      sum(java),
      gates(),
      `${judged.date}; \`bench/run gates\``,
      ...columns(judged),
      copies(judged),
    ],
    "bench/record/README.md": kept(),
    "docs/coming-from.md": wrongTable(readWrong(readFileSync(join(plans, "wrong-text.tsv"), "utf8"))),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [page, parts] of Object.entries(numbers())) {
    console.log(`${page}:\n\n${parts.join("\n")}\n`);
  }
}
