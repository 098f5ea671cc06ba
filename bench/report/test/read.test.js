import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { collect, recorded } from "../build.js";
import { cellsOf, compare, machineOf, newestFirst, reasonOf, reasonOfGate, unexplained, wrongOf } from "../cells.js";
import { lines, nameOf } from "../keep.js";
import { numbers, wrongTable } from "../numbers.js";
import { formatOf, median, readGates, readJmh, readRust, readWrong } from "../read.js";
import { gatesSample } from "./sample.js";

const entry = (contender, binding, forks, more = {}) => ({
  benchmark: "dev.unitstr.bench.ffm.Segments.read",
  jdkVersion: "25.0.3",
  params: { charset: "UTF-8", content: "cyr", size: "20", contender, binding },
  primaryMetric: { score: 99, scoreUnit: "ns/op", rawData: forks },
  secondaryMetrics: {},
  ...more,
});

test("a row is a contender in a cell; its time is the median of the medians of its forks", () => {
  const [row] = readJmh([entry("unitstr", "ffm", [[1, 3], [10], [4, 9, 5]])], "a.json");
  assert.deepEqual(
    [row.api, row.direction, row.charset, row.content, row.size, row.arena, row.isa, row.jdk],
    ["Segments", "read", "UTF-8", "cyrillic", 20, "global", "best", "25"],
  );
  assert.deepEqual(row.wall, { ns: 5, low: 1, high: 10, forks: [2, 10, 5] });
  assert.equal(row.cpu, null);
  assert.equal(row.bytes, null);
  assert.equal(median([4, 1, 3, 2]), 2.5);
});

test("units are converted, metrics found by name, CPU time is preferred if both have it", () => {
  const slow = { score: 1, scoreUnit: "us/op", rawData: [[2]] };
  const metrics = {
    "·gc.alloc.rate.norm": { score: 64.2, scoreUnit: "B/op" },
    cpu: { score: 1, scoreUnit: "ns/op", rawData: [[7]] },
  };
  const rows = readJmh(
    [
      entry("jdk", "none", [[1]], { primaryMetric: slow }),
      entry("unitstr", "ffm", [[4]], { secondaryMetrics: metrics }),
      entry("unitstr", "jni", [[8]]),
    ],
    "a.json",
  );
  assert.equal(rows[0].wall.ns, 2000);
  assert.equal(rows[1].bytes, 64.2);
  assert.equal(rows[1].cpu.ns, 7);
  const [cell, ...none] = cellsOf(rows);
  assert.deepEqual(none, []);
  assert.equal(compare([cell])[0].ratio, 500); // the JDK's row has no CPU time
  assert.equal(compare([cell], { ours: "unitstr jni", against: "jdk" })[0].ratio, 250);
  assert.deepEqual(compare([cell], { against: "copy" }), []);
});

test("a reason fits by values, lists and ranges; the first one counts", () => {
  const reasons = [
    { where: { charset: ["UTF-8", "ISO-8859-1"], size: { max: 100 } }, why: "short" },
    { where: { charset: "UTF-8" }, why: "long" },
  ];
  assert.equal(reasonOf({ charset: "UTF-8", size: 100 }, reasons), "short");
  assert.equal(reasonOf({ charset: "UTF-8", size: 101 }, reasons), "long");
  assert.equal(reasonOf({ charset: "UTF-16", size: 1 }, reasons), "");
});

test("files are told apart", () => {
  assert.equal(formatOf([entry("jdk", "none", [[1]])]), "jmh");
  assert.equal(formatOf([{ gate: 2, measured: 3 }]), "gates");
  assert.equal(formatOf({ environment: {}, columns: [] }), "rust");
  assert.equal(formatOf({}), "unknown");
});

test("the kernels' record: sizes per text, the tier by the width of its vectors", () => {
  const cell = {
    kernel: "a>b",
    text: "ascii",
    bytes: 8,
    texts: 4,
    read: 32,
    written: 64,
    ns: { unitstr: 1 },
    noise: 0,
  };
  const { cells } = readRust({ environment: {}, columns: [{ tier: "avx512", cells: [cell] }] });
  assert.deepEqual(
    [cells[0].tier, cells[0].read, cells[0].written, cells[0].lost, cells[0].explanation],
    ["512", 8, 16, "", ""],
  );
});

test("what is kept of results makes the same rows, to four digits, and is a line for each", () => {
  const metrics = {
    cpu: { score: 7.12345, scoreUnit: "ns/op", scoreError: 1, rawData: [[7.12345, 8.5], [9]] },
    "·gc.alloc.rate.norm": { score: 64.00123, scoreUnit: "B/op", rawData: [[64.1]] },
    "gc.count": { score: 3, scoreUnit: "counts" },
  };
  const entries = [
    entry("unitstr", "ffm", [[12.34567, 20], [30]], { secondaryMetrics: metrics, jvmArgs: ["-Xmx800m"] }),
    entry("jdk", "none", [[40]]),
  ];
  const text = lines(entries);
  assert.equal(text.trimEnd().split("\n").length, entries.length + 2);
  const kept = JSON.parse(text);
  assert.equal(formatOf(kept), "jmh");
  assert.equal(kept[0].jvmArgs, undefined);
  assert.deepEqual(Object.keys(kept[0].secondaryMetrics), ["cpu", "·gc.alloc.rate.norm"]);
  const [before, after] = [readJmh(entries, "a.json"), readJmh(kept, "a.json")];
  const near = (a, b) => assert.ok(Math.abs(a - b) <= 0.001 * Math.abs(a), `${a} and ${b}`);
  before.forEach((row, index) => {
    near(row.wall.ns, after[index].wall.ns);
    assert.deepEqual({ ...row, wall: 0, cpu: 0, bytes: 0 }, { ...after[index], wall: 0, cpu: 0, bytes: 0 });
  });
  near(before[0].cpu.ns, after[0].cpu.ns);
  near(before[0].bytes, after[0].bytes);
  assert.equal(after[1].cpu, null);
  assert.equal(nameOf({ cpu: "AMD EPYC (Zen 5), 2 cores" }), "java-amd-epyc-zen-5-2-cores");
});

test("a gate knows how near it came, and its machine; shorter numbers of it are kept", () => {
  const gates = gatesSample();
  const rows = readGates(gates, { file: "gates.json", cpu: "a CPU", date: "2000-01-01" });
  const [passed, short, , bytes, missing, time] = rows;
  assert.deepEqual([passed.size, passed.jdk, passed.cpu, passed.file], [20, "25", "a CPU", "gates.json"]);
  assert.equal(passed.reached, 1.25);
  assert.equal(short.reached, 0.75);
  assert.ok(bytes.reached < 1);
  assert.equal(missing.reached, null);
  assert.equal(time.reached, 2);
  const kept = JSON.parse(lines([{ ...gates[0], measured: 2.345678 }, gates[4]]));
  assert.equal(formatOf(kept), "gates");
  assert.deepEqual(kept, [{ ...gates[0], measured: 2.346 }, gates[4]]);
  assert.equal(nameOf({ cpu: "a CPU (family 1, model 2)" }, "gates"), "gates-a-cpu-family-1-model-2");
});

test("a gate's reason may end where it came less near", () => {
  const reasons = { gates: [{ where: { direction: "read", reached: { min: 0.7 } }, why: "near" }] };
  assert.equal(reasonOfGate({ direction: "read", reached: 0.75 }, reasons), "near");
  assert.equal(reasonOfGate({ direction: "read", reached: 0.65 }, reasons), "");
  assert.equal(reasonOfGate({ direction: "read", reached: null }, reasons), "");
});

test("what is lost, short or not measured without a reason is told, what has one or passes is not", () => {
  const rows = readJmh([entry("jdk", "none", [[1]]), entry("unitstr", "ffm", [[2]])], "a.json");
  const gates = readGates(gatesSample(), { file: "gates.json" });
  const none = unexplained({ rows, gates, reasons: { lost: [], gates: [] } });
  assert.deepEqual(none, [
    "a.json: read UTF-8 cyrillic 20, unitstr ffm on JDK 25: 0.50 of jdk",
    "gates.json: read UTF-16 cjk 20, unitstr ffm/avx2 on JDK 25, beside jdk: 1.50 of 2",
    "gates.json: write UTF-32 cjk 20, unitstr ffm on JDK 25, allocation: 16.00 of 0",
    "gates.json: write UTF-8 emoji 20, unitstr jni on JDK 17, beside jdk: not measured",
  ]);
  const lost = [{ where: { against: "jdk", ours: "unitstr ffm" }, why: "so" }];
  const short = [
    { where: { isa: "avx2" }, why: "so" },
    { where: { direction: "write" }, why: "so" },
  ];
  assert.deepEqual(unexplained({ rows, gates, reasons: { lost, gates: short } }), []);
});

test("nothing is lost against a call that does nothing", () => {
  const rows = readJmh([entry("unitstr", "ffm", [[20]]), entry("jninop", "none", [[10]])], "a.json");
  assert.deepEqual(unexplained({ rows, gates: [], reasons: { lost: [], gates: [] } }), []);
});

test("in the record, everything that is lost or short has a reason", () => {
  assert.deepEqual(unexplained(collect(recorded())), []);
});

const root = new URL("../../../", import.meta.url);
const text = (path) => readFileSync(new URL(path, root), "utf8");

test("the numbers of the pages are those of the record: node bench/report/numbers.js prints them", () => {
  const plain = (words) => words.replace(/\s+/g, " ");
  for (const [page, parts] of Object.entries(numbers())) {
    assert.ok(parts.length > 0);
    for (const part of parts) assert.ok(plain(text(page)).includes(plain(part)), `${page} has not: ${part}`);
  }
  const rows = (page, start) =>
    text(page)
      .split("\n")
      .filter((line) => line.startsWith(start)).length;
  assert.equal(rows("README.md", "| utf8"), numbers()["README.md"].filter((part) => part.startsWith("| utf8")).length);
});

test("the list of wrong text is of the versions that the benchmarks use, and has each cell once", () => {
  const list = readWrong(text("bench/plans/wrong-text.tsv"));
  const cells = list.map(({ contender, direction, charset, content }) =>
    [contender, direction, charset, content].join(" "),
  );
  assert.equal(new Set(cells).size, list.length);
  for (const { contender, version } of list) {
    assert.ok(text("pom.xml").includes(`<${contender}.version>${version}</${contender}.version>`), contender);
  }
  assert.deepEqual(
    wrongTable([
      { contender: "jna", version: "1", direction: "read", charset: "wchar_t", content: "emoji", result: "less" },
      { contender: "jna", version: "1", direction: "read", charset: "wchar_t", content: "mixed", result: "less" },
    ]),
    ["| JNA 1 | read | wchar_t | emoji, mixed | less |"],
  );
  assert.throws(() => readWrong("jna\tread"), /not 6 columns: jna/);
});

test("wrong text is kept, and is neither faster nor slower", () => {
  const wrong = { primaryMetric: undefined, wrong: "at char 0" };
  const entries = [entry("unitstr", "ffm", [[2]]), entry("jna", "none", [], wrong), entry("jdk", "none", [[1]])];
  assert.equal(formatOf(entries), "jmh");
  const kept = JSON.parse(lines(entries));
  assert.deepEqual(readJmh(kept, "a.json")[1], readJmh(entries, "a.json")[1]);
  const cells = cellsOf(readJmh(kept, "a.json"));
  assert.deepEqual(compare(cells, { against: "jna" }), []);
  assert.equal(compare(cells).length, 1);
  assert.deepEqual(
    wrongOf(cells, { against: "jna" }).map((cell) => [cell.content, cell.wrong]),
    [["cyrillic", "at char 0"]],
  );
  assert.deepEqual(wrongOf(cells), []);
});

test("machines: the newest first; the file's name where two would have the same name", () => {
  const run = (file, date, cpu = "a CPU") => ({ file, date, cpu });
  const runs = [
    run("a.json", "2000-01-01"),
    run("b.json", "2000-01-02"),
    run("c.json", "2000-01-02"),
    { file: "d.json" },
  ];
  const files = newestFirst(["d.json", "c.json", "a.json", "b.json", "a.json"], runs);
  assert.deepEqual(files, ["b.json", "c.json", "a.json", "d.json"]);
  assert.deepEqual(
    files.map((file) => machineOf(file, files, runs).replaceAll("\u2011", "-")),
    ["a CPU, 2000-01-02, b.json", "a CPU, 2000-01-02, c.json", "a CPU, 2000-01-01", "d.json"],
  );
});
