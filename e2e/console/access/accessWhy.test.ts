import { describe, expect, test } from "vitest";
import { inspect } from "../../inspect.ts";
import { choose, RBAC, setAccessScene } from "./accessFixture.ts";

const scene = setAccessScene();

async function ask(verb: string, resource: string, namespace: string): Promise<void> {
  const { byId } = scene;
  await byId("can-i-verb").fill(verb);
  await byId("can-i-resource").fill(resource);
  await byId("can-i-namespace").fill(namespace);
  await byId("can-i-ask").click();
}

/** The stored draft: the editor renders only its visible lines. */
const draftText = (): Promise<string> =>
  scene.page.evaluate((cluster) => {
    const kept = localStorage.getItem(`orrery.whatIf.${cluster}`);
    return kept === null ? "" : JSON.parse(kept).text;
  }, scene.cluster);

describe("Can I?", () => {
  test("an allowed question shows the chain from binding to rule", async () => {
    const { page, byId, go } = scene;
    await go("access");
    await byId("whoami").waitFor();
    await choose(page, "whom-kind", "A user");
    await byId("whom-name").fill("alice");
    await ask("get", "pods", "shop");
    await byId("can-i-result").waitFor();
    expect(await byId("can-i-result").getAttribute("data-allowed")).toBe("true");
    await expect.poll(() => byId("grants").textContent()).toMatch(/alice.*shop\/readers.*pod-reader.*get list.*pods/);
    await inspect(page, "access-allowed");
  });

  test("a denied question lists the nearest misses and how to fix each", async () => {
    const { page, byId } = scene;
    await ask("get", "pods/log", "shop");
    await expect.poll(() => byId("can-i-result").getAttribute("data-allowed")).toBe("false");
    const misses = byId("near-misses");
    await misses.waitFor();
    expect(await misses.locator("li").first().getAttribute("data-lacks")).toBe("subresource");
    expect(await misses.textContent()).toMatch(/pods\/log/);
    expect(await misses.textContent()).toContain("gone");
    expect(await byId("remedies").textContent()).toContain("ClusterRole view");
    expect(await byId("remedies").textContent()).not.toContain("system:");
    expect(await byId("remedy-more").first().textContent()).toMatch(/Gives \d+ more rules/);
    await inspect(page, "access-denied");
  });

  test("the question is part of the address and is asked again after a reload", async () => {
    const { page, byId } = scene;
    await page.reload();
    await expect.poll(() => byId("can-i-result").getAttribute("data-allowed")).toBe("false");
    // Both statements are derived from one field: they cannot disagree.
    expect(await byId("can-i-resource").inputValue()).toBe("pods/log");
    expect(await byId("can-i-subresource").count()).toBe(0);
    expect(await byId("whom-name").inputValue()).toBe("alice");
  });

  test("service accounts and non-resource URLs are supported", async () => {
    const { byId, go } = scene;
    await go("access?as=account%3Ashop%2Fbuilder&verb=list&resource=pods&namespace=shop");
    await expect.poll(() => byId("can-i-result").getAttribute("data-allowed")).toBe("true");
    await go("access?as=user%3Aalice&mode=path&verb=get&path=%2Fmetrics");
    await expect.poll(() => byId("can-i-result").getAttribute("data-allowed")).toBe("false");
  });

  test("a denial offers a draft that would allow the request", async () => {
    const { byId, go } = scene;
    await go("access?as=user%3Aalice&verb=get&resource=pods&subresource=log&namespace=shop");
    await byId("remedies")
      .getByRole("button", { name: /ClusterRole view/ })
      .click();
    await byId("what-if-change").waitFor();
    expect(await draftText()).toContain("name: view-alice");
    expect(await byId("what-if-change").textContent()).toContain("pods/log");
  });
});

describe("What if", () => {
  test("drafts survive a reload, and the console sends no write", async () => {
    const { page, api } = scene;
    await page.reload();
    expect(await draftText()).toContain("name: view-alice");
    expect((await api("GET", `${RBAC}/namespaces/shop/rolebindings/view-alice`)).status).toBe(404);
  });

  test("a removal shows the lost permissions", async () => {
    const { page, byId } = scene;
    await byId("existing-form").click();
    await byId("existing-name").fill("RoleBinding shop/config");
    await byId("existing-remove").click();
    await expect.poll(() => byId("what-if-change").count()).toBe(2);
    expect(await byId("what-if-removals").textContent()).toContain("shop/config");
    await inspect(page, "access-what-if");
  });

  test("text that is not a role is reported with its line", async () => {
    const { byId, paste } = scene;
    const text = await draftText();
    await paste(`${text}\n---\nkind: Pod\n`);
    await expect.poll(() => byId("what-if-problem").textContent()).toMatch(/Pod/);
    expect(await byId("what-if-apply").getAttribute("aria-disabled")).toBe("true");
    await paste(text);
    await byId("what-if-problem").waitFor({ state: "detached" });
  });

  test("apply shows the requests before it sends them", async () => {
    const { page, byId, api } = scene;
    await byId("what-if-apply").click();
    const dialog = byId("what-if-dialog");
    await dialog.waitFor();
    expect(await dialog.textContent()).toMatch(/PATCH .*view-alice\?fieldManager=orrery-console/);
    expect(await dialog.textContent()).toMatch(/DELETE .*rolebindings\/config/);
    await inspect(page, "access-what-if-apply");
    const refused = "**/rolebindings/config**";
    await page.route(refused, (route) => route.fulfill({ status: 503, body: "no" }));
    await byId("what-if-send").click();
    await dialog.getByRole("heading", { name: "1 of 2 changes were applied" }).waitFor();
    await page.unroute(refused);
    await byId("what-if-send").click();
    await dialog.waitFor({ state: "detached" });
    expect((await api("GET", `${RBAC}/namespaces/shop/rolebindings/view-alice`)).status).toBe(200);
    expect((await api("GET", `${RBAC}/namespaces/shop/rolebindings/config`)).status).toBe(404);
    expect(await draftText()).toBe("");
  });

  test("a denial leads to a new role that allows this request and nothing else", async () => {
    const { page, byId, go, api } = scene;
    const question = "access?as=user%3Aalice&verb=update&resource=configmaps&namespace=shop";
    await go(question);
    await byId("remedy-own").waitFor();
    await inspect(page, "access-new-role");
    await byId("remedy-own").click();
    await byId("what-if-change").waitFor();
    const text = await draftText();
    expect(text).toMatch(/kind: Role\n/);
    expect(text).toMatch(/kind: RoleBinding\n/);
    expect(text).not.toContain("ClusterRole");
    expect(await byId("what-if-change").count()).toBe(1);
    expect(await byId("what-if-change").textContent()).toMatch(/alice.*configmaps/);
    await byId("what-if-apply").click();
    await byId("what-if-send").click();
    await byId("what-if-dialog").waitFor({ state: "detached" });
    const roles = (await api("GET", `${RBAC}/namespaces/shop/roles`)).body as { items?: { rules?: object[] }[] };
    expect(roles.items?.map(({ rules }) => rules)).toContainEqual([
      { apiGroups: [""], resources: ["configmaps"], verbs: ["update"] },
    ]);
    await go(question);
    await expect.poll(() => byId("can-i-result").getAttribute("data-allowed")).toBe("true");
    await go("access?as=user%3Aalice&verb=delete&resource=configmaps&namespace=shop");
    await expect.poll(() => byId("can-i-result").getAttribute("data-allowed")).toBe("false");
  });
});
