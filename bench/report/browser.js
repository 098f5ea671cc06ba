/** Opens a page in Chromium. */
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

/** Milliseconds: a busy machine takes its time. */
const PATIENCE = 180_000;

/** A browser that stays off the network, which a report does not need. */
export function launch() {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  if (!existsSync(executablePath)) throw new Error(`no ${executablePath}: apt-get install chromium, or set CHROMIUM`);
  const quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];
  return chromium.launch({ executablePath, timeout: PATIENCE, args: [...quiet, "--no-sandbox", "--disable-gpu"] });
}

/** A report, drawn; `watch` gets the page before it is loaded. */
export async function open(browser, file, { colorScheme = "light", width = 1320, scale = 1, watch } = {}) {
  const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 }, deviceScaleFactor: scale });
  page.setDefaultTimeout(PATIENCE);
  watch?.(page);
  const failure = new Promise((_, fail) => page.once("pageerror", fail));
  failure.catch(() => {}); // callers handle later ones
  await page.goto(pathToFileURL(file).href);
  await Promise.race([page.waitForSelector("html[data-ready]"), failure]);
  return page;
}
