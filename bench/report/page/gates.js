/** The section about gates. */
import { isShort, nameOfGate, reasonOfGate } from "../cells.js";
import { byReason, element, table } from "./dom.js";
import * as format from "./format.js";

/** Of gates: what is wanted, what was measured. Short ones first, each group of them by its reason. */
export function section({ data }) {
  if (data.gates.length === 0) return null;
  const files = [...new Set(data.gates.map(({ file }) => file))];
  const judged = data.gates.filter(({ told }) => !told);
  const passed = judged.filter(({ pass }) => pass).length;
  const told = data.gates.length - judged.length;
  return {
    id: "gates",
    short: "Gates",
    title: "Gates",
    words:
      "The goals of the project: how many times as fast as others a cell must be, or how many bytes it may " +
      `allocate. ${passed} of ${judged.length} pass.` +
      (told
        ? ` ${told} more are only reported: times, which depend on the machine, and memory that many threads share.`
        : ""),
    body: files.map((file) => {
      const of = data.gates.filter((gate) => gate.file === file);
      return gatesOf(of, files.length > 1 ? [of[0].cpu || file, of[0].date].filter(Boolean).join(", ") : "", data);
    }),
  };
}

function gatesOf(gates, machine, { reasons }) {
  const nearness = (gate) => (gate.pass || gate.told ? 2 : (gate.reached ?? 0));
  const sorted = [...gates].sort((a, b) => nearness(a) - nearness(b));
  const short = sorted.filter(isShort);
  const result = ({ pass, told, measured }) => {
    if (measured === null) return "not measured";
    return told ? (pass ? "told: reached" : "told: not reached") : pass ? "pass" : "short";
  };
  const columns = [
    { head: "what", value: (gate) => gate.direction },
    { head: "charset", value: (gate) => format.name(gate.charset) },
    { head: "text", value: (gate) => gate.content },
    { head: "chars", value: (gate) => gate.size, text: format.chars },
    { head: "memory", value: (gate) => format.name(gate.arena ?? "") },
    { head: "ours", value: (gate) => gate.ours },
    { head: "JDK", value: (gate) => gate.jdk },
    { head: "instructions", value: (gate) => format.name(gate.isa) },
    { head: "against", value: (gate) => gate.against },
    { head: "gate", value: (gate) => gate.gate, text: format.number },
    { head: "measured", value: (gate) => gate.measured, text: format.number },
    { head: "unit", value: (gate) => gate.unit },
    { head: "result", value: result },
    { head: "ours, ns", value: (gate) => gate.ns, text: format.number },
    { head: "theirs, ns", value: (gate) => gate.theirNs, text: format.number },
  ];
  const chip = (gate) => {
    const came =
      gate.measured === null ? "not measured" : `${format.number(gate.measured)} of ${format.number(gate.gate)}`;
    return [`${nameOfGate(gate)}: `, came];
  };
  const caption = machine ? `Gates of ${machine}, failed ones first` : "Gates, failed ones first";
  return element(
    "div",
    { class: "gates" },
    element(
      "h3",
      {},
      [machine, `${short.length} of ${gates.filter(({ told }) => !told).length} are short`].filter(Boolean).join(": "),
    ),
    byReason(short, (gate) => reasonOfGate(gate, reasons), chip),
    element(
      "details",
      { id: `gates-${gates[0].file}` },
      element("summary", {}, "All gates"),
      table(caption, columns, sorted, 5),
    ),
  );
}
