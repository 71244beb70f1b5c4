import { describe, expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";
import { longTest } from "../../extent.ts";
import { inspect } from "../../inspect.ts";

const SHOP = "/api/v1/namespaces/shop";
const scene = setScene();

/** The lines of a list of references: kind, name and role of each. */
const linesOf = (id: string): Promise<string[]> => scene.byId(id).locator("li").allInnerTexts();
const flat = (lines: string[]): string[] => lines.map((line) => line.replace(/\s+/g, " "));

describe("References between objects", () => {
  test("are shown once the shop runs", async () => {
    const { page, byId, cluster } = scene;
    await byId(`cluster-${cluster}`).getByRole("link").first().click();
    await byId("door-shop").click();
    await page.getByText("Shop: loaded").waitFor();
    const isReady = async () => {
      const { body } = await scene.api("GET", "/apis/apps/v1/namespaces/shop/deployments/storefront");
      return (body as { status?: { readyReplicas?: number } }).status?.readyReplicas;
    };
    await expect.poll(isReady).toBe(3);
  });

  test("a Deployment lists what it uses and what scales, protects, restricts and selects it", async () => {
    const { page, byId, go } = scene;
    await go("apps/v1/deployments/shop/storefront");
    await expect
      .poll(async () => flat(await linesOf("uses")))
      .toEqual(["ServiceAccount storefront identity", "ConfigMap storefront-settings volume settings"]);
    await expect
      .poll(async () => flat(await linesOf("used-by")))
      .toEqual([
        "HorizontalPodAutoscaler storefront scale target",
        "NetworkPolicy default-deny selector",
        "NetworkPolicy to-storefront selector",
        "PodDisruptionBudget storefront selector",
        "Service storefront selector",
      ]);
    await inspect(page, "references");
    await byId("uses").getByRole("link", { name: "storefront-settings" }).click();
    await expect.poll(async () => flat(await linesOf("used-by"))).toEqual(["Deployment storefront volume settings"]);
  });

  test("a secret lists the workloads that read it, not each of their pods", async () => {
    const { go } = scene;
    await go("core/v1/secrets/shop/database-credentials");
    await expect
      .poll(async () => flat(await linesOf("used-by")))
      .toEqual(expect.arrayContaining(["Deployment orders environment of orders"]));
    expect((await linesOf("used-by")).filter((line) => line.startsWith("Pod"))).toEqual([]);
  });

  test("an unreferenced object says so", async () => {
    const { byId, create, go } = scene;
    await create(`${SHOP}/configmaps`, { metadata: { name: "left-over" } });
    await go("core/v1/configmaps/shop/left-over");
    await expect.poll(() => byId("unused").textContent()).toBe("No object refers to it.");
  });

  test("a service lists its endpoints with their pods and its routes", async () => {
    const { page, byId, go } = scene;
    await go("core/v1/services/shop/storefront");
    const endpoints = page.getByRole("table", { name: "Endpoints" });
    await expect.poll(() => endpoints.getByRole("row").count()).toBe(4);
    expect(await endpoints.getByRole("link", { name: /^storefront-/ }).count()).toBe(3);
    await expect.poll(async () => flat(await linesOf("used-by"))).toEqual(["Ingress shop backend shop.example.com/"]);
    await inspect(page, "service");
    expect(await byId("no-endpoints").count()).toBe(0);
  });

  test("a service without pods reports that it has no endpoints", async () => {
    const { byId, create, go } = scene;
    const spec = { selector: { app: "nothing" }, ports: [{ port: 80 }] };
    await create(`${SHOP}/services`, { metadata: { name: "astray" }, spec });
    await go("core/v1/services/shop/astray");
    await byId("no-endpoints").waitFor();
  });

  test("a node sums the requests of its pods", async () => {
    const { page, byId, go } = scene;
    await go("core/v1/nodes/_/node-1");
    await byId("pods-of").getByRole("link").first().waitFor();
    const cpu = page.getByRole("table", { name: "Resources" }).getByRole("row", { name: /^cpu/ });
    await expect.poll(() => cpu.textContent()).toMatch(/^cpu\d+m \d+%/);
    await inspect(page, "node");
  });

  test("storage links from the claim to the class and back", async () => {
    const { byId, go } = scene;
    await go("core/v1/persistentvolumeclaims/shop/data-database-0");
    await expect
      .poll(async () => flat(await linesOf("used-by")))
      .toContainEqual(expect.stringMatching(/^Pod database-0 volume/));
    await byId("uses").getByRole("link", { name: "standard" }).click();
    await expect
      .poll(async () => flat(await linesOf("used-by")))
      .toContain("PersistentVolumeClaim shop/data-database-0 class");
  });

  test("a role lists its bindings, and a binding its role", async () => {
    const { byId, go } = scene;
    await go("rbac.authorization.k8s.io/v1/roles/shop/support");
    await expect
      .poll(async () => flat(await linesOf("used-by")))
      .toEqual(["RoleBinding ben-supports role", "RoleBinding cleo-supports role"]);
    await byId("used-by").getByRole("link", { name: "ben-supports" }).click();
    await expect.poll(async () => flat(await linesOf("uses"))).toEqual(["Role support role"]);
  });

  longTest("a custom resource starts with the columns of its definition", async () => {
    const { page, byId, go, create, api } = scene;
    const text = { type: "string" };
    const properties = {
      spec: { type: "object", properties: { schedule: text, copies: { type: "integer" } } },
      status: { type: "object", properties: { phase: text, copies: { type: "integer" } } },
    };
    const columns = [
      { name: "Phase", type: "string", jsonPath: ".status.phase" },
      { name: "Schedule", type: "string", jsonPath: ".spec.schedule" },
    ];
    const scale = { specReplicasPath: ".spec.copies", statusReplicasPath: ".status.copies" };
    const subresources = { status: {}, scale };
    const schema = { openAPIV3Schema: { type: "object", properties } };
    const version = { name: "v1", served: true, storage: true, subresources, schema };
    const spec = {
      group: "ops.example.com",
      scope: "Namespaced",
      names: { plural: "backups", kind: "Backup" },
      versions: [{ ...version, additionalPrinterColumns: columns }],
    };
    await create("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
      metadata: { name: "backups.ops.example.com" },
      spec,
    });
    const path = "/apis/ops.example.com/v1/namespaces/shop/backups";
    const body = { apiVersion: "ops.example.com/v1", kind: "Backup", metadata: { name: "nightly" } };
    const isServed = async () => (await api("GET", path)).status;
    await expect.poll(isServed).toBe(200);
    await create(path, { ...body, spec: { schedule: "0 3 * * *" } });
    await api("PATCH", `${path}/nightly/status`, { status: { phase: "Failed" } }, "application/merge-patch+json");
    await scene.load("ops.example.com/v1/backups/shop/nightly");
    await expect.poll(() => byId("printed").textContent()).toBe("PhaseFailedSchedule0 3 * * *");
    await inspect(page, "custom-resource");
    await byId("action-menu").click();
    await byId("action-scale").click();
    expect(await byId("action-confirm").getAttribute("aria-disabled")).toBe("true");
    await byId("action-replicas").fill("3");
    await byId("action-confirm").click();
    const copies = async () =>
      ((await api("GET", `${path}/nightly`)).body as { spec?: { copies?: number } }).spec?.copies;
    await expect.poll(copies).toBe(3);
    await go("apiextensions.k8s.io/v1/customresourcedefinitions/_/backups.ops.example.com");
    await page.getByRole("table", { name: "Printed columns" }).waitFor();
  });
});
