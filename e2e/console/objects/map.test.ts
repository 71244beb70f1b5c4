import { describe, expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";
import { longTest } from "../../extent.ts";
import { inspect, inspectLayout } from "../../inspect.ts";

const scene = setScene();

const thing = (label: string) => scene.page.locator(`[data-testid="map-thing"][aria-label^="${label}"]`);
const create = (path: string, name: string, body: object = {}) => scene.create(path, { metadata: { name }, ...body });
const focusedClass = () => scene.page.evaluate(() => document.activeElement?.className);
const focused = () => scene.page.evaluate(() => document.activeElement?.getAttribute("data-map-item"));

describe("Map", () => {
  longTest("reports an empty or missing namespace and links to others", async () => {
    const { page, byId, go } = scene;
    await create("/api/v1/namespaces", "bare");
    await go("map?ns=bare");
    await byId("map-empty").waitFor();
    await inspect(page, "map-empty");
    await go("map?ns=nowhere");
    await byId("map-gone").waitFor();
  });

  test("shows how the shop's objects are connected", async () => {
    const { page, byId, go } = scene;
    await go("");
    await byId("door-shop").click();
    await page.getByText("Shop: loaded").waitFor();
    await go("?ns=shop");
    const secrets: Promise<string>[] = [];
    page.on("response", (answer) => {
      if (answer.url().includes("/secrets?")) secrets.push(answer.text().catch(() => ""));
    });
    await byId("side-map").click();
    await page.waitForURL(/\/map\?ns=shop$/);
    await expect.poll(() => thing("Deployment storefront").getAttribute("aria-label")).toContain("3 pods, 3 healthy");
    // The console requests only the names of secrets.
    const answer = (await Promise.all(secrets)).join("");
    expect(answer).toContain('"database-credentials"');
    expect(answer).not.toContain('"data"');
    await byId("map-fit").click();
    await expect.poll(() => byId("map-thing").count()).toBeGreaterThan(30);
    await inspect(page, "map-shop", ["light", "dark"]);
  });

  longTest("follows edges by keyboard, shows details and opens the page", async () => {
    const { page, byId, load } = scene;
    await load("map?ns=shop");
    await thing("Ingress shop").focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(focused).toMatch(/^Service\/shop\//);
    await thing("Service storefront").focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(focused).toBe("Deployment/shop/storefront");
    await page.keyboard.press("Space");
    await byId("drawer").waitFor();
    expect(new URL(page.url()).searchParams.get("sel")).toBe("Deployment/shop/storefront");
    await inspect(page, "map-selected", ["light", "dark"]);
    await page.reload();
    await byId("drawer").getByRole("heading", { name: "storefront" }).waitFor();
    await thing("Deployment storefront").focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/apps\/v1\/deployments\/shop\/storefront\/overview$/);
    await page.goBack();
  });

  test("scrolls to elements outside the window on Tab", async () => {
    const { page, byId, load } = scene;
    await load("map?ns=shop");
    await thing("Ingress shop").waitFor();
    await byId("map-as-map").focus();
    const outside = () =>
      page.evaluate(() => {
        const head = document.activeElement as HTMLElement;
        const frame = document.querySelector("[data-testid=map]")?.getBoundingClientRect() ?? new DOMRect();
        const { left, top, right, bottom } = head.getBoundingClientRect();
        const isIn = left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom;
        return isIn || !head.closest(".mapSheet") ? undefined : head.getAttribute("aria-label");
      });
    const heads = page.locator(".mapGroupHead");
    const count = await heads.count();
    expect(count).toBeGreaterThan(8);
    for (let i = 0; i < count; i++) {
      await page.keyboard.press("Tab");
      await expect.poll(outside).toBeUndefined();
    }
    expect(await focusedClass()).toBe("mapGroupHead");
  });

  test("opens a pod from its dot", async () => {
    const { page, byId, go } = scene;
    await go("map?ns=shop");
    await page.getByRole("button", { name: /^database-0: Running$/ }).click();
    await byId("drawer").getByRole("heading", { name: "database-0" }).waitFor();
    await byId("drawer-close").click();
  });

  longTest("shows missing objects and can hide healthy ones", async () => {
    const { page, byId, go } = scene;
    await create("/api/v1/namespaces", "odd");
    await create("/api/v1/namespaces/odd/services", "lost", {
      spec: { selector: { app: "nobody" }, ports: [{ port: 80 }] },
    });
    await create("/api/v1/namespaces/odd/services", "api", {
      spec: { selector: { app: "api" }, ports: [{ port: 80 }] },
    });
    const path = (name: string, number: number) => ({
      path: `/${name}`,
      pathType: "Prefix",
      backend: { service: { name, port: { number } } },
    });
    await create("/apis/networking.k8s.io/v1/namespaces/odd/ingresses", "shop.example.com", {
      spec: { rules: [{ http: { paths: [path("api", 81), path("gone", 80)] } }] },
    });
    await create("/apis/apps/v1/namespaces/odd/deployments", "api", {
      spec: {
        replicas: 14,
        selector: { matchLabels: { app: "api" } },
        template: {
          metadata: { labels: { app: "api" } },
          spec: {
            volumes: [{ name: "s", configMap: { name: "settings" } }],
            containers: [{ name: "a", image: "shop/api:missing" }],
          },
        },
      },
    });
    await create("/api/v1/namespaces/odd/pods", "alone", { spec: { containers: [{ name: "a", image: "nginx" }] } });
    await go("map?ns=odd");
    await thing("ConfigMap settings, missing").waitFor();
    await thing("Service gone, missing").waitFor();
    await thing("Service lost, selects nothing").waitFor();
    await thing("Ingress shop.example.com, api has no port 81").waitFor();
    await expect.poll(() => thing("Deployment api").getAttribute("aria-label")).toContain("14 pods");
    await inspect(page, "map-odd", ["light", "dark"]);
    await thing("Pod alone").waitFor();
    await byId("map-unwell").click();
    await page.waitForURL(/unwell=only/);
    await thing("Pod alone").waitFor({ state: "detached" });
    await create("/api/v1/namespaces/odd/configmaps", "settings", { data: { a: "1" } });
    await thing("ConfigMap settings, missing").waitFor({ state: "detached" });
    await byId("map-unwell").click();
    // At any zoom level, the objects that match the filter are in view.
    const { x = 0, y = 0 } = (await byId("map").boundingBox()) ?? {};
    for (let i = 0; i < 4; i++) {
      await page.mouse.move(x + 1_000, y + 550);
      await page.mouse.down();
      await page.mouse.move(x + 10, y + 550, { steps: 4 });
      await page.mouse.up();
    }
    await expect.poll(() => byId("map-thing").count()).toBeLessThan(2);
    await byId("filter").fill("gone");
    await page.waitForURL(/q=gone/);
    // The objects appear in a later frame.
    await expect.poll(() => byId("map-thing").count()).toBe(2);
    await byId("filter").fill("no such thing");
    await byId("map-no-match").getByRole("button").click();
    await thing("Deployment api").waitFor();
  });

  longTest("shows several namespaces side by side", async () => {
    const { byId, page, go } = scene;
    await go("map?ns=odd,shop");
    await thing("Deployment api").waitFor();
    await byId("filter").fill("storefront");
    await thing("Deployment storefront").waitFor();
    await byId("map-group").filter({ hasText: "shop" }).first().waitFor();
    await page.keyboard.press("Escape");
  });

  test("has the same content as a list", async () => {
    const { page, byId, go } = scene;
    await go("map?ns=shop");
    await byId("map-as-list").click();
    const entry = byId("map-entry").filter({ has: page.getByRole("button", { name: /^Deployment storefront/ }) });
    await entry.getByText("mounts ConfigMap storefront-settings").waitFor();
    await entry.getByText("is selected by Service storefront").waitFor();
    await inspect(page, "map-list");
    await page.reload();
    await byId("map-list").waitFor();
  });

  longTest("collapses large groups and expands those that the user opens", async () => {
    const { page, byId, go } = scene;
    await create("/api/v1/namespaces", "town");
    await Promise.all(
      Array.from({ length: 100 }, async (_, i) => {
        const app = `app-${String(i).padStart(3, "0")}`;
        const labels = { app };
        for (const kind of ["configmaps", "secrets", "serviceaccounts"]) {
          await scene.create(`/api/v1/namespaces/town/${kind}`, { metadata: { name: app, labels } });
        }
        await scene.create("/api/v1/namespaces/town/services", {
          metadata: { name: app, labels },
          spec: { selector: labels, ports: [{ port: 80 }] },
        });
        await scene.create("/api/v1/namespaces/town/pods", {
          metadata: { name: app, labels },
          spec: {
            serviceAccountName: app,
            containers: [{ name: "a", image: "nginx", envFrom: [{ secretRef: { name: app } }] }],
          },
        });
      }),
    );
    await go("map?ns=town");
    await byId("map-folded").first().waitFor();
    expect(await byId("map").getAttribute("data-count")).toBe("500");
    await byId("map-fit").click();
    await inspectLayout(page, "map-town");
    await inspect(page, "map-town");
    await page.getByRole("button", { name: "Expand app-000" }).click();
    await thing("Secret app-000").waitFor();
    await page.waitForURL(/fold=town%2Fapp-000/);
    await page.reload();
    await thing("Secret app-000").waitFor();
  });

  longTest("shows a restricted user what they may see and what is left out", async () => {
    const { page, byId, go } = scene;
    await create("/apis/rbac.authorization.k8s.io/v1/namespaces/shop/roles", "looks", {
      rules: [
        { apiGroups: ["", "apps"], resources: ["pods", "services", "deployments"], verbs: ["list", "watch", "get"] },
      ],
    });
    await create("/apis/rbac.authorization.k8s.io/v1/namespaces/shop/rolebindings", "looks", {
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "looks" },
      subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "alice" }],
    });
    await go("access/view-as");
    await byId("whom-name").fill("alice");
    await byId("view-as-start").click();
    await byId("view-as-banner").waitFor();
    await go("map?ns=shop");
    await thing("Deployment storefront").waitFor();
    await byId("map-unread-kinds").getByText("Secret").waitFor();
    expect(await page.getByText("missing", { exact: true }).count()).toBe(0);
    await inspect(page, "map-partly");
    await go("map?ns=odd");
    await byId("map-unread").waitFor();
  });
});
