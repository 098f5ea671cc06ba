/**
 * Copies JMH's results, or those of the gates, with the metadata of their run, to where they are kept:
 * `node keep.js RESULTS.json DIRECTORY`. Of each of JMH's rows only what a row of the page is made of stays. A line for
 * each, so that a record is small and two of them can be compared line by line.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { formatOf, readJson, readMeta } from "./read.js";

const METRICS = /^\W*(cpu|gc\.alloc\.rate\.norm)$/;
/** Plans whose results are kept beside those of strings. */
const OWN_NAMES = ["columns", "tensors", "values"];
const digits = (value) => Number(value.toPrecision(4));

function metric({ score, scoreUnit, rawData }, withRaw) {
  const raw = withRaw && rawData ? { rawData: rawData.map((fork) => fork.map(digits)) } : {};
  return { score: digits(score), scoreUnit, ...raw };
}

/** A row of JMH with less in it, still in JMH's format. */
export function slim({ benchmark, jdkVersion, vmName, params, primaryMetric, secondaryMetrics = {}, wrong }) {
  if (wrong) return { benchmark, jdkVersion, params, wrong };
  const kept = Object.entries(secondaryMetrics).filter(([name]) => METRICS.test(name));
  return {
    benchmark,
    jdkVersion,
    vmName,
    params,
    primaryMetric: metric(primaryMetric, true),
    secondaryMetrics: Object.fromEntries(kept.map(([name, one]) => [name, metric(one, name.endsWith("cpu"))])),
  };
}

/** A result with shorter numbers. */
function rounded(gate) {
  const short = (value) => (typeof value === "number" && !Number.isInteger(value) ? digits(value) : value);
  return Object.fromEntries(Object.entries(gate).map(([name, value]) => [name, short(value)]));
}

/** The text of a file of such rows, or of results of gates. */
export function lines(entries) {
  const kept = entries.map(formatOf(entries) === "gates" ? rounded : slim);
  return `[\n${kept.map((entry) => JSON.stringify(entry)).join(",\n")}\n]\n`;
}

/** The name of a record: what it is of, and the CPU, of letters and digits. */
export function nameOf({ cpu }, kind = "java") {
  const words = String(cpu ?? "")
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return `${kind}-${(words ?? ["unknown"]).join("-")}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [from, directory] = process.argv.slice(2);
  const { file: _, ...meta } = readMeta(from);
  const entries = readJson(from);
  const kind = formatOf(entries) === "gates" ? "gates" : OWN_NAMES.includes(meta.plan) ? meta.plan : "java";
  const to = join(directory, nameOf(meta, kind));
  mkdirSync(directory, { recursive: true });
  writeFileSync(`${to}.json`, lines(entries));
  writeFileSync(`${to}.meta.json`, `${JSON.stringify(meta, null, 2)}\n`);
  console.log(`${to}.json`);
}
