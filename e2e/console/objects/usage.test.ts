import { describe, expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";
import { longTest } from "../../extent.ts";
import { inspect } from "../../inspect.ts";

const scene = setScene(async ({ create }) => {
  const container = (name: string) => ({
    name,
    image: "shop/web",
    resources: { requests: { cpu: "100m", memory: "32Mi" }, limits: { cpu: "400m", memory: "128Mi" } },
  });
  await create("/api/v1/namespaces/default/pods", {
    metadata: {
      name: "busy",
      annotations: { "simulation.orrery/cpu": "150m", "simulation.orrery/memory": "64Mi" },
    },
    spec: { containers: [container("web"), container("cache")] },
  });
});

describe("Resource usage of a pod", () => {
  longTest("is charted over time with its requests and limits", async () => {
    const { page, byId, go, api } = scene;
    // The first measurement comes after a minute of the sandbox's clock.
    const answer = () =>
      api("GET", "/apis/metrics.k8s.io/v1beta1/namespaces/default/pods/busy").then(({ status }) => status);
    await expect.poll(answer, { timeout: 110_000, interval: 1_000 }).toBe(200);
    await go("core/v1/pods/default/busy/metrics");
    await expect.poll(() => byId("usage-cpu-now").textContent()).toMatch(/^\d+m$/);
    await expect.poll(() => byId("usage-memory-now").textContent()).toMatch(/MiB$/);
    await page.getByText("Limit").first().waitFor();
    expect(await byId("usage-cpu").textContent()).toContain("800m");
    await inspect(page, "usage", ["light", "dark"]);
  });

  test("is shown for nodes as well", async () => {
    const { page, byId, go } = scene;
    await go("core/v1/nodes/_/node-1/metrics");
    await byId("usage-cpu").waitFor();
    await page.getByText("Allocatable").first().waitFor();
  });
});
