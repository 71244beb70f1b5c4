import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";
import { longTest } from "../../extent.ts";
import { inspect } from "../../inspect.ts";

const PODS = "/api/v1/namespaces/default/pods";
const pod = (name: string, more: object = {}) => ({
  metadata: { name, labels: { tier: `tier-${name}` } },
  spec: { terminationGracePeriodSeconds: 0, containers: [{ name: "c", image: `nginx:${name}` }] },
  ...more,
});

const scene = setScene(async ({ create }) => {
  await create(PODS, pod("alpha"));
  await create(PODS, pod("omega"));
});

const head = (name: string) => scene.page.getByRole("columnheader", { name, exact: true });

describe("Custom columns", () => {
  longTest("show a label or JSON path of every row, update live, and persist", async () => {
    const { page, byId, go, row, create, api } = scene;
    await go("core/v1/pods?ns=default");
    await row("alpha").waitFor();
    await byId("columns").click();
    await byId("column-add").click();
    await byId("column-path").fill("tier");
    await expect.poll(() => byId("column-example").textContent()).toContain("tier-alpha");
    await inspect(page, "list-column");
    await byId("column-save").click();
    await row("alpha").getByText("tier-alpha").waitFor();
    await byId("columns").click();
    await byId("column-add").click();
    await page.getByText("JSONPath", { exact: true }).first().click();
    await byId("column-path").fill("spec.containers[");
    await expect.poll(() => byId("column-save").getAttribute("aria-disabled")).toBe("true");
    await byId("column-path").fill(".spec.containers[*].im");
    await page.keyboard.press("Escape");
    expect(await byId("column-dialog").isVisible()).toBe(true);
    await byId("column-path").fill("{.spec.containers[*].image}");
    await byId("column-name").fill("Image");
    await page.keyboard.press("Enter");
    await row("omega").getByText("nginx:omega").waitFor();
    await create(PODS, pod("later"));
    await row("later").getByText("nginx:later").waitFor();
    await api("PATCH", `${PODS}/later`, { metadata: { labels: { tier: "moved" } } }, "application/merge-patch+json");
    await row("later").getByText("moved").waitFor();
    await head("Image").getByRole("button").first().click();
    await expect.poll(() => page.url()).toContain("sort=Image");
    await byId("filter").fill("nginx:omega");
    await row("alpha").waitFor({ state: "detached" });
    await page.reload();
    await row("omega").getByText("nginx:omega").waitFor();
    await inspect(page, "list-own-columns", ["light", "dark"]);
    await byId("columns").click();
    await byId("column-remove-Image").click();
    await head("Image").waitFor({ state: "detached" });
  });

  test("never show content of secrets", async () => {
    const { page, byId, go, row, create } = scene;
    await create("/api/v1/namespaces/default/secrets", {
      metadata: { name: "vault" },
      stringData: { pin: "swordfish" },
    });
    await go("core/v1/secrets?ns=default");
    await row("vault").waitFor();
    await byId("columns").click();
    await byId("column-add").click();
    await page.getByText("JSONPath", { exact: true }).first().click();
    await byId("column-path").fill(".data.pin");
    await page.keyboard.press("Enter");
    await head("pin").waitFor();
    await row("vault").getByText("•").first().waitFor();
    const shown = await page.locator("body").textContent();
    expect(shown).not.toContain("swordfish");
    expect(shown).not.toContain(Buffer.from("swordfish").toString("base64"));
  });
});

describe("Saved view", () => {
  test("stores namespaces, filter, order and columns, appears in sidebar and palette, and can be edited and deleted", async () => {
    const { page, byId, go, row } = scene;
    await go("core/v1/pods?ns=default&q=omega&sort=-Name");
    await row("omega").waitFor();
    await byId("columns").click();
    await page.getByRole("menuitemcheckbox", { name: "IP", exact: true }).click();
    await page.keyboard.press("Escape");
    await byId("views-menu").click();
    await byId("view-save").click();
    await byId("view-name").fill("Last ones");
    await inspect(page, "view-dialog");
    await page.keyboard.press("Enter");
    await page.waitForURL(/view=/);
    // Outside of the saved view, the columns are as they were set there.
    await go("core/v1/pods?ns=default");
    await byId("columns").click();
    await page.getByRole("menuitemcheckbox", { name: "IP", exact: true }).click();
    await page.keyboard.press("Escape");
    await head("IP").waitFor({ state: "detached" });
    await go("core/v1/configmaps");
    await byId("side-view-Last ones").click();
    await row("omega").waitFor();
    await row("alpha").waitFor({ state: "detached" });
    await head("IP").waitFor();
    expect(new URL(page.url()).searchParams.get("ns")).toBe("default");
    await byId("filter").fill("alpha");
    await row("alpha").waitFor();
    await byId("views-menu").getByText("changed").waitFor();
    await byId("views-menu").click();
    await byId("view-update").click();
    await go("");
    await page.keyboard.press("ControlOrMeta+k");
    await page.keyboard.type("last ones");
    await page.getByRole("option", { name: /Last ones/ }).waitFor();
    await page.keyboard.press("Enter");
    await row("alpha").waitFor();
    await inspect(page, "list-view");
    await byId("views-menu").click();
    await byId("view-delete").click();
    await byId("side-view-Last ones").waitFor({ state: "detached" });
    expect(page.url()).not.toContain("view=");
  });
});

describe("List of several clusters", () => {
  let other = "";
  /** Each attempt uses unique names. */
  let attempts = 0;
  const host = async (method: string, path: string, data?: object) => {
    const { page } = scene;
    const options = data === undefined ? { method } : { method, data };
    const answer = await page.request.fetch(`${new URL(page.url()).origin}${path}`, options);
    expect(answer.ok(), path).toBe(true);
    return (await answer.json().catch(() => ({}))) as { id?: string };
  };

  beforeAll(async () => {
    other = (await host("POST", "/host/sandboxes", { name: "Elsewhere" })).id ?? "";
    await scene.create(PODS, pod("alpha"), other);
    await scene.create(PODS, pod("distant"), other);
  });
  afterAll(async () => void (await host("DELETE", `/host/clusters/${other}`)));

  const rowOf = (cluster: string, name: string) => scene.row(name).filter({ hasText: cluster });

  test("shows each cluster's objects with the cluster name and acts on the right one", async () => {
    const { page, byId, go, row, name, api } = scene;
    await go("core/v1/pods?ns=default");
    await row("alpha").waitFor();
    await page.reload();
    await byId("clusters-menu").click();
    await byId(`cluster-add-${other}`).click();
    await page.keyboard.press("Escape");
    await rowOf("Elsewhere", "distant").waitFor();
    await rowOf(name, "alpha").waitFor();
    await rowOf("Elsewhere", "alpha").waitFor();
    await inspect(page, "list-clusters", ["light", "dark"]);
    await head("Cluster").getByRole("button").first().click();
    // Rows move while they are sorted: an earlier click would hit another row.
    const areApart = () =>
      page.getByTestId("table-row").evaluateAll((rows) => {
        const elsewhere = rows.map(({ textContent }) => textContent.includes("Elsewhere"));
        return elsewhere.lastIndexOf(false) < elsewhere.indexOf(true);
      });
    await expect.poll(areApart).toBe(true);
    attempts += 1;
    const fresh = `fresh${attempts}`;
    await scene.create(PODS, pod(fresh), other);
    await rowOf("Elsewhere", fresh).waitFor();
    // Details are loaded from the row's cluster.
    await rowOf("Elsewhere", "distant").click();
    await byId("drawer").getByText("nginx:distant").first().waitFor();
    await page.keyboard.press("Escape");
    // Marked rows of two clusters cannot be changed together.
    await rowOf("Elsewhere", "alpha").getByTestId("mark").click();
    await rowOf(name, "alpha").getByTestId("mark").click();
    await expect.poll(() => byId("bulk-delete-open").getAttribute("aria-disabled")).toBe("true");
    expect(await byId("bulk-hint").textContent()).toContain("Mark objects of one cluster only");
    await rowOf(name, "alpha").getByTestId("mark").click();
    await expect.poll(() => byId("bulk-delete-open").getAttribute("aria-disabled")).toBe(null);
    await rowOf("Elsewhere", "alpha").getByTestId("mark").click();
    // An object is deleted in the row's cluster only.
    await rowOf("Elsewhere", "alpha").click({ button: "right" });
    await byId("row-delete").click();
    await byId("confirm-delete").click();
    await rowOf("Elsewhere", "alpha").waitFor({ state: "detached" });
    expect((await api("GET", `${PODS}/alpha`)).status).toBe(200);
    await rowOf("Elsewhere", "distant").dblclick();
    await page.waitForURL(new RegExp(`/c/${other}/core/v1/pods/default/distant`));
  });

  test("a bulk action reaches the cluster of its rows only, and names it", async () => {
    const { page, byId, go, name, api, create } = scene;
    attempts += 1;
    const both = `both${attempts}`;
    await create(PODS, pod(both));
    await create(PODS, pod(both), other);
    await go(`core/v1/pods?ns=default&clusters=${other}`);
    await rowOf(name, both).waitFor();
    await rowOf("Elsewhere", both).getByTestId("mark").click();
    await byId("bulk-label").click();
    await byId("bulk-metadata").getByText("Elsewhere").waitFor();
    await byId("bulk-change").fill("seen=yes");
    await inspect(page, "list-clusters-bulk");
    await byId("bulk-confirm").click();
    await expect.poll(() => byId("bulk-progress").textContent()).toContain("1 of 1 done");
    await byId("bulk-close").click();
    const labels = async (path: string) => JSON.stringify((await api("GET", path)).body);
    expect(await labels(`${PODS}/${both}`)).not.toContain("seen");
    await byId("bulk-delete-open").click();
    await byId("bulk-delete").getByText("Elsewhere").waitFor();
    await byId("bulk-confirm").click();
    await expect.poll(() => byId("bulk-progress").textContent()).toContain("1 of 1 done");
    await byId("bulk-close").click();
    await rowOf("Elsewhere", both).waitFor({ state: "detached" });
    expect((await api("GET", `${PODS}/${both}`)).status).toBe(200);
  });

  test("names a cluster that could not be read and shows the others", async () => {
    const { byId, go, name } = scene;
    await host("POST", `/host/clusters/${other}/stop`, {});
    await go(`core/v1/pods?ns=default&clusters=${other}`);
    await rowOf(name, "alpha").waitFor();
    await byId("unseen").getByText("Elsewhere / default").waitFor();
  });
});

test("the sidebar shows object counts and scrolls to the active kind", async () => {
  const { page, byId, go, create, row, api } = scene;
  const { items = [] } = (await api("GET", PODS)).body as { items?: unknown[] };
  const shown = async () => Number(await byId("count-core/v1/pods").textContent());
  await go("core/v1/pods?ns=default");
  await expect.poll(shown).toBe(items.length);
  await create(PODS, pod("one-more"));
  await row("one-more").waitFor();
  await expect.poll(shown).toBe(items.length + 1);
  await go("core/v1/nodes");
  await expect
    .poll(() =>
      byId("side-core/v1/nodes").evaluate((link) => {
        const { top, bottom } = link.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      }),
    )
    .toBe(true);
  await inspect(page, "sidebar");
});
