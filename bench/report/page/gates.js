/** The section about gates. */
import { isShort, machineOf, nameOfGate, newestFirst, reasonOfGate } from "../cells.js";
import { byReason, choice, element, table } from "./dom.js";
import * as format from "./format.js";

/** Of gates of one machine: what is wanted, what was measured. Short ones first, each group of them by its reason. */
export function section({ data, state, set }) {
  if (data.gates.length === 0) return null;
  const files = newestFirst(
    data.gates.map(({ file }) => file),
    data.runs,
  );
  if (!files.includes(state.gates)) state.gates = files[0];
  const machine = (file) => machineOf(file, files, data.runs);
  const gates = data.gates.filter(({ file }) => file === state.gates);
  const judged = gates.filter(({ told }) => !told);
  const passed = judged.filter(({ pass }) => pass).length;
  const told = gates.length - judged.length;
  return {
    id: "gates",
    short: "Gates",
    title: "Gates",
    words:
      "The goals of the project: how many times as fast as others a cell must be, or how many bytes it may " +
      `allocate. On ${machine(state.gates)}, ${passed} of ${judged.length} pass.` +
      (told
        ? ` ${told} more are only reported: times, which depend on the machine, and memory that many threads share.`
        : ""),
    body: [
      element(
        "div",
        { class: "pick" },
        choice("Machine", "pick-gates", files, state.gates, machine, (file) => set("gates", file)),
      ),
      gatesOf(gates, data),
    ],
  };
}

function gatesOf(gates, { reasons }) {
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
  return element(
    "div",
    { class: "gates" },
    element("h3", {}, `${short.length} of ${gates.filter(({ told }) => !told).length} are short`),
    byReason(short, (gate) => reasonOfGate(gate, reasons), chip),
    element(
      "details",
      { id: "gates-numbers" },
      element("summary", {}, "All gates"),
      table("Gates, failed ones first", columns, sorted, 5),
    ),
  );
}
