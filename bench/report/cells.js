/** Computes cells, ratios, and the reasons of slower cells from rows. The page and its tests use it. */

/** Below this, we are slower: the rest is noise. */
export const LOST = 0.97;
export const WON = 1.03;

/** Contenders that do nothing: they show what a call costs on the machine, and no cell is won or lost against them. */
const YARDSTICKS = ["jninop", "ffmnop"];

/** Whether a contender is a yardstick, by its label. */
export function isYardstick(label) {
  return YARDSTICKS.includes(label);
}

const KEYS = ["file", "api", "direction", "charset", "content", "size", "arena", "isa", "jdk"];

/** The name of a contender on the page. */
export function label(row) {
  return row.binding ? `${row.contender} ${row.binding}` : row.contender;
}

/** Rows by cell: those that did the same, in the same run. */
export function cellsOf(rows) {
  const cells = new Map();
  for (const row of rows) {
    const key = KEYS.map((name) => row[name]).join("|");
    if (!cells.has(key)) {
      cells.set(key, { ...Object.fromEntries(KEYS.map((name) => [name, row[name]])), rows: new Map() });
    }
    // JMH runs a benchmark for each binding, even if its contender has none: the last one counts.
    cells.get(key).rows.set(label(row), row);
  }
  return [...cells.values()];
}

/** The times of both by the same clock: CPU time if both have it. */
export function timesOf(theirs, ours) {
  const clock = theirs.cpu && ours.cpu ? "cpu" : "wall";
  return { clock, theirs: theirs[clock], ours: ours[clock] };
}

/** A comparison for each cell that has both times: how many times faster we are. */
export function compare(cells, { ours = "unitstr ffm", against = "jdk" } = {}) {
  return cells.flatMap((cell) => {
    const ourRow = cell.rows.get(ours);
    const theirRow = cell.rows.get(against);
    if (!ourRow || !theirRow || ourRow.wrong || theirRow.wrong) return [];
    const { clock, theirs, ours: our } = timesOf(theirRow, ourRow);
    return [
      {
        ...cell,
        clock,
        theirs: theirs.ns,
        ours: our.ns,
        ratio: theirs.ns / our.ns,
        theirBytes: theirRow.bytes,
        ourBytes: ourRow.bytes,
      },
    ];
  });
}

/** The cells that have both, of which the other's text is wrong: `wrong` says how. */
export function wrongOf(cells, { ours = "unitstr ffm", against = "jdk" } = {}) {
  return cells.flatMap((cell) => {
    const wrong = cell.rows.has(ours) && cell.rows.get(against)?.wrong;
    return wrong ? [{ ...cell, wrong }] : [];
  });
}

/** The name of the machine of a run, with the date; with the file's name if another one of these files has the same. */
export function machineOf(file, files, runs) {
  const name = (of) => {
    const run = runs.find((one) => one.file === of);
    // Hyphens that do not break, as dates stand in sentences.
    return [run?.cpu, run?.date?.replaceAll("-", "\u2011")].filter(Boolean).join(", ");
  };
  const own = name(file);
  const isAlone = files.every((other) => other === file || name(other) !== own);
  return own && isAlone ? own : [own, file].filter(Boolean).join(", ");
}

/** Files of runs, the newest first. */
export function newestFirst(files, runs) {
  const date = (file) => runs.find((run) => run.file === file)?.date ?? "";
  return [...new Set(files)].sort((a, b) => date(b).localeCompare(date(a)) || a.localeCompare(b));
}

function fits(wanted, value) {
  if (Array.isArray(wanted)) return wanted.some((one) => fits(one, value));
  if (wanted !== null && typeof wanted === "object") {
    return (wanted.min ?? -Infinity) <= value && value <= (wanted.max ?? Infinity);
  }
  return String(wanted) === String(value);
}

/** Why a cell is lost: the first reason whose conditions all hold. */
export function reasonOf(cell, reasons) {
  const reason = reasons.find(({ where }) => Object.entries(where).every(([name, wanted]) => fits(wanted, cell[name])));
  return reason?.why ?? "";
}

/** Why a gate is short. */
export function reasonOfGate(gate, { gates }) {
  return reasonOf(gate, gates);
}

/** The name of a gate: what it is about, who is judged, and beside whom. */
export function nameOfGate({ direction, charset, content, size, arena, ours, isa, jdk, against, unit }) {
  const forced = isa === "best" ? "" : `/${isa}`;
  const memory = ["confined", "shared", "heap", "many"].includes(arena) ? `, ${arena} memory` : "";
  const beside = { ratio: `beside ${against}`, ns: "time", "B/op": "allocation" }[unit];
  return `${direction} ${charset} ${content} ${size}${memory}, ${ours}${forced} on JDK ${jdk}, ${beside}`;
}

/** Whether a gate is judged and not reached; some are only told. */
export function isShort({ pass, told }) {
  return !pass && !told;
}

/** The cells that are lost and the gates that are short without a reason, each in words. */
export function unexplained({ rows, gates, reasons }) {
  const labels = [...new Set(rows.map(label))];
  const pairs = labels
    .filter((ours) => ours.startsWith("unitstr"))
    .flatMap((ours) =>
      labels
        .filter((against) => !against.startsWith("unitstr") && !isYardstick(against))
        .map((against) => ({ ours, against })),
    );
  const cells = cellsOf(rows);
  const lost = pairs.flatMap((pair) =>
    compare(cells, pair)
      .filter((cell) => cell.ratio < LOST && reasonOf({ ...cell, ...pair }, reasons.lost) === "")
      .map(({ file, direction, charset, content, size, jdk, ratio }) => {
        const what = `${direction} ${charset} ${content} ${size}, ${pair.ours} on JDK ${jdk}`;
        return `${file}: ${what}: ${ratio.toFixed(2)} of ${pair.against}`;
      }),
  );
  const short = gates
    .filter((gate) => isShort(gate) && reasonOfGate(gate, reasons) === "")
    .map((gate) => {
      const came = gate.measured === null ? "not measured" : `${gate.measured.toFixed(2)} of ${gate.gate}`;
      return `${gate.file}: ${nameOfGate(gate)}: ${came}`;
    });
  return [...lost, ...short];
}

/** How many times as fast as simdutf, of a cell of the kernels. */
export function lead(cell) {
  return cell.ns.simdutf === undefined ? null : cell.ns.simdutf / cell.ns.unitstr;
}

/** The speed of one of them divided by that of memcpy. */
export function toMemcpy(cell, name) {
  if (cell.ns[name] === undefined) return null;
  const copied = cell.written === 0 ? cell.read : 2 * cell.read;
  return (((cell.read + cell.written) / copied) * cell.ns.memcpy) / cell.ns[name];
}

const CHARSETS = ["UTF-8", "UTF-16", "UTF-32", "ISO-8859-1", "wchar_t", "US-ASCII"];
const CONTENTS = ["ascii", "latin1", "cyrillic", "cjk", "emoji", "mixed", "malformed"];
const DIRECTIONS = ["read", "readTerminated", "write", "contentEquals", "readBatch", "writeBatch"];
const TEXTS = ["ascii", "french", "russian", "chinese", "emoji", "mixed"];
const CONTENDERS = [
  "unitstr ffm",
  "unitstr jni",
  "unitstr java",
  "unitstr-opened ffm",
  "jdk",
  "jdk27",
  "copy",
  "decoder",
];

/** The different values of a property, in the order that readers expect. */
export function distinct(rows, of) {
  const values = [...new Set(rows.map(typeof of === "string" ? (row) => row[of] : of))];
  const orders = [CHARSETS, CONTENTS, DIRECTIONS, TEXTS, CONTENDERS];
  const order = orders.find((one) => values.every((value) => one.includes(value))) ?? CONTENDERS;
  const place = (value) => (order.includes(value) ? order.indexOf(value) : order.length);
  return values.sort(
    (a, b) => place(a) - place(b) || (typeof a === "number" ? a - b : String(a).localeCompare(String(b))),
  );
}
