import { describe, expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";
import { inspect } from "../../inspect.ts";

const scene = setScene(async ({ create }) => {
  const labels = { app: "shop" };
  const ports = [{ name: "http", containerPort: 80 }];
  await create("/api/v1/namespaces/default/pods", {
    metadata: { name: "shop-1", labels },
    spec: { containers: [{ name: "web", image: "nginx", ports }] },
  });
  await create("/api/v1/namespaces/default/services", {
    metadata: { name: "shop" },
    spec: { selector: labels, ports: [{ port: 8080, targetPort: "http" }] },
  });
});

describe("Port forwarding", () => {
  test("forwards a pod's port to a local address until the user stops it", async () => {
    const { page, byId, go, api } = scene;
    await go("core/v1/services/default/shop/forwards");
    const pod = async () => JSON.stringify((await api("GET", "/api/v1/namespaces/default/pods/shop-1")).body);
    await expect.poll(pod).toContain('"phase":"Running"');
    await byId("forward-open-8080").dblclick();
    await byId("forward-address").waitFor();
    await expect.poll(() => byId("forward-open-8080").isEnabled()).toBe(true);
    expect(await byId("forward-address").count()).toBe(1);
    const address = (await byId("forward-address").getAttribute("href")) ?? "";
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await (await fetch(address)).text()).toContain("Welcome to nginx!");
    await expect.poll(() => page.getByText("1 total").count()).toBe(1);
    await inspect(page, "forwards", ["light", "dark"]);
    await byId("forward-stop").click();
    await expect.poll(() => byId("forward").count()).toBe(0);
    await expect(fetch(address)).rejects.toThrow();
  });

  test("supports any port of a pod and reports errors", async () => {
    const { byId, go } = scene;
    await go("core/v1/pods/default/shop-1/forwards");
    await byId("forward-other").fill("81");
    await byId("forward-open-other").click();
    await byId("forward-address").waitFor();
    const address = (await byId("forward-address").getAttribute("href")) ?? "";
    await fetch(address).catch(() => undefined);
    await expect.poll(() => byId("forward-trouble").textContent()).toContain("connection refused");
    await byId("forward-stop").click();
    await expect.poll(() => byId("forward").count()).toBe(0);
  });
});
