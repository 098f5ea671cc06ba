/**
 * Makes one HTML file of benchmark results: `node build.js [--out FILE] [--explained] [RESULTS.json …]`. Without results, those of `bench/record` are taken. With `--explained` it fails, and writes
 * nothing, if a cell that is lost or a gate that is short has no reason in `explanations.json`.
 */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { unexplained } from "./cells.js";
import { formatOf, readGates, readJmh, readJson, readMeta, readRust, readWrong } from "./read.js";

const here = dirname(fileURLToPath(import.meta.url));

/** Collects the data of the page from files. */
export function collect(files) {
  const data = { runs: [], rows: [], gates: [], rust: [] };
  for (const file of files) {
    const content = readJson(file);
    switch (formatOf(content)) {
      case "jmh":
        data.rows.push(...readJmh(content, basename(file)));
        data.runs.push(readMeta(file));
        break;
      case "gates":
        data.gates.push(...readGates(content, readMeta(file)));
        data.runs.push(readMeta(file));
        break;
      case "rust":
        data.rust.push({ file: basename(file), ...readRust(content) });
        break;
      default:
        throw new Error(`${file}: neither results of JMH, nor gates, nor a record of the kernels`);
    }
  }
  data.reasons = readJson(join(here, "explanations.json"));
  data.wrong = readWrong(readFileSync(join(here, "../plans/wrong-text.tsv"), "utf8"));
  return data;
}

/** The page, with its scripts, styles and data in it. */
export async function render(data) {
  const bundle = await build({
    entryPoints: [join(here, "page/main.js")],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    legalComments: "eof",
    write: false,
  });
  const read = (name) => readFileSync(join(here, "page", name), "utf8");
  // Nothing that could end a script element early; in JSON as in the bundle, it can only be inside of a string.
  const inline = (text) => text.replaceAll("</", "<\\/").replaceAll("<!--", "<\\!--");
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  const parts = { STYLE: read("style.css"), DATA: json, SCRIPT: inline(bundle.outputFiles[0].text) };
  return Object.entries(parts).reduce((page, [name, part]) => {
    const [before, after] = page.split(`{{${name}}}`);
    if (after === undefined) throw new Error(`page/index.template has no place for ${name}`);
    return before + part + after;
  }, read("index.template"));
}

/** The results in `bench/record`. */
export function recorded() {
  const record = join(here, "../record");
  const results = readdirSync(record).filter((name) => name.endsWith(".json") && !name.endsWith(".meta.json"));
  if (results.length === 0) throw new Error(`no results in ${record}: bench/run record rust, or name some files`);
  return results.map((name) => join(record, name));
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { out: { type: "string" }, explained: { type: "boolean" } },
  });
  const files = positionals.length ? positionals : recorded();
  const data = collect(files);
  const left = values.explained ? unexplained(data) : [];
  if (left.length) {
    console.error(`Without a reason in bench/report/explanations.json:\n  ${left.join("\n  ")}`);
    process.exitCode = 1;
    return;
  }
  const out = values.out ?? join(here, "../../target/report/index.html");
  const page = await render(data);
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, page);
  console.log(`${relative(process.cwd(), out)}: ${(page.length / 1024).toFixed(0)} KiB, from ${files.length} files`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main();
}
