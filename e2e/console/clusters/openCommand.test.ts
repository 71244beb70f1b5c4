import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { longTest } from "../../extent.ts";
import { type Product, root, startConsole } from "../../product.ts";

let product: Product;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  [product, browser] = await Promise.all([startConsole(), chromium.connect(inject("browser"))]);
  page = await (await browser.newContext()).newPage();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Runs `orrery open` as another program of the same user; it finds no browser to start. */
const open = (...words: string[]) =>
  promisify(execFile)(
    process.execPath,
    [join(root, "bin/orrery.mjs"), "open", ...words, "--data-dir", product.dataDir],
    {
      env: { PATH: "" },
    },
  );

test("prints an address once that opens a view of the running console", async () => {
  const { stdout } = await open("/c/sandbox/core/v1/namespaces?q=kube", "--print");
  await page.goto(stdout.trim());
  expect(page.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/c\/sandbox\/core\/v1\/namespaces\?q=kube$/);
  await page.getByTestId("list-state").waitFor();
  const other = await (await browser.newContext()).newPage();
  expect((await other.goto(stdout.trim()))?.status()).toBe(401);
});

test("a browser that opens the private file gets a session", async () => {
  const { stdout, stderr } = await open("/c/sandbox/access");
  expect(stdout).toContain("?secret=");
  expect(stderr).toContain("no browser could be started");
  // This browser may not read files, so a page of another origin replaces the file.
  const html = readFileSync(join(product.dataDir, "console/open.html"), "utf8");
  const other = await (await browser.newContext()).newPage();
  await other.route("http://elsewhere.example/", (route) => route.fulfill({ contentType: "text/html", body: html }));
  await other.goto("http://elsewhere.example/");
  await other.waitForURL(/\/c\/sandbox\/access/);
  await other.getByTestId("home-link").waitFor();
});

longTest("a file opens on the page for new objects", async () => {
  const file = join(product.dataDir, "given.yaml");
  writeFileSync(file, "apiVersion: v1\nkind: Secret\nmetadata:\n  name: from-a-file\n");
  const { stdout } = await open(file, "--print");
  await page.goto(stdout.trim());
  await page.waitForURL(/\/c\/sandbox\/core\/v1\/secrets\/new/);
  await page.getByTestId("editor").getByText("from-a-file").waitFor();
  // The address works only once, and so does the text.
  const from = new URL(stdout.trim()).searchParams.get("to") ?? "";
  await page.goto(new URL(from, page.url()).href);
  await page.getByTestId("file-gone").waitFor();
});

test("rejects paths that are not views, and unknown clusters", async () => {
  await expect(open("/c/production")).rejects.toMatchObject({
    code: 2,
    stderr: 'orrery open: There is no cluster "production"; Orrery knows sandbox.\n',
  });
  await expect(open("https://elsewhere.example/c/sandbox")).rejects.toMatchObject({ code: 2 });
});
