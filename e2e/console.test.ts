import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ConsoleDriver, openConsole } from "./driver.ts";
import { callApi, inspect } from "./inspect.ts";
import { root } from "./product.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
let driver: ConsoleDriver;
let page: Page;
const troubles: string[] = [];

beforeAll(async () => {
  driver = await openConsole();
  page = driver.page;
  page.setDefaultTimeout(15_000);
  page.on("pageerror", (error) => troubles.push(error.message));
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) troubles.push(message.text());
  });
});

beforeEach(({ onTestFailed, task }) => {
  onTestFailed(async () => {
    await page.screenshot({ path: join(root, "test-results", `${task.name.replace(/\W+/g, "-")}.png`) });
  });
});

afterAll(async () => {
  await driver?.close();
});

const byId = (id: string) => page.getByTestId(id);
const row = (name: string) => byId("table-row").filter({ hasText: name });
const go = (path: string) => page.goto(new URL(path, page.url()).href);
const createMap = async (name: string, data: Record<string, string>, manager = "other") => {
  const { status } = await callApi(page, "POST", `${MAPS}?fieldManager=${manager}`, { metadata: { name }, data });
  expect(status).toBe(201);
};

/** Replaces the whole text of the editor by pasting: typing would be indented by the editor a second time. */
async function pasteYaml(text: string): Promise<void> {
  const editor = byId("editor");
  await editor.locator(".view-line").first().waitFor();
  await editor.locator(".view-lines").first().click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);
}

const mapText = (name: string, value: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  namespace: default\ndata:\n  key: ${value}\n`;

describe("home and navigation", () => {
  test("home shows the sandbox, and the secret is gone from the address", async () => {
    await byId("cluster-sandbox").waitFor();
    expect(page.url()).not.toContain("secret");
    await inspect(page, "home");
  });

  test("opening the sandbox shows what the server serves", async () => {
    await byId("cluster-sandbox").getByRole("link").first().click();
    const sidebar = byId("sidebar");
    await sidebar.getByRole("link", { name: "Deployments", exact: true }).waitFor();
    await sidebar.getByRole("link", { name: /^Config ?Maps$/ }).waitFor();
    await byId("kind-search").fill("deplo");
    await expect.poll(() => sidebar.getByRole("link", { name: /^Pods$/ }).count()).toBe(0);
    await byId("kind-search").fill("");
  });
});

describe("lists", () => {
  test("a list is live: rows appear, change and go", async () => {
    await go("/c/sandbox/core/v1/configmaps?ns=default");
    await byId("resource-table").waitFor();
    await expect.poll(() => byId("list-state").textContent()).toMatch(/Live/);
    await createMap("appears", { a: "1" });
    await row("appears").waitFor();
    await callApi(page, "PATCH", `${MAPS}/appears`, { data: { b: "2" } }, "application/merge-patch+json");
    await expect.poll(() => row("appears").textContent()).toMatch(/appears.*2/);
    await inspect(page, "list");
    await callApi(page, "DELETE", `${MAPS}/appears`);
    await row("appears").waitFor({ state: "detached" });
  });

  test("the filter narrows the rows and stands in the address", async () => {
    await createMap("apple", {});
    await createMap("pear", {});
    await row("pear").waitFor();
    await byId("filter").fill("apple");
    await row("pear").waitFor({ state: "detached" });
    expect(await row("apple").count()).toBe(1);
    await byId("filter").fill("");
    await row("pear").waitFor();
  });

  test("a drawer opens beside the table, which keeps its place", async () => {
    await row("apple").click();
    await byId("drawer").waitFor();
    expect(await byId("drawer").textContent()).toContain("apple");
    await row("pear").waitFor();
    await inspect(page, "drawer");
    await page.keyboard.press("Escape");
    await byId("drawer").waitFor({ state: "detached" });
  });

  test("the palette goes to a kind", async () => {
    await page.keyboard.press("ControlOrMeta+k");
    await byId("palette-input").fill("Namespaces");
    await page.keyboard.press("Enter");
    await row("default").waitFor();
    expect(page.url()).toContain("/namespaces");
  });
});

describe("the editor", () => {
  test("creates and applies what was written", async () => {
    await go("/c/sandbox/core/v1/configmaps/new?ns=default");
    await pasteYaml(mapText("edited", "first"));
    await byId("create-apply").click();
    await expect.poll(async () => (await callApi(page, "GET", `${MAPS}/edited`)).body.data).toEqual({ key: "first" });
    await go("/c/sandbox/core/v1/configmaps/default/edited/yaml");
    await byId("editor").waitFor();
    await inspect(page, "editor");
    await pasteYaml(mapText("edited", "second"));
    await byId("apply").click();
    await expect.poll(async () => (await callApi(page, "GET", `${MAPS}/edited`)).body.data).toEqual({ key: "second" });
  });

  test("a conflict names the owner, loses nothing, and can be forced", async () => {
    await createMap("contested", { key: "theirs" }, "somebody-else");
    await go("/c/sandbox/core/v1/configmaps/default/contested/yaml");
    await pasteYaml(mapText("contested", "mine"));
    await byId("apply").click();
    await byId("conflict-panel").waitFor();
    const conflict = byId("conflict");
    expect(await conflict.getAttribute("data-field")).toContain("key");
    expect(await conflict.textContent()).toContain("somebody-else");
    expect((await callApi(page, "GET", `${MAPS}/contested`)).body.data).toEqual({ key: "theirs" });
    await inspect(page, "conflict");
    await byId("force").click();
    await expect.poll(async () => (await callApi(page, "GET", `${MAPS}/contested`)).body.data).toEqual({ key: "mine" });
    await byId("conflict-panel").waitFor({ state: "detached" });
  });
});

describe("access", () => {
  test("answers a question about rights", async () => {
    await go("/c/sandbox/access");
    await byId("whoami").waitFor();
    await byId("can-i-verb").fill("delete");
    await byId("can-i-resource").fill("nodes");
    await byId("can-i-ask").click();
    await byId("can-i-result").waitFor();
    expect(await byId("can-i-result").getAttribute("data-allowed")).toBe("true");
    await inspect(page, "access");
  });
});

test("no view threw, and none broke the content security policy", () => {
  expect(troubles).toEqual([]);
});
