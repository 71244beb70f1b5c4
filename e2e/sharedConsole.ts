import { type BrowserContextOptions, type BrowserServer, chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { type Product, startConsole } from "./product.ts";
import { CHROMIUM, electronProgram } from "./programs.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address for connecting to this run's Chromium. */
    browser: string;
    /** The console that specs share: its address, and the session of the browser that opened it. */
    console: { url: string; storageState: Exclude<BrowserContextOptions["storageState"], string | undefined> };
  }
}

let server: BrowserServer | undefined;
let product: Product | undefined;

/** Starts one Chromium and one console for all specs of a run, before the first of them. */
export async function setup(project: TestProject): Promise<void> {
  [server, product] = await Promise.all([
    chromium.launchServer(CHROMIUM),
    electronProgram() === undefined ? startConsole() : undefined,
  ]);
  project.provide("browser", server.wsEndpoint());
  if (product === undefined) return;
  // The printed address opens the console only once. Afterwards a cookie identifies the session.
  const browser = await chromium.connect(server.wsEndpoint());
  const page = await (await browser.newContext()).newPage();
  await page.goto(product.consoleUrl);
  project.provide("console", { url: page.url(), storageState: await page.context().storageState() });
  await browser.close();
}

/** Ends the browser and the console. */
export async function teardown(): Promise<void> {
  await server?.close();
  await product?.stop();
}
