/** Small pieces of the page. */

/** An element with attributes and children; what is null is left out. */
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

/**
 * A table. A column has a `head`, a `value` of a row, and may have a `text` of that value; numbers go to the right, and
 * their exact values into `data-value`. The first `heads` columns name the row.
 */
export function table(caption, columns, rows, heads = 1) {
  const kind = (value) => (typeof value === "number" ? "number" : null);
  const head = columns.map(({ head, value }) =>
    element("th", { scope: "col", class: rows.some((row) => kind(value(row))) ? "number" : null }, head),
  );
  const body = rows.map((row) =>
    element(
      "tr",
      {},
      columns.map(({ value, text = (v) => v ?? "–" }, index) => {
        const content = value(row);
        const exact = typeof content === "number" ? { "data-value": content, class: "number" } : {};
        return element(index < heads ? "th" : "td", { ...exact, scope: index < heads ? "row" : null }, text(content));
      }),
    ),
  );
  const scroller = { class: "scroll", tabindex: "0", role: "region", "aria-label": caption };
  return element(
    "div",
    scroller,
    element(
      "table",
      {},
      element("caption", {}, caption),
      element("thead", {}, element("tr", {}, head)),
      element("tbody", {}, body),
    ),
  );
}

/** A plot with its title, what it shows in words, and the table behind it. */
export function figure(id, title, words, plot, behind) {
  for (const svg of plot instanceof SVGElement ? [plot] : plot.querySelectorAll("svg")) {
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", `${title}. The table below has its numbers.`);
    // Plot names its marks for readers of the source; to a screen reader, this is one picture.
    for (const mark of svg.querySelectorAll("[aria-label]")) {
      mark.dataset.mark = mark.getAttribute("aria-label");
      mark.removeAttribute("aria-label");
    }
  }
  return element(
    "figure",
    { id },
    element("figcaption", {}, element("h3", {}, title), words ? element("p", {}, words) : null),
    element("div", { class: "plot", tabindex: "0", role: "group", "aria-label": title }, plot),
    behind ? element("details", {}, element("summary", {}, `The numbers: ${title}`), behind) : null,
  );
}

/** A choice; `changed` gets the value. Without an alternative there is nothing to choose. */
export function choice(caption, id, values, chosen, text, changed) {
  if (values.length < 2) return null;
  const options = values.map((value) => element("option", { value, selected: value === chosen }, text(value)));
  const select = element("select", { id }, options);
  select.addEventListener("change", () => changed(values.find((value) => String(value) === select.value)));
  return element("label", { for: id }, element("span", {}, caption), select);
}

/** Rows by their reasons; `chip` makes words and a number of a row. */
export function byReason(rows, reason, chip) {
  const groups = new Map();
  for (const row of rows) {
    const why = reason(row) || "Not explained yet.";
    groups.set(why, [...(groups.get(why) ?? []), row]);
  }
  const items = [...groups].map(([why, group]) => {
    const chips = group
      .map(chip)
      .map(([words, value]) => element("span", { class: "chip" }, words, element("b", {}, value)));
    return element("li", {}, element("p", {}, why), element("div", { class: "chips" }, chips));
  });
  return element("ul", { class: "reasons" }, items);
}
