import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { type ConsoleScene, openScene, setScene } from "../consoleScene.ts";
import { dropFiles } from "../dropFiles.ts";
import { show } from "../inspect.ts";

const CATALOG = "/apis/apps/v1/namespaces/shop/deployments/catalog";
const SETTINGS = "/api/v1/namespaces/shop/configmaps/storefront-settings";
const MERGE = "application/merge-patch+json";
const MINUTE = 60_000;

/**
 * The console on the shop content, for the documentation's pictures: each shows objects that a user could have made.
 */
const scene = setScene(
  async ({ byId, go, page }: ConsoleScene) => {
    await go("");
    await byId("door-shop").click();
    await page.getByText("Shop: loaded").waitFor();
  },
  () => openScene({ name: "Corner Shop" }),
);

const itemsOf = async (path: string): Promise<{ metadata: { name: string } }[]> =>
  ((await scene.api("GET", path)).body as { items?: { metadata: { name: string } }[] }).items ?? [];
const countOf = async (path: string): Promise<number> => (await itemsOf(path)).length;

/** Number of the shop's pods that do not run yet. */
async function unready(): Promise<number> {
  const pods = (await itemsOf("/api/v1/namespaces/shop/pods")) as {
    status?: { containerStatuses?: { ready: boolean }[] };
  }[];
  return pods.filter(({ status }) => status?.containerStatuses?.every(({ ready }) => ready) !== true).length;
}

const BEN_RUNS_PAYMENTS = {
  apiVersion: "rbac.authorization.k8s.io/v1",
  kind: "RoleBinding",
  metadata: { name: "ben-runs-payments", namespace: "shop" },
  roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "payments-operator" },
  subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "ben" }],
};

/** The fields that another field manager applies to the catalogue. */
const gitOps = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "catalog", annotations: { "shop.example.com/team": "catalogue" } },
  spec: { replicas: 2, template: { spec: { containers: [{ name: "catalog", image: "shop/catalog:2.4.1" }] } } },
};

describe("Pictures of the shop", () => {
  test("overview, map and list", async () => {
    const { page, byId, go, row } = scene;
    await expect.poll(() => countOf("/api/v1/namespaces/shop/pods"), { timeout: MINUTE }).toBe(15);
    await byId("empty-sandbox").waitFor({ state: "detached" });
    await expect.poll(() => byId("attention-row").count(), { timeout: MINUTE }).toBe(0);
    await expect.poll(unready, { timeout: MINUTE }).toBe(0);
    await go("?ns=shop");
    await byId("overview").waitFor();

    await page.getByText("No problems found.").waitFor();
    await show(page, "content-shop");
    await go("map?ns=shop");
    await byId("map-thing").first().waitFor();
    await show(page, "map-shop");
    await go("core/v1/pods?ns=shop");
    await row("database-0").waitFor();
    await show(page, "list");
    await show(page, "list", "dark");
    const [pod] = (await itemsOf("/api/v1/namespaces/shop/pods?labelSelector=app%3Dcatalog")).map(
      (each) => each.metadata,
    );
    await go(`core/v1/pods/shop/${pod?.name}`);
    await byId("overview").getByText("shop/catalog:2.4.1").first().waitFor();
    await show(page, "pod");
  });

  test("deletion with dependents, and questions on the command line", async () => {
    const { page, byId, go, row } = scene;
    await go("apps/v1/deployments?ns=shop");
    await row("payments").getByTestId("mark").click();
    await byId("bulk-delete-open").click();
    await byId("search-all-kinds").click();
    await expect.poll(() => byId("dependents").textContent(), { timeout: MINUTE }).toContain("payments-");
    await show(page, "bulk-delete");
    await page.keyboard.press("Escape");
    await go("core/v1/pods?ns=shop");
    await row("database-0").waitFor();
    await page.keyboard.press("Control+`");
    const input = byId("command-input");
    for (const line of ["get deployments -n shop", "rollout status deploy/storefront -n shop", "get hpa -n shop"]) {
      await input.fill(line);
      await input.press("Enter");
      await expect.poll(() => byId("command-output").locator("pre.commandTyped").last().textContent()).toBe(line);
      await expect.poll(() => byId("command-dock").getAttribute("data-running")).toBe("false");
    }
    await byId("command-output").getByText("storefront").first().waitFor();
    await show(page, "command-dock");
    await page.keyboard.press("Escape");
    await byId("command-dock").waitFor({ state: "detached" });
  });

  test("ownership by several managers and a conflict", async () => {
    const { page, byId, go, api, paste } = scene;
    const applied = await api(
      "PATCH",
      `${CATALOG}?fieldManager=gitops&force=true`,
      gitOps,
      "application/apply-patch+yaml",
    );
    expect(applied.status).toBe(200);
    await go("apps/v1/deployments/shop/catalog/ownership");
    await page.locator('[data-manager="gitops"]').click();
    await expect.poll(() => page.locator(".ownedLine[data-owners*=gitops]").count()).toBeGreaterThan(2);
    await show(page, "ownership");
    await go("apps/v1/deployments/shop/catalog/yaml");
    await byId("editor").locator(".view-line").first().waitFor();
    const { status: _status, ...wanted } = (await api("GET", CATALOG)).body as unknown as Wanted;
    for (const own of ["managedFields", "uid", "resourceVersion", "generation", "creationTimestamp"]) {
      delete wanted.metadata[own];
    }
    wanted.metadata.annotations["shop.example.com/team"] = "storefront";
    wanted.spec.replicas = 4;
    for (const container of wanted.spec.template.spec.containers) container.image = "shop/catalog:2.5.0";
    await paste(stringify(wanted, { lineWidth: 0 }));
    await byId("apply").click();
    await byId("conflict-panel").waitFor();
    expect(await byId("conflict-panel").textContent()).toContain("3 fields");
    await page.locator(".view-lines").first().hover();
    await page.mouse.wheel(0, -10_000);
    await page.locator(".view-line").filter({ hasText: "apiVersion" }).waitFor();
    await show(page, "conflict");
    await byId("discard").click();
    await byId("discard-yes").click();
  });

  test("explanations of permissions", async () => {
    const { page, byId, go, load, paste } = scene;
    await go("access?as=user:ben");
    await byId("can-i-form").waitFor();
    await byId("can-i-verb").fill("get");
    await byId("can-i-resource").fill("secrets");
    await byId("can-i-namespace").fill("shop");
    await byId("can-i-ask").click();
    await expect.poll(() => byId("can-i-result").getAttribute("data-allowed")).toBe("false");
    await byId("near-misses").waitFor();
    await show(page, "access-denied");
    await go("access/matrix?kind=pods&ns=shop");
    await byId("matrix-row").first().waitFor();
    await byId("matrix-filter").fill("User");
    const ben = byId("matrix-row").filter({ hasText: "User ben" });
    await ben.locator("[data-cell]").nth(6).click();
    await byId("matrix-why").waitFor();
    await show(page, "access-matrix");
    await load("access/what-if");
    await paste(stringify(BEN_RUNS_PAYMENTS));
    await byId("existing-form").click();
    await byId("existing-name").fill("RoleBinding shop/cleo-runs-payments");
    await byId("existing-remove").click();
    await expect.poll(() => byId("what-if-change").count()).toBe(2);
    // The editor checks the text a moment after the paste.
    await expect.poll(() => page.locator(".squiggly-warning").count()).toBe(0);
    await show(page, "access-what-if");
  });

  test("past states and the audit log", async () => {
    const { page, byId, go, api, cluster, load } = scene;
    await api("PATCH", `${SETTINGS}?fieldManager=kubectl-edit`, { data: { theme: "summer" } }, MERGE);
    await go("time?resource=configmaps&ns=shop&object=shop/storefront-settings");
    await expect.poll(() => byId("revision").count()).toBe(2);
    await page.getByTestId("diff").getByText("summer").first().waitFor();
    await byId("time-slider").focus();
    await page.keyboard.press("ArrowLeft");
    await byId("time-list-row").getByText("changed at this moment").waitFor();
    await show(page, "time");
    const origin = new URL(page.url()).origin;
    const asBen = { "orrery-view-as": encodeURIComponent(JSON.stringify({ username: "ben", groups: ["support"] })) };
    for (const path of [
      "/api/v1/namespaces/shop/secrets/database-credentials",
      CATALOG,
      "/api/v1/namespaces/shop/secrets",
    ]) {
      await page.request.get(`${origin}/clusters/${cluster}${path}`, { headers: asBen });
    }
    await go("activity/audit");
    await byId("audit-denied").click();
    await byId("audit-row").filter({ hasText: "database-credentials" }).first().click();
    await byId("audit-detail").waitFor();
    await show(page, "activity-audit");
    await load("core/v1/pods?ns=shop");
    await scene.row("database-0").waitFor();
    await go("activity");
    await byId("requests-row")
      .filter({ hasText: /GET.*\/namespaces\/shop\/pods/ })
      .first()
      .click();
    await byId("request-detail").waitFor();
    await show(page, "activity-requests");
  });

  test("effects of scaling a deployment, and server metrics", async () => {
    const { page, byId, go, api } = scene;
    await go("orrery");
    const entries = byId("orrery-actions").getByRole("listitem");
    await entries.first().waitFor();
    await api("PATCH", "/apis/apps/v1/namespaces/shop/deployments/storefront", { spec: { replicas: 5 } }, MERGE);
    const bound = entries.filter({ hasText: "scheduler" }).filter({ hasText: "storefront" });
    await bound.first().waitFor();
    await expect.poll(unready, { timeout: MINUTE }).toBe(0);
    await byId("orrery-play").click();
    const mine = entries.filter({ has: page.locator(".actionActor", { hasText: /^kubectl$/ }) });
    await mine.filter({ hasText: "deployments/storefront" }).first().getByTestId("orrery-action").click();
    await expect.poll(() => byId("orrery-action").locator(".actionActor").allTextContents()).toContain("scheduler");
    await show(page, "orrery");
    await go("activity/metrics");
    await page.locator("[data-testid=charts] canvas").first().waitFor();
    // Only a picture needs several points in the chart.
    const enough = process.env.ORRERY_PICTURES ? 9 : 1;
    const points = async () => Number(await byId("charts").getAttribute("data-points"));
    await expect.poll(points, { timeout: MINUTE }).toBeGreaterThanOrEqual(enough);
    await show(page, "activity-metrics", "dark");
  });

  test("advisor, a lesson, dropped files and the settings", async () => {
    const { page, byId, go } = scene;
    await go("learn/objects");
    await byId("lesson-hint").click();
    await byId("lesson-solution").click();
    await byId("lesson-fill").click();
    await show(page, "lesson");
    await go("advisor?view=manifests");
    await byId("advice-example").click();
    await page.getByText("served since").first().waitFor();
    await show(page, "advisor-manifests");
    await go("core/v1/services?ns=shop");
    await scene.row("storefront").waitFor();
    const file = { name: "returns.yaml", text: "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: returns\n" };
    await dropFiles(page, [file], { hover: true });
    await byId("drop-overlay").waitFor();
    await show(page, "drop");
    await page.reload();
    await go("/settings");
    await byId("row-theme").waitFor();
    await show(page, "settings");
  });
});

interface Wanted {
  metadata: Record<string, unknown> & { annotations: Record<string, string> };
  spec: { replicas: number; template: { spec: { containers: { image: string }[] } } };
  status?: unknown;
}
