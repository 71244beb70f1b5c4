import { describe, expect, test } from "vitest";
import { encodeViewAs } from "../../../shared/viewAs.ts";
import { setScene } from "../../consoleScene.ts";
import { inspect, inspectLayout } from "../../inspect.ts";
import { viewAsJane } from "../access/viewAs.ts";

const MERGE = "application/merge-patch+json";

const scene = setScene();

const deployment = (name: string, replicas: number, image: string, more: object = {}) =>
  scene.create("/apis/apps/v1/namespaces/shop/deployments?fieldManager=kubectl", {
    metadata: { name },
    spec: {
      replicas,
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name }, ...("annotations" in more ? { annotations: more.annotations } : {}) },
        spec: {
          containers: [
            {
              name: "app",
              image,
              resources: { requests: { cpu: "cpu" in more ? more.cpu : "250m", memory: "256Mi" } },
            },
          ],
        },
      },
    },
  });

const trouble = (text: string) => scene.byId("attention-row").filter({ hasText: text });

describe("Overview of a sandbox", () => {
  test("is a cluster's first view and offers first steps while no workload runs", async () => {
    const { page, byId, cluster } = scene;
    await byId(`cluster-${cluster}`).getByRole("link").first().click();
    await byId("empty-sandbox").waitFor();
    await byId("node-node-1").waitFor();
    await inspect(page, "overview-empty");
    await byId("door-learn").click();
    await page.waitForURL(/\/learn$/);
    await page.goBack();
    await byId("door-create").click();
    await page.waitForURL(/deployments\/new/);
    await byId("side-overview").click();
    await byId("empty-sandbox").waitFor();
  });

  test("shows what is unhealthy and why", async () => {
    const { page, byId, create, api } = scene;
    await create("/api/v1/namespaces", { metadata: { name: "shop" } });
    await create("/api/v1/namespaces/shop/resourcequotas", {
      metadata: { name: "team" },
      spec: { hard: { pods: "40", "requests.memory": "8Gi" } },
    });
    await deployment("web", 9, "shop/web:1.3");
    await deployment("checkout", 2, "shop/checkout:missing");
    await deployment("search", 2, "shop/search:4.1", { cpu: "900" });
    await deployment("import", 1, "shop/import:2.0", {
      annotations: { "simulation.orrery/exit-after": "300ms", "simulation.orrery/exit-code": "3" },
    });
    await create("/api/v1/namespaces/shop/persistentvolumeclaims", {
      metadata: { name: "uploads" },
      spec: { accessModes: ["ReadWriteOnce"], storageClassName: "fast", resources: { requests: { storage: "1Gi" } } },
    });
    await api("PUT", "/simulation/time", { speed: 20 });
    await trouble("ImagePullBackOff").filter({ hasText: "shop/checkout:missing cannot be pulled" }).waitFor();
    await trouble("CrashLoopBackOff").filter({ hasText: "exited with code 3" }).waitFor();
    await trouble("Insufficient cpu").waitFor();
    await trouble("waits for a volume of class fast").waitFor();
    // The troubles are listed for the pods only: their deployments are named beside them, without entries of their own.
    await trouble("Deployment checkout").first().waitFor();
    await expect.poll(() => trouble("replicas are ready").count()).toBe(0);
    await api("PUT", "/simulation/time", { speed: 1 });
    await byId("changes").getByText("kubectl").first().waitFor();
    await byId("warnings").getByText("FailedScheduling").first().waitFor();
    expect(await byId("kind-Deployment").textContent()).toContain("4");
    expect(await byId("capacity").textContent()).toContain("CPU");
    await inspect(page, "overview", ["light", "dark"]);
  });

  test("lists recent changes of all kinds, and deletions, with their authors", async () => {
    const { page, byId, create, api } = scene;
    const maps = "/api/v1/namespaces/shop/configmaps";
    await create(maps, { metadata: { name: "prices" } });
    await api("PATCH", `${maps}/prices`, { data: { a: "1" } }, MERGE);
    const change = (text: RegExp) => byId("changes").getByRole("listitem").filter({ hasText: text });
    await change(/admin.*changed.*ConfigMap prices/).waitFor();
    await change(/admin.*created.*ConfigMap prices/).waitFor();
    await api("DELETE", `${maps}/prices`);
    await change(/admin.*deleted.*ConfigMap prices/).waitFor();
    await inspect(page, "overview-changes");
    await change(/deleted/)
      .getByRole("link")
      .click();
    await byId("audit-row").filter({ hasText: "configmaps shop/prices" }).first().waitFor();
    await page.goBack();
  });

  test("lists changes that leave no trace in their object", async () => {
    const { page, byId, go, create, api, cluster, load } = scene;
    const claims = "/api/v1/namespaces/default/persistentvolumeclaims";
    // Without a class, no controller writes to the claims: the last write remains the one of the test.
    const claim = (name: string) => ({
      metadata: { name, labels: { tier: "gold" } },
      spec: { accessModes: ["ReadWriteOnce"], storageClassName: "", resources: { requests: { storage: "1Gi" } } },
    });
    const removal = { metadata: { labels: { tier: null } } };
    const change = (text: RegExp) => byId("changes").getByRole("listitem").filter({ hasText: text });
    await create(claims, claim("audited"));
    await go("?ns=default");
    await change(/via kubectl.*created.*audited/).waitFor();
    await api("PATCH", `${claims}/audited`, removal, MERGE);
    await change(/admin.*changed.*audited/).waitFor();

    const viewer = JSON.stringify({ username: "viewer", groups: ["system:masters"] });
    const key = `orrery.viewAs.${cluster}`;
    await page.evaluate(([name = "", text = ""]) => sessionStorage.setItem(name, text), [key, viewer]);
    await create(claims, claim("watched"));
    await load("?ns=default");
    await change(/created.*watched/).waitFor();
    await api("PATCH", `${claims}/watched`, removal, MERGE);
    await change(/changed.*watched/).waitFor();
    await page.evaluate((name) => sessionStorage.removeItem(name), key);
    for (const name of ["audited", "watched"]) await api("DELETE", `${claims}/${name}`);
    await load("");
  });

  test("words changes by what is known of them, in columns that stand below each other", async () => {
    const { byId, go, create, api } = scene;
    await create("/api/v1/namespaces/default/pods", {
      metadata: { name: "held", finalizers: ["example.com/hold"] },
      spec: { containers: [{ name: "web", image: "nginx" }] },
    });
    await go("?ns=default");
    const change = (text: RegExp) => byId("changes").getByRole("listitem").filter({ hasText: text });
    await change(/via kubectl.*created.*Pod held/).waitFor();
    await api("DELETE", "/api/v1/namespaces/default/pods/held?gracePeriodSeconds=0");
    await change(/deleting.*Pod held/).waitFor();
    const columns = await byId("changes")
      .getByRole("listitem")
      .evaluateAll((rows) =>
        rows.map(({ children }) => [...children].map((part) => Math.round(part.getBoundingClientRect().left)).join()),
      );
    expect(columns.length).toBeGreaterThan(1);
    expect(new Set(columns).size).toBe(1);
    await api("PATCH", "/api/v1/namespaces/default/pods/held", { metadata: { finalizers: null } }, MERGE);
  });

  test("says whose changes it knows without an audit log, and notices deletions itself", async () => {
    const { page, byId, load, create, api, cluster } = scene;
    const viewer = JSON.stringify({ username: "viewer", groups: ["system:masters"] });
    await page.evaluate(
      ([key = "", text = ""]) => sessionStorage.setItem(key, text),
      [`orrery.viewAs.${cluster}`, viewer],
    );
    const claims = "/api/v1/namespaces/shop/persistentvolumeclaims";
    await create(claims, {
      metadata: { name: "scratch" },
      spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
    });
    await load("");
    await byId("changes").getByText("scratch").first().waitFor();
    await byId("changes").getByText("deletions and removed fields since").waitFor();
    await api("DELETE", `${claims}/scratch`);
    await byId("changes")
      .getByRole("listitem")
      .filter({ hasText: /deleted.*scratch/ })
      .waitFor();
    await page.evaluate(([key = ""]) => sessionStorage.removeItem(key), [`orrery.viewAs.${cluster}`]);
    await load("");
  });

  test("can show one namespace with its quota", async () => {
    const { page, byId } = scene;
    await byId("namespace-picker").click();
    await byId("namespace-shop").click();
    await page.waitForURL(/\?ns=shop$/);
    await byId("quotas").getByText("requests.memory").waitFor();
    await byId("namespace-picker").click();
    await byId("namespace-default").click();
    await byId("attention").getByText("No problems found.").waitFor();
    await page.goBack();
    await byId("quotas").waitFor();
  });

  test("reads only the selected namespaces", async () => {
    const { page, byId, load, cluster } = scene;
    const read: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.endsWith("/pods") && pathname.includes(`/clusters/${cluster}/`)) read.push(pathname);
    });
    await load("?ns=shop,default");
    await byId("attention-row").first().waitFor();
    const lists = new Set(read.map((path) => path.split("/api/v1")[1]));
    expect([...lists].sort()).toEqual(["/namespaces/default/pods", "/namespaces/shop/pods"]);
  });

  test("opens a pod from its dot", async () => {
    const { page, byId, go } = scene;
    await go("?ns=shop");
    await byId("nodes-card")
      .getByRole("link", { name: /^web-.*: Running$/ })
      .first()
      .click();
    await page.waitForURL(/core\/v1\/pods\/shop\/web-/);
    await byId("trouble-menu").waitFor();
  });
});

describe("Simulation controls", () => {
  test("stop time, advance it step by step, and speed it up", async () => {
    const { page, byId, api } = scene;
    const time = async () => (await api("GET", "/simulation/time")).body as { running?: boolean; speed?: number };
    await byId("time-toggle").click();
    await page.locator('[data-testid=time-controls][data-running="false"]').waitFor();
    expect((await time()).running).toBe(false);
    await byId("time-step").click();
    await byId("time-speed").click();
    await byId("speed-10").click();
    await expect.poll(async () => (await time()).speed).toBe(10);
    await byId("time-speed").click();
    await byId("speed-1").click();
    await byId("time-toggle").click();
    await page.locator('[data-testid=time-controls][data-running="true"]').waitFor();
    expect((await time()).running).toBe(true);
  });

  test("pause a controller, run one step, and resume it", async () => {
    const { page, byId, go, api } = scene;
    await go("?ns=shop");
    const held = (running: boolean) =>
      page.locator(`[data-testid="actor-deployment-controller"][data-running="${running}"]`).waitFor();
    await byId("toggle-deployment-controller").click();
    await held(false);
    const scale = { spec: { replicas: 10 } };
    await api("PATCH", "/apis/apps/v1/namespaces/shop/deployments/web", scale, "application/merge-patch+json");
    // Other deployments may have entries, too, while their pods are not all running.
    await byId("actor-deployment-controller")
      .getByText(/^[1-9]\d*$/)
      .waitFor();
    await inspectLayout(page, "overview-held");
    const replicas = async () => {
      const { body } = await api("GET", "/apis/apps/v1/namespaces/shop/replicasets?labelSelector=app%3Dweb");
      return (body as { items?: { spec: { replicas: number } }[] }).items?.[0]?.spec.replicas;
    };
    expect(await replicas()).not.toBe(10);
    await expect
      .poll(async () => {
        await byId("step-deployment-controller").click();
        return replicas();
      })
      .toBe(10);
    await byId("toggle-deployment-controller").click();
    await held(true);
  });

  test("simulate a node fault, show it, and end it", async () => {
    const { page, byId, go } = scene;
    await go("core/v1/nodes/_/node-2");
    await byId("trouble-menu").click();
    await byId("trouble-node-memory-pressure").waitFor();
    await inspectLayout(page, "node-trouble-menu");
    await byId("trouble-node-memory-pressure").click();
    await go("");
    await byId("trouble-strip").getByText("node-2").waitFor();
    await page.locator('[data-testid="node-node-2"][data-state="attention"]').waitFor();
    await inspect(page, "overview-trouble");
    await byId("trouble-strip").getByRole("button").click();
    await byId("trouble-strip").waitFor({ state: "detached" });
    await page.locator('[data-testid="node-node-2"][data-state="good"]').waitFor();
  });

  test("does not report unreadable objects as healthy", async () => {
    const { page, byId, load } = scene;
    const end = await viewAsJane(scene, encodeViewAs({ username: "jane", groups: ["system:authenticated"] }));
    await load("");
    await byId("attention").getByText("You may not read what could need attention.").waitFor();
    await inspect(page, "overview-refused");
    await load("?ns=default");
    await byId("attention").getByText("No problems found in what you may read.").waitFor();
    await end();
  });
});
