import { describe, expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";
import { inspect } from "../../inspect.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const MERGE = "application/merge-patch+json";
const scene = setScene(async ({ api, create }) => {
  await create(`${MAPS}?fieldManager=first`, {
    metadata: { name: "story", labels: { app: "web" } },
    data: { one: "1", two: "2" },
  });
  for (const [manager, two] of [
    ["second", "changed"],
    ["third", "again"],
  ]) {
    await api("PATCH", `${MAPS}/story?fieldManager=${manager}`, { data: { two } }, MERGE);
  }
});

describe("Object page", () => {
  test("updates live on changes and deletion", async () => {
    const { page, byId, go, create, api } = scene;
    await create(MAPS, { metadata: { name: "short-lived" }, data: {} });
    await go("core/v1/configmaps/default/short-lived");
    await expect.poll(() => byId("list-state").textContent()).toMatch(/Live/);
    const reads: string[] = [];
    page.on("request", (request) => reads.push(request.url()));
    await api("PATCH", `${MAPS}/short-lived`, { metadata: { labels: { fresh: "yes" } } }, MERGE);
    await expect.poll(() => byId("overview").textContent()).toContain("fresh");
    expect(reads.filter((url) => url.endsWith("/configmaps/short-lived"))).toEqual([]);
    await api("DELETE", `${MAPS}/short-lived`);
    await page.locator(".pageHead").getByText("Deleted", { exact: true }).waitFor();
  });

  test("shows an object with thousands of keys immediately, and each can be found", async () => {
    const { page, byId, go, create } = scene;
    const data = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`key-${i}`, `value ${i}`]));
    await create(MAPS, { metadata: { name: "wide" }, data });
    await go("core/v1/configmaps/default/wide");
    await expect.poll(() => byId("data-entry").count()).toBe(100);
    expect(await page.locator("*").count()).toBeLessThan(4000);
    await byId("show-more").click();
    await expect.poll(() => byId("data-entry").count()).toBe(200);
    await byId("filter-keys").fill("KEY-4999");
    await expect.poll(() => byId("data-value").allTextContents()).toEqual(["value 4999"]);
    await byId("filter-keys").fill("nothing");
    await page.getByText("No keys match the filter").waitFor();
    await inspect(page, "wide object", ["light", "dark"]);
  });

  test("shows the latest warnings about it, each message once, until they are of no importance", async () => {
    const { page, byId, go, create } = scene;
    const { metadata } = (await scene.api("GET", `${MAPS}/story`)).body;
    const now = Date.now();
    const warn = (name: string, message: string, secondsAgo: number, type = "Warning") => {
      const time = new Date(now - secondsAgo * 1000).toISOString().replace(/\.\d+/, "");
      return create("/api/v1/namespaces/default/events", {
        metadata: { name, namespace: "default" },
        involvedObject: {
          apiVersion: "v1",
          kind: "ConfigMap",
          namespace: "default",
          name: "story",
          uid: metadata?.uid,
        },
        type,
        reason: "Trouble",
        message,
        count: 1,
        firstTimestamp: time,
        lastTimestamp: time,
      });
    };
    await go("core/v1/configmaps/default/story");
    await byId("overview").waitFor();
    expect(await byId("object-warnings").count()).toBe(0);
    await warn("story.1", "the oldest", 400);
    await warn("story.2", "said twice", 300);
    await warn("story.3", "said twice", 20);
    await warn("story.4", "in between", 100);
    await warn("story.5", "the newest", 10);
    await warn("story.6", "all is well", 5, "Normal");
    const messages = () => byId("object-warnings").locator(".eventText").allTextContents();
    await expect.poll(messages).toEqual(["the newest", "said twice", "in between"]);
    expect(await byId("object-warnings").locator(".sectionCount").textContent()).toBe("4");
    await inspect(page, "object-warnings", ["light", "dark"]);
  });

  test("shows the owner of each line and can filter lines by owner", async () => {
    const { page, byId, go } = scene;
    await go("core/v1/configmaps/default/story/ownership");
    await byId("ownership").waitFor();
    const owners = (text: string) => page.locator(".ownedLine", { hasText: text }).getAttribute("data-owners");
    await expect.poll(() => owners("two: again")).toBe("third");
    expect(await owners("one:")).toBe("first");
    await page.locator('[data-manager="third"]').click();
    await expect.poll(() => page.locator(".ownedLine.back", { hasText: "one:" }).count()).toBe(1);
    await inspect(page, "ownership");
  });

  test("shows the versions that the server retains, with a diff between any two", async () => {
    const { page, byId, go, api } = scene;
    await go("core/v1/configmaps/default/story/history");
    await expect.poll(() => byId("revision").count()).toBe(3);
    expect(await byId("revision").nth(2).textContent()).toContain("first");
    await byId("diff").waitFor();
    await byId("revision").nth(2).getByRole("radio").first().click();
    await expect.poll(() => page.url()).toContain("from=");
    await inspect(page, "history");
    await api("PATCH", `${MAPS}/story`, { data: { three: "3" } }, MERGE);
    await expect.poll(() => byId("revision").count()).toBe(4);
  });

  test("shows the user's permissions for the object", async () => {
    const { page, byId, go } = scene;
    await go("core/v1/configmaps/default/story/access");
    await byId("object-access-table").waitFor();
    await page.locator('[data-testid="object-access"][data-verb="delete"][data-allowed="true"]').waitFor();
    // The server gives administrators no reasons, and the table has no empty column for them.
    expect(await byId("object-access-table").getByRole("columnheader", { name: "Reason" }).count()).toBe(0);
    await inspect(page, "object-access");
  });

  test("shows owners and dependents as a graph and as a list", async () => {
    const { page, byId, go, create, api } = scene;
    const { uid } = (await api("GET", `${MAPS}/story`)).body.metadata ?? {};
    const ownerReferences = [{ apiVersion: "v1", kind: "ConfigMap", name: "story", uid, controller: true }];
    await create("/api/v1/namespaces/default/secrets", { metadata: { name: "part", ownerReferences } });
    await go("core/v1/secrets/default/part");
    await byId("related-graph").getByRole("link", { name: "story" }).click();
    await byId("related-all").click();
    await byId("related-graph").getByRole("link", { name: "part" }).waitFor();
    await inspect(page, "related");
    await byId("related-list").click();
    await byId("related").getByRole("link", { name: "part" }).waitFor();
  });
});
