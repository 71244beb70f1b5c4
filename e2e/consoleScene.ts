import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { expect, type TestContext } from "vitest";
import { type ConsoleDriver, openConsole } from "./driver.ts";
import { callApi } from "./inspect.ts";
import { root } from "./product.ts";

/** The console with the short cuts that specs of its views use. */
export interface ConsoleScene {
  page: Page;
  byId(id: string): Locator;
  row(name: string): Locator;
  go(path: string): Promise<unknown>;
  /** Creates an object of the sandbox. @param collection API path of the collection, with its query */
  create(collection: string, body: object): Promise<void>;
  /** What views threw, and breaches of the content security policy. */
  troubles: string[];
  /** Keeps a picture of the page should the test fail. */
  watch(context: TestContext): void;
  /** Replaces the text of the editor by pasting: typing would be indented by the editor a second time. */
  paste(text: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens the console on a sandbox of its own. */
export async function openScene(): Promise<ConsoleScene> {
  const driver: ConsoleDriver = await openConsole();
  const { page } = driver;
  page.setDefaultTimeout(15_000);
  const troubles: string[] = [];
  page.on("pageerror", (error) => troubles.push(error.message));
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) troubles.push(message.text());
  });
  await page.getByTestId("cluster-sandbox").waitFor();
  return {
    page,
    troubles,
    byId: (id) => page.getByTestId(id),
    row: (name) => page.locator(`[data-testid="table-row"][data-name="${name}"]`),
    go: (path) => page.goto(new URL(path, page.url()).href),
    create: async (collection, body) => {
      const answer = await callApi(page, "POST", collection, body);
      expect(answer.status, answer.body.message).toBe(201);
    },
    watch: ({ onTestFailed, task }) =>
      onTestFailed(async () => {
        await page.screenshot({ path: join(root, "test-results", `${task.name.replace(/\W+/g, "-")}.png`) });
      }),
    paste: async (text) => {
      const editor = page.getByTestId("editor");
      await editor.locator(".view-line").first().waitFor();
      await editor.locator(".view-lines").first().click();
      await page.keyboard.press("ControlOrMeta+A");
      await page.evaluate((pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", pasted);
        const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
        document.activeElement?.dispatchEvent(event);
      }, text);
    },
    close: () => driver.close(),
  };
}
