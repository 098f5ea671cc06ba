/** The page: reads its data, and draws all sections anew when a choice changes. */
import { cellsOf, distinct, label, machineOf, newestFirst } from "../cells.js";
import { choice, element } from "./dom.js";
import * as format from "./format.js";
import * as gates from "./gates.js";
import * as java from "./java.js";
import * as kernels from "./kernels.js";
import { installTheme, theme } from "./theme.js";

const data = JSON.parse(document.getElementById("data").textContent);
const cells = cellsOf(data.rows);
const state = {};

const machine = (file) => machineOf(file, values("file"), data.runs);

const FILTERS = [
  ["api", "Through", format.name],
  ["file", "Machine", machine],
  ["jdk", "JDK", String],
  ["ours", "Ours", String],
  ["against", "Against", format.name],
  ["arena", "Memory", format.name],
  ["isa", "Instructions", format.name],
];

/** Returns the options of a choice, given the choices before it. */
function values(filter) {
  const before = FILTERS.slice(
    0,
    FILTERS.findIndex(([name]) => name === filter),
  ).map(([name]) => name);
  const fitting = cells.filter((cell) =>
    before.every((name) =>
      name === "ours" || name === "against" ? cell.rows.has(state[name]) : cell[name] === state[name],
    ),
  );
  const contenders = () =>
    distinct(
      fitting.flatMap((cell) => [...cell.rows.values()]),
      label,
    );
  switch (filter) {
    case "ours":
      return contenders().filter((name) => name.startsWith("unitstr"));
    case "against":
      return contenders().filter((name) => !name.startsWith("unitstr"));
    case "file":
      return newestFirst(
        fitting.map(({ file }) => file),
        data.runs,
      );
    case "jdk":
      return distinct(fitting, "jdk").sort((a, b) => b - a);
    case "api":
      return distinct(fitting, "api").sort().reverse();
    default:
      return distinct(fitting, filter);
  }
}

function settle() {
  for (const [name] of FILTERS) {
    const possible = values(name);
    if (!possible.includes(state[name])) {
      const usual = { api: "Segments", against: "jdk", arena: "global", isa: "best" }[name];
      state[name] = possible.includes(usual) ? usual : possible[0];
    }
  }
}

function set(name, value) {
  state[name] = value;
  draw();
}

function draw() {
  const focused = document.activeElement?.id;
  const open = new Set([...document.querySelectorAll("details[open]")].map((details) => details.closest("[id]").id));
  settle();
  const context = { data, cells, state, set, machine, theme: theme() };
  const choices = FILTERS.map(([name, caption, text]) =>
    choice(caption, `filter-${name}`, values(name), state[name], text, (value) => set(name, value)),
  );
  document.getElementById("filters").replaceChildren(...choices.filter(Boolean));
  const sections = [...java.sections(context), gates.section(context), ...kernels.sections(context)].filter(Boolean);
  const content = document.getElementById("content");
  content.replaceChildren(
    ...sections.map(({ id, title, words, body }) =>
      element(
        "section",
        { id, "aria-labelledby": `${id}-title` },
        element("h2", { id: `${id}-title` }, title),
        words ? element("p", {}, words) : null,
        body,
      ),
    ),
  );
  const links = sections.map(({ id, short }) => element("a", { href: `#${id}` }, short));
  document.getElementById("nav").replaceChildren(...links);
  document.getElementById("lead").textContent = [java.lead(context), kernels.lead(context)].filter(Boolean).join(" ");
  document.getElementById("tiles").replaceChildren(...java.tiles(context), ...kernels.tiles(context));
  document.getElementById("footer").replaceChildren(...java.runs(context), ...kernels.runs(context));
  for (const details of document.querySelectorAll("details")) {
    details.open = open.has(details.closest("[id]").id);
  }
  document.getElementById(focused)?.focus();
  document.documentElement.dataset.ready = "true";
}

installTheme(document.getElementById("theme"), draw);
draw();
