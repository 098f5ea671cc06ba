/**
 * From what benchmarks write to what the page shows: rows of JMH, the record of the Rust kernels.
 */
import { readFileSync, existsSync } from "node:fs";
import { basename } from "node:path";

const NANOSECONDS = { "ns/op": 1, "us/op": 1e3, "ms/op": 1e6, "s/op": 1e9 };
/** The value of a parameter that a benchmark does not have. */
const DEFAULTS = { charset: "", content: "", size: "0", arena: "global", isa: "best", binding: "ffm" };
const SHORT = { cyr: "cyrillic" };

export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new Error(`${file}: ${error.message}`);
  }
}

/** Which of the formats a file has. */
export function formatOf(content) {
  if (Array.isArray(content) && content.every((entry) => entry.benchmark && (entry.primaryMetric || entry.wrong)))
    return "jmh";
  if (Array.isArray(content) && content.every((entry) => "gate" in entry && "measured" in entry)) return "gates";
  if (content.environment && content.columns) return "rust";
  return "unknown";
}

/** The metadata of a run. */
export function readMeta(file) {
  const sidecar = file.replace(/\.json$/, ".meta.json");
  return { ...(existsSync(sidecar) ? readJson(sidecar) : {}), file: basename(file) };
}

/** JMH's entries as rows: a contender in a cell. */
export function readJmh(entries, file) {
  return entries.map((entry) => row(entry, file));
}

function row(entry, file) {
  const [method, type] = entry.benchmark.split(".").reverse();
  const params = { ...DEFAULTS, ...entry.params };
  const contender = params.contender ?? (type.startsWith("Jdk") ? "jdk" : "unitstr");
  const ours = contender.startsWith("unitstr");
  const secondary = Object.entries(entry.secondaryMetrics ?? {});
  // Older versions of JMH put a dot in front of such names.
  const metric = (name) => secondary.find(([key]) => key.replace(/^\W+/, "") === name)?.[1];
  const alloc = metric("gc.alloc.rate.norm")?.score;
  return {
    file,
    api: type.replace(/^Jdk/, ""),
    direction: params.direction ?? method,
    charset: params.layout ?? params.charset, // tensors have a layout in its place
    content: SHORT[params.content] ?? params.content,
    size: Number(params.size),
    arena: params.arena,
    isa: params.isa,
    jdk: feature(entry.jdkVersion),
    contender,
    binding: ours ? params.binding : "",
    wrong: entry.wrong ?? "",
    wall: times(entry.primaryMetric),
    cpu: times(metric("cpu")),
    bytes: Number.isFinite(alloc) ? alloc : null,
  };
}

function feature(version = "") {
  return version.replace(/^1\./, "").match(/^\d+/)?.[0] ?? "?";
}

/**
 * The median of the forks, each fork's median, the fastest and the slowest iteration: in nanoseconds. Medians, because other
 * work on the machine spoils single iterations.
 */
function times(metric) {
  if (!metric) return null;
  const unit = NANOSECONDS[metric.scoreUnit] ?? 1;
  const forks = (metric.rawData ?? []).map((fork) => fork.map((value) => value * unit)).filter((fork) => fork.length);
  if (forks.length === 0) {
    const score = metric.score * unit;
    return { ns: score, low: score, high: score, forks: [score] };
  }
  const medians = forks.map(median);
  return { ns: median(medians), low: Math.min(...forks.flat()), high: Math.max(...forks.flat()), forks: medians };
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/**
 * Results of gates: each as a row that knows its file and machine, and how near it came, `reached`: 1 is the gate, less
 * is short.
 */
export function readGates(entries, { file, cpu = "", date = "" }) {
  return entries.map((entry) => {
    const { measured, gate, unit } = entry;
    const known = measured !== null && measured !== undefined;
    const ways = { ratio: () => measured / gate, ns: () => gate / measured, "B/op": () => (gate + 1) / (measured + 1) };
    const reached = known ? ways[unit]() : null;
    return { ...entry, size: Number(entry.size), jdk: String(entry.jdk), reached, file, cpu, date };
  });
}

/** The list of cells in which other libraries read or write wrong text: `bench/plans/wrong-text.tsv`. */
export function readWrong(text) {
  const columns = ["contender", "direction", "charset", "content", "version", "result"];
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const values = line.split("\t");
      if (values.length !== columns.length) throw new Error(`not ${columns.length} columns: ${line}`);
      return Object.fromEntries(columns.map((name, at) => [name, values[at]]));
    });
}

const WIDTHS = { avx512: "512", avx2: "256" };

/** The record of the kernels: a row for each cell of each tier. */
export function readRust(record) {
  const cells = record.columns.flatMap((column) =>
    column.cells.map((cell) => ({
      tier: WIDTHS[column.tier] ?? column.tier,
      kernel: cell.kernel,
      text: cell.text,
      bytes: cell.bytes,
      read: cell.read / cell.texts,
      written: cell.written / cell.texts,
      ns: cell.ns,
      noise: cell.noise,
      lost: cell.lost ?? "",
      explanation: cell.explanation ?? "",
    })),
  );
  return { environment: record.environment, cells };
}
