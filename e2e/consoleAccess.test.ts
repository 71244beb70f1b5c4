import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ConsoleDriver, openConsole } from "./driver.ts";
import { callApi, inspect } from "./inspect.ts";
import { root } from "./product.ts";

const RBAC = "/apis/rbac.authorization.k8s.io/v1";
const GROUP = "rbac.authorization.k8s.io";
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
  await page.getByTestId("cluster-sandbox").waitFor();
  await create("/api/v1/namespaces", { metadata: { name: "shop" } });
  await create("/api/v1/namespaces/shop/serviceaccounts", { metadata: { name: "builder" } });
  await create(`${RBAC}/namespaces/shop/roles`, {
    metadata: { name: "pod-reader", namespace: "shop" },
    rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get", "list"] }],
  });
  await bind("readers", "Role", "pod-reader", [
    { apiGroup: GROUP, kind: "User", name: "alice" },
    { apiGroup: GROUP, kind: "Group", name: "shop-team" },
    { kind: "ServiceAccount", name: "builder", namespace: "shop" },
  ]);
  await bind("broken", "Role", "gone", [{ apiGroup: GROUP, kind: "User", name: "alice" }]);
  await bind("config", "ClusterRole", "edit", [{ apiGroup: GROUP, kind: "Group", name: "shop-leads" }]);
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
const go = (path: string) => page.goto(new URL(`/c/sandbox/access${path}`, page.url()).href);

async function create(path: string, body: object): Promise<void> {
  const answer = await callApi(page, "POST", path, body);
  expect(answer.status, answer.body.message).toBe(201);
}

const bind = (name: string, kind: string, role: string, subjects: object[]): Promise<void> =>
  create(`${RBAC}/namespaces/shop/rolebindings`, {
    metadata: { name, namespace: "shop" },
    roleRef: { apiGroup: GROUP, kind, name: role },
    subjects,
  });

/** Writes into a field as one does who types: with the events that the page listens to. */
const fill = (id: string, text: string) => byId(id).fill(text);

async function choose(id: string, option: string): Promise<void> {
  await byId(id).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

async function ask(verb: string, resource: string, namespace: string, subresource = ""): Promise<void> {
  await fill("can-i-verb", verb);
  await fill("can-i-resource", resource);
  await fill("can-i-namespace", namespace);
  await fill("can-i-subresource", subresource);
  await byId("can-i-ask").click();
}

describe("can I?", () => {
  test("an allowed question shows the chain from binding to rule", async () => {
    await go("");
    await byId("whoami").waitFor();
    await choose("whom-kind", "A user");
    await fill("whom-name", "alice");
    await ask("get", "pods", "shop");
    await byId("can-i-result").waitFor();
    expect(await byId("can-i-result").getAttribute("data-allowed")).toBe("true");
    await expect.poll(() => byId("grants").textContent()).toMatch(/alice.*shop\/readers.*pod-reader.*get list.*pods/);
    await inspect(page, "access-allowed");
  });

  test("a denied one names the nearest misses and what would mend each", async () => {
    await ask("get", "pods/log", "shop");
    await expect.poll(() => byId("can-i-result").getAttribute("data-allowed")).toBe("false");
    const misses = byId("near-misses");
    await misses.waitFor();
    expect(await misses.locator("li").first().getAttribute("data-lacks")).toBe("subresource");
    expect(await misses.textContent()).toMatch(/pods\/log/);
    expect(await misses.textContent()).toContain("gone");
    expect(await byId("remedies").textContent()).toContain("ClusterRole view");
    await inspect(page, "access-denied");
  });

  test("the question stands in the address and is asked again from there", async () => {
    await page.reload();
    await expect.poll(() => byId("can-i-result").getAttribute("data-allowed")).toBe("false");
    expect(await byId("can-i-subresource").inputValue()).toBe("log");
    expect(await byId("whom-name").inputValue()).toBe("alice");
  });

  test("a service account and a path may be asked about", async () => {
    await go("?as=account%3Ashop%2Fbuilder&verb=list&resource=pods&namespace=shop");
    await expect.poll(() => byId("can-i-result").getAttribute("data-allowed")).toBe("true");
    await go("?as=user%3Aalice&mode=path&verb=get&path=%2Fmetrics");
    await expect.poll(() => byId("can-i-result").getAttribute("data-allowed")).toBe("false");
  });

  test("a denial leads to a draft that would mend it", async () => {
    await go("?as=user%3Aalice&verb=get&resource=pods&subresource=log&namespace=shop");
    await byId("remedies")
      .getByRole("button", { name: /ClusterRole view/ })
      .click();
    await byId("what-if-change").waitFor();
    expect(await byId("what-if-text").inputValue()).toContain("name: view-alice");
    expect(await byId("what-if-change").textContent()).toContain("pods/log");
  });
});

describe("what if", () => {
  test("drafts survive a reload, and nothing was sent", async () => {
    await page.reload();
    expect(await byId("what-if-text").inputValue()).toContain("name: view-alice");
    expect((await callApi(page, "GET", `${RBAC}/namespaces/shop/rolebindings/view-alice`)).status).toBe(404);
  });

  test("a removal shows what is lost", async () => {
    await byId("existing-form").click();
    await fill("existing-name", "RoleBinding shop/config");
    await byId("existing-remove").click();
    await expect.poll(() => byId("what-if-change").count()).toBe(2);
    expect(await byId("what-if-removals").textContent()).toContain("shop/config");
    await inspect(page, "access-what-if");
  });

  test("text that is no role is named with its line", async () => {
    const text = await byId("what-if-text").inputValue();
    await fill("what-if-text", `${text}\n---\nkind: Pod\n`);
    await expect.poll(() => byId("what-if-problem").textContent()).toMatch(/Pod/);
    expect(await byId("what-if-apply").getAttribute("aria-disabled")).toBe("true");
    await fill("what-if-text", text);
    await byId("what-if-problem").waitFor({ state: "detached" });
  });

  test("apply shows the requests first, then sends them", async () => {
    await byId("what-if-apply").click();
    const dialog = byId("what-if-dialog");
    await dialog.waitFor();
    expect(await dialog.textContent()).toMatch(/PATCH .*view-alice\?fieldManager=orrery-console/);
    expect(await dialog.textContent()).toMatch(/DELETE .*rolebindings\/config/);
    await inspect(page, "access-what-if-apply");
    await byId("what-if-send").click();
    await dialog.waitFor({ state: "detached" });
    expect((await callApi(page, "GET", `${RBAC}/namespaces/shop/rolebindings/view-alice`)).status).toBe(200);
    expect((await callApi(page, "GET", `${RBAC}/namespaces/shop/rolebindings/config`)).status).toBe(404);
    expect(await byId("what-if-text").inputValue()).toBe("");
  });
});

describe("who can, matrix, graph, my rights", () => {
  test("who can lists subjects with their grants, live", async () => {
    await go("/who-can?verb=list&resource=pods&namespace=shop");
    await byId("who-can").waitFor();
    await expect.poll(() => byId("who-can").textContent()).toContain("shop-team");
    expect(await byId("who-can").textContent()).toContain("shop/builder");
    await inspect(page, "access-who-can");
    await bind("late", "Role", "pod-reader", [{ apiGroup: GROUP, kind: "User", name: "latecomer" }]);
    await expect.poll(() => byId("who-can").textContent()).toContain("latecomer");
  });

  test("the matrix shows subjects by verbs; a cell is explained, by keyboard too", async () => {
    await go("/matrix?kind=pods&ns=shop");
    await byId("matrix").waitFor();
    expect(await byId("matrix-row").count()).toBeGreaterThan(10);
    await fill("matrix-filter", "alice");
    const alice = byId("matrix-row").filter({ hasText: "User alice" });
    await alice.waitFor();
    expect(await alice.locator("[data-cell]").first().getAttribute("data-cell")).toBe("yes");
    await alice.locator("[data-cell]").nth(6).click();
    await byId("matrix-why").waitFor();
    expect(await byId("matrix-why").textContent()).toContain("delete");
    await inspect(page, "access-matrix");
    await byId("matrix").focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Enter");
    await expect.poll(() => byId("matrix-why").textContent()).not.toContain("delete User alice");
    expect(page.url()).toContain("row=");
  });

  test("the matrix shows kinds by verbs for somebody, and is exported", async () => {
    await go("/matrix?by=kinds&as=user%3Aalice&ns=shop&granted=1");
    await byId("matrix-row").first().waitFor();
    expect(await byId("matrix").textContent()).toContain("pods");
    const download = page.waitForEvent("download");
    await byId("matrix-csv").click();
    expect((await download).suggestedFilename()).toBe("access.csv");
    await inspect(page, "access-matrix-kinds");
  });

  test("a crowd is worked out in a worker, drawn where it is in sight, and gathered in the graph", async () => {
    const subjects = Array.from({ length: 400 }, (_, i) => ({ apiGroup: GROUP, kind: "User", name: `crowd-${i}` }));
    await bind("crowd", "Role", "pod-reader", subjects);
    await go("/matrix?kind=pods&ns=shop&filter=crowd");
    await expect.poll(() => byId("matrix-count").textContent()).toContain("400 rows");
    expect(await byId("matrix-row").count()).toBeLessThan(100);
    expect(await byId("matrix-row").first().locator("[data-cell]").first().getAttribute("data-cell")).toBe("yes");
    await go("/graph?role=shop%2Fpod-reader");
    await byId("graph-more").first().waitFor();
    expect(await byId("graph-more").textContent()).toContain("388 more");
    await inspect(page, "access-graph-role");
    await callApi(page, "DELETE", `${RBAC}/namespaces/shop/rolebindings/crowd`);
  });

  test("the graph leads from a subject to rules, and has a list of the same", async () => {
    await go("/graph?as=user%3Aalice&group=shop-team");
    await byId("graph").waitFor();
    await byId("graph-rules").first().waitFor();
    await expect.poll(() => byId("graph-role").count()).toBeGreaterThanOrEqual(3);
    await inspect(page, "access-graph");
    await choose("graph-view", "List");
    await byId("graph-list").waitFor();
    expect(await byId("graph-list").textContent()).toMatch(/alice.*pod-reader.*get list/);
    await inspect(page, "access-graph-list");
  });

  test("my rights are the server's own list", async () => {
    await go("/rules?ns=shop");
    await byId("rules").waitFor();
    expect(await byId("rules").textContent()).toContain("*");
    await inspect(page, "access-rules");
  });
});

describe("view as", () => {
  test("shows the cluster as somebody else, with a banner; refusals lead to their explanation", async () => {
    await go("/view-as");
    await fill("whom-name", "alice");
    await fill("whom-groups", "shop-team; a, b");
    await inspect(page, "access-view-as");
    await byId("view-as-start").click();
    await byId("view-as-banner").waitFor();
    expect(await byId("view-as-banner").textContent()).toMatch(/alice.*shop-team, a, b/);
    await page.goto(new URL("/c/sandbox/core/v1/secrets?ns=shop", page.url()).href);
    await byId("list-forbidden").waitFor();
    expect(await byId("list-forbidden").textContent()).toContain('User "alice" cannot list resource "secrets"');
    await inspect(page, "access-view-as-banner");
    await byId("list-forbidden").getByRole("link").click();
    await byId("can-i-result").waitFor();
    expect(await byId("can-i-result").getAttribute("data-allowed")).toBe("false");
    await byId("whoami").waitFor();
    expect(await byId("whoami").textContent()).toContain("a, b");
  });

  test("says what they could not see", async () => {
    await byId("access-gaps").waitFor();
    await byId("access-gaps").locator("summary").click();
    expect(await byId("access-gaps").textContent()).toContain("clusterroles");
    await inspect(page, "access-gaps");
  });

  test("watches are theirs too, a reload keeps it, and there is a way back", async () => {
    await page.goto(new URL("/c/sandbox/core/v1/pods?ns=shop", page.url()).href);
    await byId("view-as-banner").waitFor();
    await expect.poll(() => byId("list-state").textContent()).toMatch(/Live/);
    await page.goto(new URL("/c/sandbox/core/v1/secrets/shop/any", page.url()).href);
    await byId("object-trouble").getByTestId("why-link").waitFor();
    await page.goto(new URL("/c/sandbox/core/v1/secrets?ns=shop", page.url()).href);
    await byId("list-forbidden").waitFor();
    await byId("view-as-stop").click();
    await byId("view-as-banner").waitFor({ state: "detached" });
    await byId("list-forbidden").waitFor({ state: "detached" });
    await expect.poll(() => byId("list-state").textContent()).toMatch(/Live/);
  });
});

test("every view fits a small and a large window", async () => {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 1920, height: 1080 },
  ]) {
    await page.setViewportSize(viewport);
    for (const path of ["", "/rules?ns=shop", "/who-can", "/matrix", "/graph", "/what-if", "/view-as"]) {
      await go(path);
      await page.locator(".accessView").waitFor();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide, path).toBeLessThanOrEqual(0);
    }
  }
});

test("no view threw, and none broke the content security policy", () => {
  expect(troubles).toEqual([]);
});
