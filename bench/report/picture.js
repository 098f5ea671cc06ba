/** A picture of the ratios, for light and dark: `node picture.js REPORT.html NAME` writes NAME-light.png, NAME-dark.png. */
import { launch, open } from "./browser.js";

const [report, name, selector = "#heat"] = process.argv.slice(2);
const browser = await launch();
try {
  for (const colorScheme of ["light", "dark"]) {
    const page = await open(browser, report, { colorScheme, scale: 1.5 });
    await page.addStyleTag({ content: "details { display: none } .filters { position: static }" });
    await page.locator(selector).screenshot({ path: `${name}-${colorScheme}.png` });
  }
} finally {
  await browser.close();
}
