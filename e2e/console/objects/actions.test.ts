import { beforeEach, describe, expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";
import { SMALL } from "../../driver.ts";
import { longTest } from "../../extent.ts";
import { inspect } from "../../inspect.ts";
import { coveredActions } from "../../layout.ts";

const APPS = "/apis/apps/v1/namespaces/default/deployments";
const BUDGETS = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
const deployment = (name: string, replicas: number) => ({
  metadata: { name },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: "web", image: "nginx:1.26" }] } },
  },
});

const scene = setScene(async ({ create }) => {
  await create(APPS, deployment("storefront", 2));
  await create("/apis/batch/v1/namespaces/default/cronjobs", {
    metadata: { name: "report" },
    spec: {
      schedule: "0 2 * * *",
      jobTemplate: {
        spec: {
          template: {
            spec: { restartPolicy: "Never", containers: [{ name: "c", image: "busybox", command: ["true"] }] },
          },
        },
      },
    },
  });
});

/** A field of an object, by its path. */
async function field(path: string, at: string): Promise<unknown> {
  let value: unknown = (await scene.api("GET", path)).body;
  for (const part of at.split(".")) value = (value as Record<string, unknown> | undefined)?.[part];
  return value;
}

async function choose(action: string): Promise<void> {
  await scene.byId("action-menu").click();
  await scene.byId(`action-${action}`).click();
}

describe("Actions of an object", () => {
  beforeEach(async () => {
    await scene.page.keyboard.press("Escape");
  });

  test("a message covers no action of a dialog, and is closed without it", async () => {
    const { page, byId, go } = scene;
    await go("apps/v1/deployments/default/storefront");
    await choose("scale");
    await byId("action-confirm").waitFor();
    await page.setViewportSize({ width: 640, height: 300 });
    for (let i = 0; i < 2; i += 1) await byId("request-copy").click();
    await page.locator(".toast").waitFor();
    await expect.poll(() => coveredActions(page)).toEqual([]);
    await page.locator(".toast button").click();
    await page.locator(".toast").waitFor({ state: "detached" });
    expect(await byId("action-dialog").isVisible()).toBe(true);
    await page.setViewportSize(SMALL);
  });

  test("scale previews the request and scales the workload", async () => {
    const { page, byId, go } = scene;
    await go("apps/v1/deployments/default/storefront");
    await byId("action-menu").click();
    await byId("action-scale").waitFor();
    await inspect(page, "actions-menu");
    await byId("action-scale").click();
    await byId("action-replicas").fill("x");
    expect(await byId("action-confirm").getAttribute("aria-disabled")).toBe("true");
    await byId("action-replicas").fill("3");
    expect(await byId("request-text").textContent()).toMatch(
      /^kubectl scale deployments\/storefront --replicas=3 -n default --kubeconfig \S+kubeconfig$/,
    );
    await inspect(page, "actions-scale", ["light", "dark"]);
    await page.keyboard.press("Enter");
    await byId("action-dialog").waitFor({ state: "detached" });
    await expect.poll(() => field(`${APPS}/storefront`, "status.readyReplicas")).toBe(3);
  });

  longTest("say before a change of replicas that an autoscaler sets them", async () => {
    const { page, byId, go, create, api, paste } = scene;
    const autoscalers = "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers";
    await create(autoscalers, {
      metadata: { name: "storefront-load" },
      spec: {
        minReplicas: 2,
        maxReplicas: 6,
        scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "storefront" },
        metrics: [
          { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } } },
        ],
      },
    });
    await go("apps/v1/deployments/default/storefront");
    await choose("scale");
    const notice = byId("autoscaled");
    await notice.getByRole("link", { name: "storefront-load" }).waitFor();
    expect(await notice.textContent()).toContain("2 to 6.");
    for (const [replicas, effect] of [
      ["9", "It lowers this number to 6."],
      ["1", "It raises this number to 2."],
      ["0", "At 0 it does nothing"],
    ] as const) {
      await byId("action-replicas").fill(replicas);
      await notice.getByText(effect).waitFor();
    }
    await inspect(page, "actions-autoscaled", ["light", "dark"]);
    await page.keyboard.press("Escape");
    await go("apps/v1/deployments/default/storefront/yaml");
    await byId("editor").waitFor();
    expect(await notice.count()).toBe(0);
    const stored = (await api("GET", `${APPS}/storefront`)).body as { spec?: object };
    const edited = {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "storefront", namespace: "default" },
    };
    await paste(JSON.stringify({ ...edited, spec: { ...stored.spec, replicas: 8 } }));
    await notice.getByText("It lowers this number to 6.").waitFor();
    await inspect(page, "editor-autoscaled");
    await byId("discard").click();
    await byId("discard-yes").click();
    await notice.waitFor({ state: "detached" });
    expect((await api("DELETE", `${autoscalers}/storefront-load`)).status).toBe(200);
  });

  test("restart restarts the workload, and roll back restores the earlier revision", async () => {
    const { page, byId, go, api } = scene;
    const image = { spec: { template: { spec: { containers: [{ name: "web", image: "nginx:1.27" }] } } } };
    await api("PATCH", `${APPS}/storefront`, image, "application/strategic-merge-patch+json");
    await go("apps/v1/deployments/default/storefront");
    await choose("restart");
    await byId("action-confirm").click();
    await byId("action-dialog").waitFor({ state: "detached" });
    await expect.poll(() => field(`${APPS}/storefront`, "status.observedGeneration")).toBe(4);
    await choose("rollBack");
    await byId("revision-1").click();
    await page.locator(".rollBackDiff .monaco-diff-editor").waitFor();
    await page.getByText("nginx:1.26").first().waitFor();
    expect(await byId("rollback-dialog").textContent()).toContain(
      "kubectl rollout undo deployments/storefront --to-revision=",
    );
    await inspect(page, "actions-rollback", ["light", "dark"]);
    const refused = `**${APPS}/storefront?*`;
    await page.route(refused, (route) => route.fulfill({ status: 503, body: "no" }));
    await byId("rollback-confirm").click();
    await byId("rollback-dialog").getByRole("heading", { name: "storefront was not rolled back" }).waitFor();
    await page.unroute(refused);
    await byId("rollback-confirm").click();
    await byId("rollback-dialog").waitFor({ state: "detached" });
    const containers = (await field(`${APPS}/storefront`, "spec.template.spec.containers")) as { image: string }[];
    expect(containers[0]?.image).toBe("nginx:1.26");
  });

  test("a double click on a slow server sends one request, and the button shows that it waits", async () => {
    const { page, byId, go } = scene;
    await go("apps/v1/deployments/default/storefront");
    const paths: string[] = [];
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const writes = `**${APPS}/storefront?*`;
    await page.route(writes, async (route) => {
      if (route.request().method() === "PATCH") paths.push(route.request().url());
      await released;
      await route.continue();
    });
    await choose("restart");
    await byId("action-confirm").dblclick();
    await expect.poll(() => byId("action-confirm").getAttribute("aria-busy")).toBe("true");
    release();
    await byId("action-dialog").waitFor({ state: "detached" });
    await page.unroute(writes);
    expect(paths).toHaveLength(1);
  });

  test("pause pauses a rollout, and resume continues it", async () => {
    const { byId, go } = scene;
    await go("apps/v1/deployments/default/storefront");
    for (const [action, paused] of [
      ["pause", true],
      ["unpause", undefined],
    ] as const) {
      await choose(action);
      await byId("action-confirm").click();
      await expect.poll(() => field(`${APPS}/storefront`, "spec.paused")).toBe(paused);
    }
  });

  test("set images of all containers, with only the change in the request, and follow the rollout", async () => {
    const { page, byId, go, create, api } = scene;
    const { spec, metadata } = deployment("checkout", 2);
    const initContainers = [{ name: "migrate", image: "tool:1" }];
    const template = { ...spec.template, spec: { ...spec.template.spec, initContainers } };
    await create(APPS, { metadata, spec: { ...spec, template } });
    await go("apps/v1/deployments/default/checkout");
    await choose("setImage");
    expect(await byId("image-migrate").inputValue()).toBe("tool:1");
    expect(await byId("action-confirm").getAttribute("aria-disabled")).toBe("true");
    await byId("image-web").fill("nginx:1.27");
    expect(await byId("request-text").textContent()).toMatch(
      /^kubectl set image deployments\/checkout web=nginx:1.27 -n default/,
    );
    await inspect(page, "actions-set-image", ["light", "dark"]);
    // Another user changes the same image meanwhile.
    const other = { spec: { template: { spec: { containers: [{ name: "web", image: "nginx:9" }] } } } };
    await api("PATCH", `${APPS}/checkout`, other, "application/strategic-merge-patch+json");
    await byId("action-confirm").click();
    await byId("action-dialog").getByText("The pod template has changed").waitFor();
    await page.keyboard.press("Escape");
    await byId("overview").getByText("nginx:9").first().waitFor();
    await choose("setImage");
    await byId("image-web").fill("nginx:1.27");
    await byId("image-migrate").fill("tool:2");
    const sent = page.waitForRequest((request) => request.method() === "PATCH");
    await byId("action-confirm").click();
    expect((JSON.parse((await sent).postData() ?? "[]") as { op: string }[]).filter(({ op }) => op === "add")).toEqual([
      { op: "add", path: "/spec/template/spec/initContainers/0/image", value: "tool:2" },
      { op: "add", path: "/spec/template/spec/containers/0/image", value: "nginx:1.27" },
    ]);
    await byId("rollout").waitFor();
    await expect.poll(() => byId("rollout").getAttribute("data-stage"), { timeout: 30_000 }).toBe("done");
    expect(await byId("rollout").textContent()).toContain("2 of 2 pods updated, 2 available");
    await inspect(page, "actions-rollout", ["light", "dark"]);
    await byId("rollout-close").click();
    await byId("action-dialog").waitFor({ state: "detached" });
  });

  test("run now starts a cron job", async () => {
    const { byId, go } = scene;
    await go("batch/v1/cronjobs/default/report");
    await choose("trigger");
    expect(await byId("request-text").textContent()).toMatch(
      /^kubectl create job report-manual-\w+ --from=cronjob\/report/,
    );
    await byId("action-confirm").click();
    const jobs = async () =>
      (await field("/apis/batch/v1/namespaces/default/jobs", "items")) as { status: { succeeded?: number } }[];
    await expect.poll(async () => (await jobs()).map(({ status }) => status.succeeded)).toEqual([1]);
  });

  test("drain lists the pods to move and waits until they have moved", async () => {
    const { page, byId, go, create } = scene;
    await create("/api/v1/namespaces/default/pods", {
      metadata: { name: "alone" },
      spec: { nodeName: "node-1", terminationGracePeriodSeconds: 0, containers: [{ name: "c", image: "nginx" }] },
    });
    await go("core/v1/nodes/_/node-1");
    await choose("drain");
    await byId("drain-pod").filter({ hasText: "alone" }).waitFor();
    expect(await byId("drain-confirm").getAttribute("aria-disabled")).toBe("true");
    await byId("drain-accept").check();
    await inspect(page, "actions-drain", ["light", "dark"]);
    await byId("drain-confirm").click();
    await byId("drain-done").waitFor();
    await byId("drain-dialog").getByRole("heading", { name: "node-1 is drained" }).waitFor();
    expect(await field("/api/v1/nodes/node-1", "spec.unschedulable")).toBe(true);
    await byId("drain-dialog").getByRole("button", { name: "Close" }).click();
    await choose("uncordon");
    await byId("action-confirm").click();
    await expect.poll(() => field("/api/v1/nodes/node-1", "spec.unschedulable")).toBeUndefined();
  });

  longTest("drain waits for a pod blocked by a disruption budget until the budget allows its eviction", async () => {
    const { byId, go, create, api } = scene;
    await create("/api/v1/namespaces/default/pods", {
      metadata: { name: "precious", labels: { app: "precious" } },
      spec: { nodeName: "node-2", terminationGracePeriodSeconds: 0, containers: [{ name: "c", image: "nginx" }] },
    });
    await expect.poll(() => field("/api/v1/namespaces/default/pods/precious", "status.phase")).toBe("Running");
    await create(BUDGETS, {
      metadata: { name: "keep" },
      spec: { minAvailable: 1, selector: { matchLabels: { app: "precious" } } },
    });
    await expect.poll(() => field(`${BUDGETS}/keep`, "status.currentHealthy")).toBe(1);
    await go("core/v1/nodes/_/node-2");
    await choose("drain");
    await byId("drain-accept").check();
    await byId("drain-confirm").click();
    const held = byId("drain-pod").filter({ hasText: "precious" });
    await held.filter({ hasText: "held by a PodDisruptionBudget" }).waitFor();
    await api("DELETE", `${BUDGETS}/keep`);
    await byId("drain-done").waitFor();
    expect((await api("GET", "/api/v1/namespaces/default/pods/precious")).status).toBe(404);
    await byId("drain-dialog").getByRole("button", { name: "Close" }).click();
  });

  longTest("the row menu offers the same actions and a clone that the user can edit first", async () => {
    const { page, byId, go, row } = scene;
    await go("apps/v1/deployments?ns=default");
    await row("storefront").click({ button: "right" });
    await byId("action-scale").click();
    await byId("action-replicas").fill("2");
    await byId("action-confirm").click();
    await byId("action-dialog").waitFor({ state: "detached" });
    await expect.poll(() => field(`${APPS}/storefront`, "spec.replicas")).toBe(2);
    await row("storefront").click({ button: "right" });
    await byId("action-clone").waitFor();
    await inspect(page, "actions-row");
    await byId("action-clone").click();
    await page.waitForURL(/deployments\/new/);
    await page.getByText("storefront-copy").first().waitFor();
    await byId("create-apply").click();
    await expect.poll(() => field(`${APPS}/storefront-copy`, "status.readyReplicas")).toBe(2);
  });
});
