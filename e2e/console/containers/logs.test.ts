import { describe, expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";
import { inspect } from "../../inspect.ts";

const PODS = "/api/v1/namespaces/default/pods";
const DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";

/** The log of a shop: colours, an error, and text that must not be interpreted as markup. */
const SHOP = [
  "\u001b[32mINFO\u001b[0m  listening on :8080",
  "\u001b[32mINFO\u001b[0m  GET /products 200 12ms",
  "\u001b[33mWARN\u001b[0m  cart 4711 has no address",
  "\u001b[1;31mERROR\u001b[0m payment refused <b>not bold</b>",
];

const printing = (name: string, script: string) => ({
  name,
  image: "busybox",
  command: ["sh", "-c", script],
});

const scene = setScene(async ({ create }) => {
  const script = `${SHOP.map((line) => `printf '%b\\n' '${line}'`).join("; ")}; sleep 36000`;
  await create(DEPLOYMENTS, {
    metadata: { name: "shop" },
    spec: {
      replicas: 2,
      selector: { matchLabels: { app: "shop" } },
      template: {
        metadata: { labels: { app: "shop" } },
        spec: {
          terminationGracePeriodSeconds: 1,
          containers: [printing("web", script), printing("metrics", "echo scraping; sleep 36000")],
        },
      },
    },
  });
});

const lines = () => scene.byId("log-line");
const status = () => scene.byId("log-count").textContent();

describe("Logs", () => {
  test("of a deployment come from all its containers, in different colours, as text", async () => {
    const { page, byId, go } = scene;
    await go("apps/v1/deployments/default/shop/logs?times=1");
    await expect.poll(status).toContain("10 lines");
    await expect.poll(() => byId("log-status").textContent()).toContain("4 live");
    expect(await page.locator(".logText", { hasText: "<b>not bold</b>" }).count()).toBe(2);
    expect(await page.locator(".logText b").count()).toBe(0);
    expect(await page.locator(".ansiBold.ansiFg1").first().textContent()).toBe("ERROR");
    await inspect(page, "logs", ["light", "dark"]);
  });

  test("can be searched match by match, and filtered", async () => {
    const { page, byId, go } = scene;
    // Navigates from another page, so that the panel opens without a search.
    await go("apps/v1/deployments");
    await go("apps/v1/deployments/default/shop/logs");
    await expect.poll(status).toContain("10 lines");
    await byId("filter").fill("payment");
    await expect.poll(() => byId("log-hits").textContent()).toBe("0 of 2");
    await page.keyboard.press("Enter");
    await expect.poll(() => byId("log-hits").textContent()).toBe("1 of 2");
    expect(await page.locator(".logLine.current mark").textContent()).toBe("payment");
    // Other lines are requested: the current match stays the current one.
    await byId("log-tail").click();
    await page.getByRole("menuitemradio", { name: "10,000" }).click();
    await page.waitForURL(/tail=10000/);
    await expect.poll(() => byId("log-hits").textContent()).toBe("1 of 2");
    await page.locator(".logLine.current mark").waitFor();
    await byId("log-only").click();
    await expect.poll(() => lines().count()).toBe(2);
    expect(page.url()).toContain("q=payment");
    await expect.poll(status).toBe("2 of 10");
  });

  test("omit containers that the user deselects", async () => {
    const { page, byId, go } = scene;
    await go("apps/v1/deployments/default/shop/logs");
    await expect.poll(status).toContain("10 lines");
    await byId("log-sources").click();
    const metrics = page.getByRole("menuitemcheckbox", { name: "metrics" });
    await expect.poll(() => metrics.count()).toBe(2);
    // The second click comes before the page has rendered the first choice.
    await metrics.evaluateAll(async (items) => {
      for (const item of items as HTMLElement[]) {
        item.click();
        for (let turn = 0; turn < 100; turn += 1) await undefined;
      }
    });
    expect(await metrics.and(page.getByRole("menuitemcheckbox", { checked: false })).count()).toBe(2);
    await page.keyboard.press("Escape");
    await expect.poll(() => lines().count()).toBe(8);
  });

  test("follow new pods and keep the lines of deleted ones", async () => {
    const { go, api } = scene;
    await go("apps/v1/deployments/default/shop/logs");
    await expect.poll(status).toContain("10 lines");
    const scale = (replicas: number) =>
      api("PATCH", `${DEPLOYMENTS}/shop`, { spec: { replicas } }, "application/merge-patch+json");
    await scale(3);
    await expect.poll(status).toContain("15 lines");
    await scale(1);
    await expect.poll(() => scene.byId("log-status").textContent()).toContain("2 live");
    expect(await status()).toContain("15 lines");
  });

  test("stay responsive with tens of thousands of lines, including a very long one", async () => {
    const { page, byId, go, create } = scene;
    const numbers = Array.from({ length: 30_000 }, (_, index) => index + 1);
    const log = ["x".repeat(20_000), ...numbers].join("\n");
    // A retry uses another name.
    const name = `chatty-${Date.now()}`;
    await create(PODS, {
      metadata: { name, annotations: { "simulation.orrery/log": log } },
      spec: { containers: [{ name: "web", image: "shop/web" }] },
    });
    await go(`core/v1/pods/default/${name}/logs?tail=all`);
    await lines()
      .filter({ hasText: /^30000$/ })
      .waitFor();
    expect(await lines().count()).toBeLessThan(120);
    const long = await page.evaluate(async () => {
      const scroller = document.querySelector('[data-testid="log-lines"]') as HTMLElement;
      const frames: number[] = [];
      for (let i = 0; i < 60; i += 1) {
        const begun = performance.now();
        scroller.scrollTop = (scroller.scrollHeight * i) / 60;
        await new Promise((resolve) => requestAnimationFrame(resolve));
        frames.push(performance.now() - begun);
      }
      scroller.scrollTop = 0;
      // On a busy machine a single frame time is meaningless; the median is used instead.
      return frames.sort((a, b) => a - b)[frames.length / 2];
    });
    expect(long).toBeLessThan(250);
    await page.getByText(/more characters/).waitFor();
    await byId("log-follow").click();
    await lines()
      .filter({ hasText: /^30000$/ })
      .waitFor();
  });

  test("wait for an unscheduled pod", async () => {
    const { byId, go, create } = scene;
    const pod = { containers: [printing("web", "true")], nodeSelector: { no: "where" } };
    await create(PODS, { metadata: { name: "pending" }, spec: pod });
    await go("core/v1/pods/default/pending/logs");
    await expect.poll(() => byId("log-status").textContent()).toContain("1 waiting");
  });
});
