import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
/** A namespace's name of 63 characters without a place to break a line. */
const NAMESPACE = `n${"a".repeat(61)}z`;
const NAME = `long-${"b".repeat(200)}-end`;

const scene = setScene(async ({ create }) => {
  await create("/api/v1/namespaces", { metadata: { name: NAMESPACE } });
  await create(`/api/v1/namespaces/${NAMESPACE}/configmaps`, { metadata: { name: NAME } });
});

/** Elements of which a part is outside of the given one, with their number of pixels outside. */
const outside = (parent: Locator, children: string): Promise<string[]> =>
  parent.evaluate((element, selector) => {
    const { left, right } = element.getBoundingClientRect();
    return [...element.querySelectorAll(selector)].flatMap((child) => {
      const box = child.getBoundingClientRect();
      const over = Math.max(left - box.left, box.right - right);
      return over > 1 ? [`${child.className}: ${Math.round(over)}`] : [];
    });
  }, children);

test("a text that does not fit is whole in its tip", async () => {
  const { page, create, go } = scene;
  const name = `orders-${"from-the-warehouse-".repeat(6)}end`;
  await create(MAPS, { metadata: { name } });
  await go("time?resource=configmaps&ns=default");
  const row = page.getByTestId("time-list-row").filter({ hasText: name });
  await row.getByText(name).hover();
  await expect.poll(() => page.getByRole("tooltip").allTextContents()).toContainEqual(expect.stringContaining(name));
});

test("names in the time machine repeat a namespace only if there are several", async () => {
  const { page, create, go } = scene;
  await create(MAPS, { metadata: { name: "prices" } });
  const cell = page.getByTestId("time-list-row").filter({ hasText: "prices" }).getByRole("gridcell").first();
  await go("time?resource=configmaps&ns=default");
  await expect.poll(() => cell.textContent()).toMatch(/^prices/);
  await go("time?resource=configmaps");
  await expect.poll(() => cell.textContent()).toMatch(/^default\/prices/);
});

test("a long type of a condition leaves room for its message, and a long reason for that of its event", async () => {
  const { page, byId, api, create, go } = scene;
  const path = "/api/v1/namespaces/default/services";
  await create(path, { metadata: { name: "conditions" }, spec: { ports: [{ port: 80 }] } });
  const condition = {
    type: "T".repeat(200),
    status: "False",
    reason: "Because",
    message: "of what the message says",
    lastTransitionTime: "2026-01-01T00:00:00Z",
  };
  const { status, body } = await api(
    "PATCH",
    `${path}/conditions/status`,
    { status: { conditions: [condition] } },
    "application/merge-patch+json",
  );
  expect(status).toBe(200);
  await create("/api/v1/namespaces/default/events", {
    metadata: { name: "long-reason" },
    involvedObject: {
      apiVersion: "v1",
      kind: "Service",
      namespace: "default",
      name: "conditions",
      uid: body.metadata?.uid,
    },
    type: "Warning",
    reason: "R".repeat(128),
    message: "of what the event says",
  });
  await go("core/v1/services/default/conditions");
  const conditions = page.locator(".conditions").first();
  await conditions.getByText("of what the message says").waitFor();
  expect(await outside(conditions, ".badge, .conditionText, .faint")).toEqual([]);
  await go("core/v1/services/default/conditions/events");
  await byId("events").getByText("of what the event says").waitFor();
  expect(await outside(byId("events"), ".badge, .eventText, .eventAge")).toEqual([]);
});

test("the namespace menu shows the whole of the longest name", async () => {
  const { byId, go, page } = scene;
  await go("core/v1/configmaps");
  await byId("namespace-picker").click();
  const entry = byId(`namespace-${NAMESPACE}`);
  await entry.scrollIntoViewIfNeeded();
  expect(await entry.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
  await page.keyboard.press("Escape");
});

test("an entry of the palette stays in one line however long its name and its place are", async () => {
  const { byId, go, page } = scene;
  await go("core/v1/configmaps");
  await page.keyboard.press("ControlOrMeta+K");
  await byId("palette-input").fill(NAME);
  const entry = page.getByRole("option").filter({ hasText: NAME });
  await entry.waitFor();
  expect((await entry.boundingBox())?.height).toBeLessThan(32);
  await page.keyboard.press("Escape");
});

test("the menu of a row with the longest name fits into the window", async () => {
  const { go, page, row } = scene;
  await go(`core/v1/configmaps?ns=${NAMESPACE}`);
  await row(NAME).click({ button: "right" });
  const menu = page.getByRole("menu");
  await menu.getByText(NAME).waitFor();
  const box = await menu.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? Number.NaN)).toBeLessThanOrEqual(await page.evaluate(() => innerWidth));
  expect(await menu.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await page.keyboard.press("Escape");
});

test("a choice between long names does not leave its dialog", async () => {
  const { byId, create, go, page } = scene;
  await create("/api/v1/namespaces/default/pods", {
    metadata: { name: "long-container" },
    spec: { containers: [{ name: "c".repeat(63), image: "nginx" }] },
  });
  await go("core/v1/pods/default/long-container/terminal");
  await byId("terminal-debug").click();
  const dialog = page.getByRole("dialog");
  await byId("debug-image").waitFor();
  expect(await outside(dialog, ".field, .selectTrigger")).toEqual([]);
  await page.keyboard.press("Escape");
});

test("a long name in a role leaves room for its verbs", async () => {
  const { create, go, page } = scene;
  await create("/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles", {
    metadata: { name: "long-names" },
    rules: [{ apiGroups: [""], resources: ["configmaps"], resourceNames: ["n".repeat(200)], verbs: ["get"] }],
  });
  await go("rbac.authorization.k8s.io/v1/roles/default/long-names");
  const table = page.getByRole("table", { name: "Rules" });
  await table.getByText("configmaps").waitFor();
  expect(await outside(page.locator(".tableScroll").filter({ has: table }), "th, td")).toEqual([]);
});

test("a long question leaves the links of its answers within the window", async () => {
  const { byId, go, page } = scene;
  await go(`access/who-can?verb=get&resource=things.${"g".repeat(120)}.example.com`);
  await byId("holder").first().waitFor();
  expect(await outside(page.locator("main"), "h2 code, .holder a")).toEqual([]);
});

test("the names in the graph of rights have a line of their own, which is cut at its end", async () => {
  const { byId, create, go } = scene;
  const name = `operators-${"of-the-warehouse-".repeat(8)}end`;
  const bindings = "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings";
  const apiGroup = "rbac.authorization.k8s.io";
  await create(bindings, {
    metadata: { name },
    roleRef: { apiGroup, kind: "ClusterRole", name: "view" },
    subjects: [{ apiGroup, kind: "Group", name }],
  });
  await go(`access/graph?as=group%3A${name}`);
  const node = byId("graph-binding").filter({ hasText: name });
  await node.waitFor();
  expect(await node.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0);
});
