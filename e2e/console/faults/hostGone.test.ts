import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject as provided, test } from "vitest";
import { SMALL } from "../../driver.ts";
import { inspect } from "../../inspect.ts";
import { type Product, startConsole } from "../../product.ts";

let product: Product;
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  [product, browser] = await Promise.all([startConsole(), chromium.connect(provided("browser"))]);
  context = await browser.newContext({ viewport: SMALL, reducedMotion: "reduce" });
});

afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function openPage(path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${new URL(product.consoleUrl).origin}${path}`);
  return page;
}

test("views that are open when the console ends say so, and keep what they show", async () => {
  const first = await context.newPage();
  await first.goto(product.consoleUrl);
  await first.getByTestId("cluster-sandbox").waitFor();
  const picture = await openPage("/c/sandbox/orrery");
  await picture.getByTestId("orrery").waitFor();
  const dialog = await openPage("/c/sandbox/core/v1/services/default/kubernetes");
  await dialog.getByTestId("overview").waitFor();
  await dialog.getByTestId("delete").click();
  await dialog.getByTestId("delete-dialog").waitFor();

  await product.crash();
  for (const place of [first, picture, dialog.getByRole("dialog")]) await place.getByTestId("host-notice").waitFor();
  await picture.getByTestId("orrery").waitFor();
  expect(await first.getByTestId("cluster-sandbox").count()).toBe(1);
  await inspect(dialog, "host-gone");
});
