/** A picture of the ratios, for light and dark: `node picture.js REPORT.html NAME` writes NAME-light.png, NAME-dark.png. */
import { launch, open } from "./browser.js";

const [report, name, selector = "#heat .maps"] = process.argv.slice(2);
const browser = await launch();
try {
  for (const colorScheme of ["light", "dark"]) {
    const page = await open(browser, report, { colorScheme, scale: 1.5 });
    await page.addStyleTag({ content: "summary { visibility: hidden }" });
    await page.locator(selector).screenshot({ path: `${name}-${colorScheme}.png` });
  }
} finally {
  await browser.close();
}
