import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";
import { longTest } from "../../extent.ts";
import { inspect } from "../../inspect.ts";
import { root } from "../../product.ts";

const scene = setScene();
/** The scenario from the page about scenarios. */
const PAGE = readFileSync(join(root, "docs/scenarios.md"), "utf8");
const EXAMPLE = /```yaml\n([\s\S]*?)```/.exec(PAGE)?.[1] ?? "";
const CATALOGUE = "/apis/apps/v1/namespaces/scenario-image-pull/deployments/catalogue";

describe("Scenario", () => {
  test("runs in the cluster itself, and all pages show its progress", async () => {
    const { page, byId, go, api } = scene;
    await go("learn");
    await byId("lesson-image-pull").click();
    await byId("step").waitFor();
    await inspect(page, "scenario", ["light", "dark"]);
    await go("core/v1/pods?ns=scenario-image-pull");
    await byId("scenario-strip").getByText("Name another image").waitFor();
    await byId("scenario-strip").locator('li[data-met="false"]').waitFor();
    await inspect(page, "scenario-strip", ["light", "dark"]);
    const image = { spec: { template: { spec: { containers: [{ name: "catalogue", image: "redis:7.4" }] } } } };
    await api("PATCH", CATALOGUE, image, "application/strategic-merge-patch+json");
    await byId("scenario-strip").getByText("All steps are done.").waitFor();
    await byId("scenario-strip").getByRole("link").click();
    await page.locator('[data-testid=step][data-done="true"]').waitFor();
    await go("core/v1/pods?ns=scenario-image-pull");
    await byId("scenario-strip").waitFor({ state: "detached" });
  });

  test("ends when the user leaves it", async () => {
    const { byId, go } = scene;
    await go("learn/crash-loop");
    await byId("step").waitFor();
    await go("core/v1/pods");
    await byId("scenario-leave").click();
    await byId("scenario-strip").waitFor({ state: "detached" });
    expect(await byId("scenario-strip").count()).toBe(0);
  });

  longTest("accepts an alternative solution and keeps the progress after a reload", async () => {
    const { page, byId, go, api, create, load } = scene;
    const namespace = "scenario-crash-loop";
    await go("learn/crash-loop");
    await byId("step").waitFor();
    await create(`/api/v1/namespaces/${namespace}/secrets`, {
      metadata: { name: "database" },
      stringData: { DATABASE_URL: "postgres://ledger/orders" },
    });
    const containers = [{ name: "orders", envFrom: [{ secretRef: { name: "database" } }] }];
    const given = { spec: { template: { spec: { containers } } } };
    const path = `/apis/apps/v1/namespaces/${namespace}/deployments/orders`;
    expect((await api("PATCH", path, given, "application/strategic-merge-patch+json")).status).toBe(200);
    await page.locator('[data-testid=step][data-done="true"]').waitFor();
    await load("learn/crash-loop");
    await page.locator('[data-testid=step][data-done="true"]').waitFor();
    await go("learn");
    await byId("lesson-crash-loop").getByText("Done").waitFor();
  });

  test("can be loaded from the user's own file; errors include their position", async () => {
    const { page, byId, go } = scene;
    await go("learn");
    await byId("scenario-file").waitFor();
    const choose = (text: string) =>
      byId("choose-files").setInputFiles({
        name: "mine.yaml",
        mimeType: "application/yaml",
        buffer: Buffer.from(text),
      });
    await choose("id: mine\ntitle: Mine\nsteps:\n  - title: Do it\n");
    await page.getByText("The scenario cannot be read. steps[0].checks").waitFor();
    await choose(EXAMPLE);
    await page.waitForURL(/\/learn\/lost-label$/);
    await byId("step").getByText("The service has one endpoint").waitFor();
    await inspect(page, "scenario-own");
    await byId("scenario-remove").click();
    await page.getByText("There is no such lesson").waitFor();
  });

  test("can be loaded from a link, but not from a host of the local network", async () => {
    const { page, byId, go } = scene;
    await go("learn");
    await byId("scenario-link").click();
    const open = async (link: string): Promise<void> => {
      await byId("link-address").fill(link);
      await byId("link-open").click();
    };
    await open("https://127.0.0.1/mine.yaml");
    await byId("link-trouble").getByText("127.0.0.1 is not a host of the public Internet").waitFor();
    await inspect(page, "scenario-link");
    // Tests contact no Internet hosts: the answer is stubbed.
    await page.route("**/host/links", (route) => route.fulfill({ json: { text: EXAMPLE } }));
    await open("https://example.com/lost-label.yaml");
    await page.waitForURL(/\/learn\/lost-label$/);
    await page.unroute("**/host/links");
    await byId("step").getByText("The service has one endpoint").waitFor();
    await byId("scenario-remove").click();
    await page.getByText("There is no such lesson").waitFor();
  });
});
