import { describe, expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";
import { SMALL } from "../../driver.ts";
import { longTest } from "../../extent.ts";
import { inspect } from "../../inspect.ts";
import { findCutOff } from "../../layout.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const scene = setScene(async ({ create }) => {
  for (const name of ["first", "second", "third"]) await create(MAPS, { metadata: { name }, data: {} });
});

const testIdInFocus = () => scene.page.evaluate(() => document.activeElement?.getAttribute("data-testid"));
const openList = async (): Promise<void> => {
  await scene.load("core/v1/configmaps?ns=default");
  await scene.row("first").waitFor();
};

describe("Keyboard", () => {
  test("arrow keys move through the rows right after loading, without a click", async () => {
    const { page, byId } = scene;
    await openList();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => byId("drawer").textContent()).toContain("first");
    await page.keyboard.press("End");
    await expect.poll(() => byId("drawer").textContent()).toContain("third");
    expect(await testIdInFocus()).toBe("resource-table");
  });

  test("Tab moves from the filter to the rows", async () => {
    const { page, byId } = scene;
    await openList();
    await byId("filter").focus();
    for (let steps = 0; steps < 12 && (await testIdInFocus()) !== "resource-table"; steps++) {
      await page.keyboard.press("Tab");
    }
    expect(await testIdInFocus()).toBe("resource-table");
    await page.keyboard.press("ArrowDown");
    await byId("drawer").waitFor();
  });

  test("typing after the columns menu was closed goes to the filter", async () => {
    const { page, byId } = scene;
    await openList();
    await page.getByRole("button", { name: "Columns" }).first().click();
    await page.getByRole("menu").or(page.getByRole("dialog")).first().waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.type("/third");
    await expect.poll(() => byId("filter").inputValue()).toBe("third");
  });
});

describe("Colon command line", () => {
  const type = async (words: string): Promise<void> => {
    await scene.byId("resource-table").focus();
    await scene.page.keyboard.type(words);
  };

  test(":ctx switches to another cluster", async () => {
    const { page, name, cluster } = scene;
    await openList();
    await type(":ctx");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("option").filter({ hasText: name }).first().waitFor();
    expect(await dialog.getByRole("option").count()).toBeGreaterThan(1);
    await inspect(page, "command-clusters");
    await page.keyboard.type(` ${name.toLowerCase().replace(/ /g, "-")}`);
    await expect.poll(() => dialog.getByRole("option").count()).toBe(1);
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => page.url()).toMatch(new RegExp(`/c/${cluster}(/overview)?$`));
  });

  test("reports an unknown kind or cluster and does not navigate", async () => {
    const { page, byId } = scene;
    await openList();
    const before = page.url();
    await type(":frobnicate");
    await byId("command-unknown").getByText("No kind is called “frobnicate”.").waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type(":svc @nowhere");
    await byId("command-unknown").getByText("No cluster is called “nowhere”.").waitFor();
    await inspect(page, "command-unknown");
    await page.keyboard.press("Enter");
    expect(page.url()).toBe(before);
    await page.keyboard.press("Escape");
  });

  test("opens a list of a named cluster", async () => {
    const { page, name, cluster } = scene;
    await openList();
    await type(`:svc @${name.toLowerCase().replace(/ /g, "-")}`);
    await page.getByRole("dialog").getByRole("option").filter({ hasText: "Services" }).first().waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.url()).toContain(`/c/${cluster}/core/v1/services`);
  });
});

test("a draft is discarded only after a confirmation", async () => {
  const { page, byId, go, paste } = scene;
  await go("core/v1/configmaps/default/first/yaml");
  const text =
    "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: first\n  namespace: default\ndata:\n  kept: sentence\n";
  await paste(text);
  await byId("discard").click();
  await byId("discard-dialog").getByText("Discard your draft of first?").waitFor();
  await inspect(page, "discard");
  await byId("discard-keep").click();
  await byId("editor").getByText("sentence").waitFor();
  await byId("discard").click();
  await byId("discard-yes").click();
  await byId("editor").getByText("sentence").waitFor({ state: "detached" });
  await expect.poll(() => byId("text-state").textContent()).toBe("No changes");
});

describe("New object", () => {
  const map = (name: string) =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  namespace: default\ndata:\n  key: value\n`;

  test("explains beside the text why it cannot be created", async () => {
    const { page, byId, go, paste } = scene;
    await go("core/v1/configmaps/new?ns=default");
    await byId("editor").locator(".view-line").first().waitFor();
    await paste("apiVersion: v1\nkind: Frobnicator\nmetadata:\n  name: x\n");
    await byId("create-why").getByText("Frobnicator").waitFor();
    expect(await byId("create-apply").getAttribute("aria-disabled")).toBe("true");
    await inspect(page, "create-why");
    await paste(map("fine"));
    await byId("create-why").waitFor({ state: "detached" });
  });

  test("can be tried in a dry run that writes nothing and shows the server's response", async () => {
    const { page, byId, go, api, paste } = scene;
    await go("core/v1/configmaps/new?ns=default");
    await paste(map("tried"));
    await byId("create-dry-run").click();
    await byId("dry-run-good").waitFor();
    expect((await api("GET", `${MAPS}/tried`)).status).toBe(404);
    await inspect(page, "create-dry-run");
    // The earlier result no longer applies once the text has changed.
    await paste(map("first"));
    await byId("dry-run-good").waitFor({ state: "detached" });
    await byId("create-dry-run").click();
    await byId("editor-error").getByText('configmaps "first" already exists').waitFor();
    await paste(`${map("one")}---\n${map("two")}`);
    await byId("create-dry-run").click();
    await expect.poll(() => byId("document-results").getByText("accepted").count()).toBe(2);
    expect((await api("GET", `${MAPS}/one`)).status).toBe(404);
    await byId("create-apply").click();
    await expect.poll(async () => (await api("GET", `${MAPS}/two`)).status).toBe(200);
  });
});

test("a list of events does not offer to create one", async () => {
  const { byId, go, page, create } = scene;
  await create("/api/v1/namespaces/default/events", {
    metadata: { name: "told" },
    involvedObject: { kind: "ConfigMap", name: "first", namespace: "default" },
    reason: "Told",
    message: "as components tell",
    type: "Normal",
  });
  await go("core/v1/events?ns=default");
  await byId("table-row").first().waitFor();
  expect(await byId("create").count()).toBe(0);
  expect(await page.getByRole("button", { name: /New Event/ }).count()).toBe(0);
  await go("core/v1/configmaps?ns=default");
  await byId("create").waitFor();
});

test("an age column is called Age, a time column Created At", async () => {
  const { page, go } = scene;
  const heads = () => page.getByRole("columnheader").allTextContents();
  await go("rbac.authorization.k8s.io/v1/clusterroles");
  await expect.poll(heads).toContain("Age");
  expect(await heads()).not.toContain("Created At");
  await go("/settings#ageFormat");
  await page.locator('[id="ageFormat"], [data-testid="row-ageFormat"]').first().getByText("Date and time").click();
  await go("rbac.authorization.k8s.io/v1/clusterroles");
  await expect.poll(heads).toContain("Created At");
  await go("/settings#ageFormat");
  await page.locator('[id="ageFormat"], [data-testid="row-ageFormat"]').first().getByText("5d3h").click();
});

test("a new sandbox gets a unique name and opens", async () => {
  const { page, byId, go } = scene;
  await go("/");
  await byId("new-sandbox").click();
  await page.waitForURL(/\/c\/sandbox-[0-9a-f]+/, { timeout: 60_000 });
  const id = /\/c\/([^/?]+)/.exec(page.url())?.[1];
  // The first sandbox is called "sandbox".
  await byId("cluster-switcher")
    .getByText(/^Sandbox \d$/)
    .waitFor();
  const clusters = await page.evaluate(async () => (await fetch("/host/clusters")).json());
  const names: string[] = clusters.map(({ name }: { name: string }) => name.toLowerCase());
  expect(new Set(names).size).toBe(names.length);
  expect((await page.request.delete(`${new URL(page.url()).origin}/host/clusters/${id}`)).ok()).toBe(true);
});

describe("Dialogs", () => {
  const begins = async (testId: string): Promise<void> => {
    await expect.poll(testIdInFocus).toBe(testId);
    await scene.page.keyboard.press("Escape");
    await scene.page.getByRole("dialog").waitFor({ state: "detached" });
  };

  test("focus their first field", async () => {
    const { byId, go, row, cluster } = scene;
    await go("/");
    await byId("sandbox-options").click();
    await begins("sandbox-name");
    await byId(`actions-${cluster}`).click();
    await byId("do-edit").click();
    await begins("edit-name");
    await go("/?add=paste");
    await begins("add-kubeconfig");
    await openList();
    await byId("views-menu").click();
    await byId("view-save").click();
    await begins("view-name");
    await row("first").click();
    await byId("drawer").waitFor();
  });

  test("focus a field that appears later, with its text selected", async () => {
    const { page, byId, go, cluster } = scene;
    await go("/");
    await byId(`actions-${cluster}`).click();
    await byId("do-flags").click();
    await expect.poll(testIdInFocus).toMatch(/^flag-/);
    await page.keyboard.press("Escape");
    await byId(`actions-${cluster}`).click();
    await byId("do-edit").click();
    await expect.poll(testIdInFocus).toBe("edit-name");
    await page.keyboard.type("Walked");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await byId(`cluster-${cluster}`).getByText("Walked", { exact: true }).waitFor();
  });

  test("that delete focus Cancel, one step before the button; a tooltip does not consume Escape", async () => {
    const { page, byId, go, api, create } = scene;
    await create(MAPS, { metadata: { name: "doomed" } });
    await go("core/v1/configmaps/default/doomed");
    await byId("delete").click();
    const dialog = page.getByRole("dialog");
    const inFocus = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(inFocus).toBe("Cancel");
    await dialog.getByRole("button", { name: "Copy" }).focus();
    await page.getByRole("tooltip").first().waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(testIdInFocus).toBe("delete");
    await page.keyboard.press("Enter");
    await expect.poll(inFocus).toBe("Cancel");
    await page.keyboard.press("Tab");
    await expect.poll(testIdInFocus).toBe("confirm-delete");
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await api("GET", `${MAPS}/doomed`)).status).toBe(404);
  });
});

test("a missing object is reported without actions and with links to others", async () => {
  const { page, byId, go } = scene;
  await go("core/v1/configmaps/default/nowhere");
  await byId("object-gone").waitFor();
  expect(await byId("delete").count()).toBe(0);
  await byId("object-gone").getByRole("link", { name: "Show all ConfigMaps" }).click();
  await byId("resource-table").waitFor();
  await go("core/v1/configmaps?ns=nowhere");
  await page.getByText("The namespace “nowhere” does not exist.").waitFor();
  expect(await byId("list-empty").getByRole("button").count()).toBe(0);
  await go("access/nowhere");
  await byId("not-found").waitFor();
  expect(await page.getByRole("navigation").first().isVisible()).toBe(true);
});

test("the longest names and keys fit into their page and dialog", async () => {
  const { page, byId, go, create } = scene;
  const name = `${"a".repeat(120)}.${"long-name-".repeat(13)}nd`;
  await create(MAPS, { metadata: { name }, data: { ["k".repeat(120)]: "v".repeat(300) } });
  await go(`core/v1/configmaps/default/${name}`);
  const entry = byId("data-entry");
  const column = await byId("standing").boundingBox();
  const box = await entry.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((column?.x ?? 0) + (column?.width ?? 0) + 1);
  await byId("delete").click();
  const dialog = byId("delete-dialog");
  await dialog.waitFor();
  expect(await dialog.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  const [frame, cancel] = [
    await dialog.boundingBox(),
    await dialog.getByRole("button", { name: "Cancel" }).boundingBox(),
  ];
  expect(cancel?.x ?? 0).toBeGreaterThan(frame?.x ?? Number.POSITIVE_INFINITY);
  await page.keyboard.press("Escape");
});

test("a list's tools fit into half a window", async () => {
  const { page, byId, go } = scene;
  await page.setViewportSize({ width: 797, height: 800 });
  await openList();
  const create = await byId("create").boundingBox();
  expect((create?.x ?? 0) + (create?.width ?? 0)).toBeLessThanOrEqual(797);
  expect((await page.getByRole("heading", { name: "ConfigMaps" }).boundingBox())?.width).toBeGreaterThan(40);
  expect((await page.locator(".paletteButton").boundingBox())?.height).toBeLessThanOrEqual(30);
  await go("");
  await page.setViewportSize(SMALL);
});

describe("Window of 640 × 400, as with a zoom of 200 %", () => {
  const VIEWS = [
    "",
    "map",
    "orrery",
    "helm",
    "access",
    "access/what-if",
    "activity",
    "activity/metrics",
    "advisor",
    "time",
    "learn",
    "core/v1/configmaps?ns=default",
    ...["overview", "yaml", "ownership", "history", "events"].map((tab) => `core/v1/configmaps/default/first/${tab}`),
    "/",
    "/settings",
  ];

  longTest("cuts nothing off and keeps each part of the bar on one line", async () => {
    const { page, go } = scene;
    await page.setViewportSize({ width: 640, height: 400 });
    const found: string[] = [];
    for (const view of VIEWS) {
      await go(view);
      await expect.poll(() => page.getByText("Loading…").count()).toBe(0);
      found.push(...(await findCutOff(page)).map((fault) => `${view}: ${fault}`));
      const lines = page.locator(".topBar .clusterName, .topBar .nsName, .tab");
      const high = await lines.evaluateAll((all) =>
        all.filter((line) => line.scrollHeight > 36).map((line) => `more than a line: ${line.textContent}`),
      );
      found.push(...high.map((fault) => `${view}: ${fault}`));
    }
    expect(found).toEqual([]);
  });

  test("shows all actions of the editor", async () => {
    const { page, byId, go, create } = scene;
    const [labels, containers] = [{ app: "none" }, [{ name: "web", image: "nginx" }]];
    await create("/apis/apps/v1/namespaces/default/statefulsets", {
      metadata: { name: "none" },
      spec: {
        replicas: 0,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers } },
      },
    });
    await go("apps/v1/statefulsets/default/none/yaml");
    await byId("editor").locator(".view-lines").first().click();
    await page.keyboard.type("# ");
    await byId("discard").waitFor();
    expect(await findCutOff(page)).toEqual([]);
    await byId("discard").click();
    await byId("discard-yes").click();
  });

  test("shows the orrery with room for its names and the text beside its owners", async () => {
    const { page, byId, go, create } = scene;
    await create(MAPS, { metadata: { name: "owned" }, data: { colour: "blue" } });
    await go("orrery");
    await byId("orrery-actions").waitFor();
    expect((await page.locator(".skyFrame").boundingBox())?.height).toBeGreaterThanOrEqual(400);
    await go("core/v1/configmaps/default/owned/ownership");
    await byId("ownership").waitFor();
    expect((await page.locator(".ownedText").boundingBox())?.width).toBeGreaterThan(600);
    await page.setViewportSize(SMALL);
  });
});

test("an address with an unavailable tab shows the object's first tab", async () => {
  const { byId, load } = scene;
  await load("core/v1/configmaps/default/first/metrics");
  await expect.poll(() => byId("tab-overview").getAttribute("aria-selected")).toBe("true");
  await byId("overview").waitFor();
});
