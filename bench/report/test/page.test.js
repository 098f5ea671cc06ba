/** Opens the page in Chromium: what it draws, what its tables say, and whether one can use it without seeing it. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { launch, open } from "../browser.js";
import { collect, recorded, render } from "../build.js";
import { gatesSample, rustSample, sample } from "./sample.js";

const here = dirname(fileURLToPath(import.meta.url));
const screenshots = join(here, "../../../target/report");
const directory = mkdtempSync(join(tmpdir(), "unitstr-report-"));
const file = join(directory, "index.html");
const entries = sample();
const record = rustSample();
let browser;
let page;
const complaints = [];

before(async () => {
  mkdirSync(screenshots, { recursive: true });
  const gates = gatesSample();
  const inputs = { "old.json": sample(3), "jmh.json": entries, "rust.json": record, "gates.json": gates };
  const machines = {
    "old.meta.json": { cpu: "an old CPU", date: "1999-12-31" },
    "jmh.meta.json": { cpu: "a CPU", date: "2000-01-01" },
    "gates.meta.json": { cpu: "a CPU", date: "2000-01-01" },
  };
  for (const [name, content] of Object.entries({ ...inputs, ...machines })) {
    writeFileSync(join(directory, name), JSON.stringify(content));
  }
  const data = collect(Object.keys(inputs).map((name) => join(directory, name)));
  data.reasons.gates = [{ where: { isa: "avx2", reached: { min: 0.7 } }, why: "AVX2 has half the lanes." }];
  writeFileSync(file, await render(data));
  browser = await launch();
  page = await show();
});

after(() => browser?.close());

/** Nothing may complain, nothing may be loaded. */
function show(options) {
  const watch = (page) => {
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.stack));
    page.on("request", (request) => {
      if (!/^(file|data|blob):/.test(request.url())) complaints.push(`asked for ${request.url()}`);
    });
  };
  return open(browser, file, { ...options, watch });
}

/** The rows of a table: texts of the cells, and exact numbers where there are some. */
function numbers(within) {
  return page.$$eval(`${within} tbody tr`, (rows) =>
    rows.map((row) =>
      [...row.cells].map((cell) => (cell.dataset.value ? Number(cell.dataset.value) : cell.textContent)),
    ),
  );
}

/** The median of the medians of the forks, worked out here from JMH's numbers. */
function cpu(params, direction) {
  const entry = entries.find(
    ({ benchmark, params: of }) =>
      benchmark.endsWith(`.${direction}`) && Object.entries(params).every(([name, value]) => of[name] === value),
  );
  const middle = ([a, b, c]) => Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  return middle(entry.secondaryMetrics.cpu.rawData.map(middle));
}

/** Pairs of marks of a kind that share a place in a plot, each in words. */
function shared(page) {
  return page.$$eval("main figure[id] .plot svg", (plots) => {
    const inside = ({ left, right, top, bottom }, x, y) => left < x && x < right && top < y && y < bottom;
    return plots.flatMap((plot) => {
      // A rect without a colour is a frame around another one.
      const marks = [...plot.querySelectorAll('[data-mark="text"] text, [data-mark="cell"] rect[fill]')].map(
        (mark) => ({
          tag: mark.tagName,
          words: mark.textContent,
          box: mark.getBoundingClientRect(),
        }),
      );
      return marks.flatMap((one, at) =>
        marks
          .slice(at + 1)
          .filter(({ tag, box }) => {
            const { left, top, width, height } = box;
            return tag === one.tag && inside(one.box, left + width / 2, top + height / 2);
          })
          .map((other) => `${plot.closest("figure[id]").id}: ${one.tag} "${one.words}" and "${other.words}"`),
      );
    });
  });
}

/** The contrast of each number of the heat maps to its field, by WCAG's formula. */
function contrasts(page) {
  return page.$$eval("#heat figure[id] .plot svg", (plots) => {
    const luminance = (color) => {
      const parts = color.match(/[\d.]+/g).map((part) => part / 255);
      const [r, g, b] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    return plots.flatMap((plot) => {
      const fields = [...plot.querySelectorAll('[data-mark="cell"] rect[fill]')];
      const numbers = [...plot.querySelectorAll('[data-mark="text"] text')];
      return fields.map((field, at) => {
        const [one, other] = [field, numbers[at]].map((mark) => 0.05 + luminance(getComputedStyle(mark).fill));
        return Math.max(one, other) / Math.min(one, other);
      });
    });
  });
}

const near = (a, b) => assert.ok(Math.abs(a - b) <= 1e-9 * Math.abs(b), `${a} is not ${b}`);

test("every plot has marks", async () => {
  const marks = await page.$$eval("main > section figure[id]", (figures) =>
    figures.map((figure) => [
      figure.id,
      figure.querySelectorAll(".plot svg [data-mark] :is(rect, path, circle, text)").length,
    ]),
  );
  const expected = ["heat-read", "heat-write", "bars", "memory", "curves"];
  const rust = ["kernels-heat", "kernels-memcpy", "kernels-errors"];
  assert.deepEqual(
    marks.map(([id]) => id),
    [...expected, ...rust],
  );
  for (const [id, count] of marks) assert.ok(count >= 10, `${id} has ${count} marks`);
});

test("the heat maps show a ratio for each cell, that of JMH's numbers", async () => {
  for (const direction of ["read", "write"]) {
    const rows = await numbers(`#heat-${direction}`);
    const fields = await page.$$eval(`#heat-${direction} svg [data-mark="cell"] rect`, (rects) => rects.length);
    const jdk = entries.filter(({ benchmark, params }) => benchmark.endsWith(direction) && params.contender === "jdk");
    assert.equal(rows.length, jdk.length);
    assert.ok(fields >= jdk.length);
    for (const [what, charset, content, size, theirs, ours, ratio, , ourBytes] of rows) {
      const params = { charset: charset === "Latin-1" ? "ISO-8859-1" : charset, content, size: String(size) };
      assert.equal(what, direction);
      near(theirs, cpu({ ...params, contender: "jdk" }, direction));
      near(ours, cpu({ ...params, contender: "unitstr", binding: "ffm" }, direction));
      near(ratio, theirs / ours);
      const bytes = entries.find(
        ({ benchmark, params: of }) =>
          benchmark.endsWith(direction) &&
          of.contender === "unitstr" &&
          of.charset === params.charset &&
          of.content === content &&
          of.size === params.size,
      ).secondaryMetrics["gc.alloc.rate.norm"].score;
      near(ourBytes, bytes);
    }
  }
});

test("losing cells come first, the worst before the others, and the words count them", async () => {
  assert.equal(await page.$eval("main > section", (section) => section.id), "lost");
  const ratios = (await numbers("#lost")).map((row) => row[6]);
  assert.ok(ratios.length > 0 && ratios.every((ratio, at) => ratio < 0.97 && (at === 0 || ratio >= ratios[at - 1])));
  assert.match(await page.textContent("#lost > p"), new RegExp(`^${ratios.length} of `));
});

test("a machine is shown alone, the newest first; the keyboard chooses another one", async () => {
  assert.deepEqual(await shared(page), []);
  const names = await page.$$eval("#filter-file option", (options) => options.map((option) => option.textContent));
  assert.deepEqual(names, ["a CPU, 2000‑01‑01", "an old CPU, 1999‑12‑31"]);
  assert.match(await page.textContent("#heat > p"), /a CPU, 2000‑01‑01, JDK 25, unitstr ffm\.$/);
  const before = await numbers("#heat-read");
  await page.focus("#filter-file");
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction(() => document.getElementById("lead").textContent.includes("an old CPU, 1999‑12‑31"));
  assert.equal(await page.evaluate(() => document.activeElement.id), "filter-file");
  const after = await numbers("#heat-read");
  assert.equal(after.length, before.length);
  near(after[0][4], 3 * before[0][4]);
  assert.deepEqual(await shared(page), []);
  await page.keyboard.press("ArrowUp");
  await page.waitForFunction(() => document.getElementById("lead").textContent.includes(" a CPU, 2000‑01‑01"));
});

test("wrong text is a result without a time", async () => {
  await page.selectOption("#filter-against", "jna");
  const words = await page.$$eval('#heat-write svg [data-mark="text"] text', (texts) =>
    texts.map((t) => t.textContent),
  );
  assert.equal(words.filter((word) => word === "wrong").length, 12);
  const rows = (await numbers("#heat-write")).filter((row) => row[6] === "wrong text");
  assert.deepEqual(
    rows.map((row) => row.slice(0, 4)),
    ["emoji", "mixed"].flatMap((content) =>
      [5, 20, 100, 1000, 10000, 1000000].map((size) => ["write", "UTF-32", content, size]),
    ),
  );
  await page.selectOption("#pick-charset", "UTF-32");
  assert.equal((await numbers("#bars")).filter((row) => row[2] === "jna" && row[3] === "wrong text").length, 2);
  assert.match(await page.textContent("#bars svg"), /wrong text/);
  assert.deepEqual(await shared(page), []);
  const known = await numbers("#wrong");
  assert.ok(known.length > 0 && known.every((row) => row.length === 5));
  await page.selectOption("#filter-against", "jdk");
  await page.selectOption("#pick-charset", "UTF-16");
});

test("in the record, no two marks share a place, whatever is chosen", async () => {
  const own = join(directory, "record.html");
  writeFileSync(own, await render(collect(recorded())));
  const recordPage = await open(browser, own);
  const values = (id) => recordPage.$$eval(`${id} option`, (options) => options.map(({ value }) => value));
  for (const api of await values("#filter-api")) {
    await recordPage.selectOption("#filter-api", api);
    const machines = await values("#filter-file");
    for (const machine of machines.length ? machines : [null]) {
      if (machine) await recordPage.selectOption("#filter-file", machine);
      assert.deepEqual(await shared(recordPage), [], `${api} ${machine}`);
      const nth = machines.indexOf(machine) + 1;
      await recordPage.locator("#heat").screenshot({ path: join(screenshots, `record-${api}-${nth}.png`) });
      for (const contrast of await contrasts(recordPage)) assert.ok(contrast > 4, `${api} ${machine}: ${contrast}`);
      const colors = await recordPage.$$eval('#curves [class*="swatch"] svg', (all) =>
        all.map((one) => one.getAttribute("fill")),
      );
      assert.ok(colors.length > 0);
      assert.equal(new Set(colors).size, colors.length, `${api} ${machine}: ${colors}`);
    }
  }
});

test("one record needs no choice of a machine; without results, the page is empty and says nothing wrong", async () => {
  for (const names of [["jmh.json"], []]) {
    const own = join(directory, "few.html");
    writeFileSync(own, await render(collect(names.map((name) => join(directory, name)))));
    const one = await open(browser, own);
    assert.equal(await one.$("#filter-file"), null);
    assert.equal(await one.$("#pick-gates"), null);
    assert.equal((await one.textContent("#lead")).includes("a CPU, 2000‑01‑01"), names.length > 0);
  }
});

test("gates: short ones come first, by their reasons, and every number is in the table", async () => {
  assert.match(await page.textContent("#gates > p"), /On a CPU, 2000‑01‑01, 2 of 5 pass\. 2 more are only reported/);
  assert.match(await page.textContent("#gates h3"), /3 of 5 are short/);
  const groups = await page.$$eval("#gates .reasons li", (items) =>
    items.map((item) => [item.querySelector("p").textContent, item.querySelectorAll(".chip").length]),
  );
  assert.deepEqual(groups, [
    ["Not explained yet.", 2],
    ["AVX2 has half the lanes.", 1],
  ]);
  const chip = await page.textContent("#gates .reasons li:nth-child(2) .chip");
  assert.equal(chip, "read UTF-16 cjk 20, unitstr ffm/avx2 on JDK 25, beside jdk: 1.5 of 2");
  const rows = await numbers("#gates");
  assert.deepEqual(
    rows.map((row) => row[12]),
    ["not measured", "short", "short", "pass", "pass", "told: reached", "told: not reached"],
  );
  assert.deepEqual(rows[2].slice(0, 12), [
    ...["read", "UTF-16", "cjk", 20, "global", "unitstr ffm", "25", "AVX2 forced", "jdk", 2, 1.5, "ratio"],
  ]);
  assert.deepEqual([rows[5][11], rows[5][10], rows[6][4]], ["ns", 7, "shared"]);
});

test("the kernels' table has the numbers of the record", async () => {
  const [column] = record.columns;
  const rows = await numbers("#kernels-heat");
  assert.equal(rows.length, column.cells.length);
  column.cells.forEach((cell, at) => {
    assert.deepEqual(rows[at].slice(0, 7), [
      cell.kernel,
      cell.text,
      cell.bytes,
      "512",
      cell.ns.memcpy,
      cell.ns.unitstr,
      cell.ns.simdutf ?? "–",
    ]);
  });
  assert.match(await page.textContent("#kernels-lost"), /two passes are slower than one/);
});

test("choices are made by the keyboard and change what is shown", async () => {
  const before = await numbers("#heat-read");
  await page.focus("#filter-against");
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction(() => document.querySelector("#lost h2").textContent.includes("copy"));
  assert.equal(await page.evaluate(() => document.activeElement.id), "filter-against");
  const after = await numbers("#heat-read");
  near(after[0][4], cpu({ charset: "UTF-8", content: "ascii", size: "5", contender: "copy" }, "read"));
  assert.equal(after.length, before.length);
  await page.keyboard.press("ArrowUp");
  await page.focus("#bars summary");
  await page.keyboard.press("Enter");
  assert.ok(await page.isVisible("#bars table"));
  await page.keyboard.press("Enter");
});

test("light, dark and narrow; nothing is loaded, nothing complains, nothing breaks the rules of accessibility", async () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  const pages = { light: page, dark: await show({ colorScheme: "dark" }), narrow: await show({ width: 400 }) };
  const colors = [];
  for (const [name, one] of Object.entries(pages)) {
    if (name !== "narrow") {
      await one.evaluate(axe);
      const found = await one.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa"] }));
      const violations = found.violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 160)}`);
      assert.deepEqual(violations, [], name);
    }
    const overflow = await one.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok(overflow <= 0, `${name}: ${overflow} pixels too wide`);
    colors.push(await one.evaluate(() => getComputedStyle(document.body).backgroundColor));
    await one.screenshot({ path: join(screenshots, `test-${name}.png`), fullPage: true });
  }
  assert.notEqual(colors[0], colors[1]);
  await page.click("#theme");
  await page.click("#theme");
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), colors[1]);
  assert.deepEqual(complaints, []);
});
