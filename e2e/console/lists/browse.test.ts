import type { Request } from "playwright-core";
import { describe, expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";
import { longTest } from "../../extent.ts";
import { inspect } from "../../inspect.ts";
import { findCrowded } from "../../layout.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const MERGE = "application/merge-patch+json";
const scene = setScene(async ({ create }) => {
  await create("/api/v1/namespaces", { metadata: { name: "team-a" } });
  for (const [name, app] of [
    ["red", "web"],
    ["green", "web"],
    ["blue", "db"],
  ]) {
    await create(MAPS, { metadata: { name, labels: { app } }, data: { name } });
  }
  await create("/api/v1/namespaces/team-a/configmaps", { metadata: { name: "elsewhere" }, data: {} });
});

describe("Lists", () => {
  test("the sidebar shows the served kinds and can be searched", async () => {
    const { byId, go } = scene;
    await go("");
    const sidebar = byId("sidebar");
    await sidebar.getByRole("link", { name: "Deployments", exact: true }).waitFor();
    await sidebar.getByRole("link", { name: /^Config ?Maps$/ }).waitFor();
    const cut = await sidebar
      .locator("li .sideName")
      .evaluateAll((names) =>
        names.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent),
      );
    expect(cut).toEqual([]);
    await byId("kind-search").fill("deplo");
    await expect.poll(() => sidebar.getByRole("link", { name: /^Pods$/ }).count()).toBe(0);
    await byId("kind-search").fill("");
  });

  test("a list updates live as objects are created, changed and deleted", async () => {
    const { page, byId, row, go, api, create } = scene;
    await go("core/v1/configmaps?ns=default");
    await expect.poll(() => byId("list-state").textContent()).toMatch(/Live/);
    await create(MAPS, { metadata: { name: "appears" }, data: { a: "1" } });
    await row("appears").waitFor();
    await api("PATCH", `${MAPS}/appears`, { data: { b: "2" } }, MERGE);
    await expect.poll(() => row("appears").textContent()).toMatch(/appears.*2/);
    await inspect(page, "list", ["light", "dark"]);
    await api("DELETE", `${MAPS}/appears`);
    await row("appears").waitFor({ state: "detached" });
  });

  test("the filter narrows the rows and is part of the address", async () => {
    const { page, byId, row } = scene;
    await byId("filter").fill("red");
    await row("blue").waitFor({ state: "detached" });
    expect(await row("red").count()).toBe(1);
    await expect.poll(() => page.url()).toContain("q=red");
    await byId("filter").fill("");
    await row("blue").waitFor();
  });

  test("a drawer opens beside the table, which keeps its scroll position", async () => {
    const { page, byId, row } = scene;
    await row("red").click();
    await byId("drawer").waitFor();
    expect(await byId("drawer").textContent()).toContain("red");
    await row("blue").waitFor();
    await inspect(page, "drawer");
    await page.keyboard.press("Escape");
    await byId("drawer").waitFor({ state: "detached" });
  });

  test("a click applies to the row where it started, even if rows move under the pointer", async () => {
    const { page, byId, row, create, api } = scene;
    await row("green").hover();
    await page.mouse.down();
    await create(MAPS, { metadata: { name: "above-all" }, data: {} });
    await row("above-all").waitFor();
    await page.mouse.up();
    await byId("drawer").getByRole("heading", { name: "green", exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await api("DELETE", `${MAPS}/above-all`);
    await row("above-all").waitFor({ state: "detached" });
  });
});

describe("Selectors", () => {
  test("a label selector is shown as a chip, is part of the address, and is applied by the server", async () => {
    const { page, byId, row, go } = scene;
    await go("core/v1/configmaps?ns=default");
    await row("blue").waitFor();
    await byId("add-selector").click();
    await byId("selector-input").fill("app in (");
    await expect.poll(() => byId("selector-add").getAttribute("aria-disabled")).toBe("true");
    await byId("selector-input").fill("app=web");
    const asked = page.waitForRequest((request) => /labelSelector=app%3Dweb/.test(request.url()));
    await page.keyboard.press("Enter");
    await asked;
    await row("blue").waitFor({ state: "detached" });
    await row("red").waitFor();
    expect(page.url()).toContain("labels=app");
    await inspect(page, "list-selectors");
    await page.reload();
    await byId("selector-chip").waitFor();
    await byId("selector-chip").getByRole("button").click();
    await row("blue").waitFor();
  });

  test("a field selector works the same; an empty result offers to clear it", async () => {
    const { byId, row, go } = scene;
    await go("core/v1/configmaps?ns=default&fields=metadata.name%3Dred");
    await row("red").waitFor();
    expect(await row("blue").count()).toBe(0);
    await go("core/v1/configmaps?ns=default&fields=metadata.name%3Dnone");
    await byId("list-none-selected").getByRole("button").click();
    await row("blue").waitFor();
  });

  test("several namespaces can be selected at once", async () => {
    const { page, byId, row, go } = scene;
    await go("core/v1/configmaps?ns=default");
    await row("red").waitFor();
    await byId("namespace-picker").click();
    await byId("namespace-team-a").getByTestId("namespace-box").click();
    await page.keyboard.press("Escape");
    // Each namespace is a separate list: either may be loaded first.
    await Promise.all([row("elsewhere").waitFor(), row("red").waitFor()]);
    expect(new URL(page.url()).searchParams.get("ns")).toBe("default,team-a");
  });
});

describe("Marked rows", () => {
  test("can be marked by keyboard and in ranges, and survive updates", async () => {
    const { page, byId, row, go, api } = scene;
    await go("core/v1/configmaps?ns=default&labels=app");
    await row("blue").click();
    await byId("drawer").waitFor();
    await byId("drawer-close").click();
    await row("blue").click();
    await byId("resource-table").focus();
    await page.keyboard.press("Space");
    await expect.poll(() => byId("bulk-bar").textContent()).toContain("1 marked");
    await page.keyboard.press("Shift+ArrowDown");
    await expect.poll(() => byId("bulk-bar").textContent()).toContain("2 marked");
    await api("PATCH", `${MAPS}/green`, { data: { more: "1" } }, MERGE);
    await expect.poll(() => row("green").textContent()).toContain("2");
    expect(await row("green").getByRole("checkbox").getAttribute("aria-checked")).toBe("true");
    await page.keyboard.press("Escape");
    await inspect(page, "list-marked");
  });

  test("are labelled together after a preview of the requests", async () => {
    const { page, byId, api } = scene;
    await byId("bulk-label").click();
    await byId("bulk-change").fill("tier=front");
    await expect.poll(() => byId("request-text").textContent()).toContain("kubectl label configmaps");
    await inspect(page, "bulk-label");
    await byId("bulk-confirm").click();
    await expect.poll(() => byId("bulk-progress").textContent()).toContain("2 of 2 done");
    await page.getByRole("heading", { name: "2 objects labelled" }).waitFor();
    await byId("bulk-close").click();
    const { body } = await api("GET", `${MAPS}/green`);
    expect(body.metadata).toMatchObject({ labels: { app: "web", tier: "front" } });
  });

  test("are deleted together after a list of their dependents", async () => {
    const { page, byId, row, go, create, api } = scene;
    const owner = { metadata: { name: "owner", labels: { app: "own" } }, data: {} };
    await create(MAPS, owner);
    const { uid } = (await api("GET", `${MAPS}/owner`)).body.metadata ?? {};
    const ownerReferences = [{ apiVersion: "v1", kind: "ConfigMap", name: "owner", uid }];
    await create("/api/v1/namespaces/default/secrets", { metadata: { name: "hangs-on", ownerReferences } });
    await go("core/v1/configmaps?ns=default&labels=app%3Down");
    await row("owner").getByTestId("mark").click();
    await byId("bulk-delete-open").click();
    await byId("search-all-kinds").click();
    await expect.poll(() => byId("dependents").textContent()).toContain("hangs-on");
    await inspect(page, "bulk-delete");
    await byId("bulk-confirm").click();
    await expect.poll(() => byId("bulk-progress").textContent()).toContain("1 of 1 done");
    await page.getByRole("heading", { name: "One object deleted" }).waitFor();
    await byId("bulk-close").click();
    await byId("list-none-selected").waitFor();
  });
});

describe("Bulk change of hundreds of objects", () => {
  const COUNT = 240;
  const CROWD = "/api/v1/namespaces/crowd/configmaps";
  const labelled = async (): Promise<number> => {
    const { body } = await scene.api("GET", `${CROWD}?labelSelector=tier=front`);
    return (body as { items: unknown[] }).items.length;
  };

  longTest("stops on request: sent changes remain, the rest is skipped, and the dialog shows the counts", async () => {
    const { page, byId, row, go, create } = scene;
    const names = Array.from({ length: COUNT }, (_, i) => `many-${String(i).padStart(3, "0")}`);
    await create("/api/v1/namespaces", { metadata: { name: "crowd" } });
    for (let i = 0; i < COUNT; i += 40) {
      await Promise.all(names.slice(i, i + 40).map((name) => create(CROWD, { metadata: { name }, data: {} })));
    }
    await go("core/v1/configmaps?ns=crowd");
    await row("many-000").waitFor();
    // The namespace also contains its default config map.
    await byId("filter").fill("many-");
    await byId("mark-all").click();
    await expect.poll(() => byId("bulk-bar").textContent()).toContain(`${COUNT} marked`);
    let [sent, release] = [0, (): void => undefined];
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const patches = "**/configmaps/many-*";
    await page.route(patches, async (route) => {
      sent += 1;
      if (sent > 100) await released;
      await route.continue();
    });
    await byId("bulk-label").click();
    await byId("bulk-change").fill("tier=front");
    await byId("bulk-confirm").click();
    await expect.poll(() => byId("bulk-progress").textContent()).toContain(`100 of ${COUNT} done`);
    await page.getByRole("heading", { name: `Labelling ${COUNT} objects` }).waitFor();
    expect(await byId("bulk-progress").getByRole("progressbar").getAttribute("value")).toBe("100");
    const inFlight = sent - 100;
    expect(inFlight).toBeGreaterThan(0);
    await byId("bulk-stop").click();
    release();
    const done = 100 + inFlight;
    await page.getByRole("heading", { name: `${done} of ${COUNT} objects labelled` }).waitFor();
    expect(await byId("bulk-progress").textContent()).toBe(
      `${done} of ${COUNT} done, 0 failed, ${COUNT - done} left as they were`,
    );
    await inspect(page, "bulk-stopped");
    await page.unroute(patches);
    expect([sent, await labelled()]).toEqual([done, done]);
    await byId("bulk-close").click();
  });

  longTest("stops waiting for responses on request, and does not report them as failed", async () => {
    const { page, byId } = scene;
    const before = await labelled();
    const patches = "**/configmaps/many-*";
    await page.route(patches, () => undefined);
    await byId("bulk-label").click();
    await byId("bulk-change").fill("tier=back");
    await byId("bulk-confirm").click();
    await byId("bulk-progress").waitFor();
    await byId("bulk-stop").click();
    await byId("slow-cancel").click();
    await page.getByRole("heading", { name: `0 of ${COUNT} objects labelled` }).waitFor();
    expect(await byId("bulk-progress").textContent()).toMatch(
      new RegExp(`^0 of ${COUNT} done, 0 failed, (\\d+) not answered, \\d+ left as they were$`),
    );
    await page.unroute(patches);
    expect(await labelled()).toBe(before);
    await byId("bulk-close").click();
  });
});

test("list headers fit the longest names in either language", async () => {
  const { page, byId, go, load } = scene;
  const speak = (language: string) =>
    page.evaluate((chosen) => localStorage.setItem("orrery.settings", JSON.stringify({ language: chosen })), language);
  for (const language of ["de", "en"]) {
    await speak(language);
    await load("admissionregistration.k8s.io/v1/validatingadmissionpolicybindings");
    await byId("list-empty").waitFor();
    expect(await findCrowded(page), language).toEqual([]);
    await go("rbac.authorization.k8s.io/v1/clusterrolebindings");
    await byId("row-count").waitFor();
    expect(await findCrowded(page), language).toEqual([]);
  }
  await page.evaluate(() => localStorage.removeItem("orrery.settings"));
  await load("core/v1/configmaps?ns=default");
});

test("the command line opens the view of the chosen entry", async () => {
  const { page, byId, row, go } = scene;
  await go("core/v1/configmaps?ns=default");
  await row("red").waitFor();
  await byId("resource-table").focus();
  await page.keyboard.press(":");
  await page.keyboard.type("cm team-a /else");
  await inspect(page, "command-line");
  await page.keyboard.press("Enter");
  await row("elsewhere").waitFor();
  expect(page.url()).toContain("ns=team-a&q=else");
});

longTest("one of three hundred namespaces is found by typing", async () => {
  const { page, byId, go, create } = scene;
  const names = Array.from({ length: 300 }, (_, i) => `tenant-${String(i).padStart(3, "0")}`);
  for (let i = 0; i < names.length; i += 25) {
    await Promise.all(names.slice(i, i + 25).map((name) => create("/api/v1/namespaces", { metadata: { name } })));
  }
  await go("core/v1/configmaps");
  await byId("namespace-picker").click();
  await byId("namespace-tenant-299").waitFor();
  await inspect(page, "namespaces-many");
  const found = page.locator('[data-testid^="namespace-tenant-"]:visible');
  await byId("namespace-search").fill("tenant-277");
  // Similar names follow; Enter takes the first.
  await expect.poll(() => found.first().getAttribute("data-testid")).toBe("namespace-tenant-277");
  await page.keyboard.press("Enter");
  await page.waitForURL(/ns=tenant-277/);
  await byId("list-empty").or(byId("resource-table")).first().waitFor();

  const lists: string[] = [];
  const note = (request: Request): void => {
    if (/namespaces\/tenant-\d+\/secrets\?.*limit=\d{3}/.test(request.url())) lists.push(request.url());
  };
  page.on("request", note);
  await go(`core/v1/secrets?ns=${names.join(",")}`);
  await byId("list-empty").waitFor();
  page.off("request", note);
  expect(lists, "lists of an address that names 300 namespaces").toHaveLength(50);
  await byId("namespace-picker").click();
  await page.getByText("A view shows at most 50 namespaces.").waitFor();
  await byId("namespace-tenant-200").getByTestId("namespace-box").click();
  expect(new URL(page.url()).searchParams.get("ns")).toBe(names.join(","));
});
