import { expect, test } from "vitest";
import { inspect } from "../../inspect.ts";
import { choose, setAccessScene } from "./accessFixture.ts";

const POD = { metadata: { name: "arrives-late" }, spec: { containers: [{ name: "a", image: "a" }] } };
const scene = setAccessScene();

test("shows the cluster as another user sees it, with a banner; denials link to their explanation", async () => {
  const { page, byId, go } = scene;
  await go("access/view-as");
  await byId("whom-name").fill("alice");
  await byId("whom-groups").fill("shop-team; a, b");
  await inspect(page, "access-view-as");
  await byId("view-as-start").click();
  await byId("view-as-banner").waitFor();
  expect(await byId("view-as-banner").textContent()).toMatch(/alice.*shop-team, a, b/);
  await go("core/v1/secrets?ns=shop");
  await byId("list-forbidden").waitFor();
  expect(await byId("list-forbidden").textContent()).toContain('User "alice" cannot list resource "secrets"');
  await inspect(page, "access-view-as-banner");
  await byId("list-forbidden").getByRole("link").click();
  await byId("can-i-result").waitFor();
  expect(await byId("can-i-result").getAttribute("data-allowed")).toBe("false");
  await byId("whoami").waitFor();
  expect(await byId("whoami").textContent()).toContain("a, b");
});

test("shows what that user may not see", async () => {
  const { page, byId } = scene;
  await byId("access-gaps").waitFor();
  await byId("access-gaps").locator("summary").click();
  expect(await byId("access-gaps").textContent()).toContain("clusterroles");
  await inspect(page, "access-gaps");
});

test("polls for a user who may list but not watch, and explains why", async () => {
  const { page, byId, row, create, go } = scene;
  await go("core/v1/pods?ns=shop");
  await byId("view-as-banner").waitFor();
  await byId("unwatched").getByText('User "alice" cannot watch resource "pods"').waitFor();
  expect(await byId("list-state").textContent()).toBe("Read every 5s");
  await create("/api/v1/namespaces/shop/pods", POD);
  await row("arrives-late").waitFor();
  await inspect(page, "list-unwatched");
  await byId("unwatched").getByTestId("why-link").click();
  await byId("can-i-result").waitFor();
  expect(await byId("can-i-result").getAttribute("data-allowed")).toBe("false");
});

test("the Orrery view names the kinds that the user may not read, and does not count what it cannot see", async () => {
  const { page, byId, load } = scene;
  await load("orrery");
  await byId("orrery-unread").waitFor();
  expect(await byId("orrery-unread").textContent()).toMatch(/Deployment.*cannot list resource/);
  expect(await page.getByText("Nothing has happened yet").count()).toBe(0);
  await page.getByText("You may not list all nodes and pods.").waitFor();
  await inspect(page, "orrery-unread");
});

test("no view offers that user to create what they may not", async () => {
  const { page, byId, go } = scene;
  const refused = (id: string) => byId(id).getAttribute("aria-disabled");
  for (const [view, button] of [
    ["", "overview-create"],
    ["?ns=shop", "overview-create"],
    ["core/v1/pods", "create"],
    ["core/v1/pods?ns=shop", "create"],
  ] as const) {
    await go(view);
    await expect.poll(() => refused(button), { message: view }).toBe("true");
  }
  await go("?ns=shop");
  await byId("overview-create").focus();
  await page.getByRole("tooltip").getByText("alice may not create deployments here").waitFor();
});

test("disabled buttons explain why that user may not use them", async () => {
  const { page, byId, row, go } = scene;
  await go("core/v1/pods?ns=shop");
  const refused = (id: string) => byId(id).getAttribute("aria-disabled");
  await expect.poll(() => refused("create")).toBe("true");
  await byId("create").focus();
  await page.getByRole("tooltip").getByText("alice may not create pods here").waitFor();
  await row("arrives-late").click();
  await byId("drawer").waitFor();
  await expect.poll(() => refused("delete")).toBe("true");
  await expect.poll(() => refused("edit-yaml")).toBe("true");
  await byId("drawer-close").click();
  await go("core/v1/pods/shop/arrives-late/yaml");
  await expect.poll(() => refused("apply")).toBe("true");
  await go("core/v1/pods/new?ns=shop");
  await expect.poll(() => refused("create-apply")).toBe("true");
});

test("a reload keeps the impersonated user, and a button ends the impersonation", async () => {
  const { byId, go } = scene;
  await go("core/v1/secrets/shop/any");
  await byId("object-trouble").getByTestId("why-link").waitFor();
  await go("core/v1/secrets?ns=shop");
  await byId("list-forbidden").waitFor();
  await byId("view-as-stop").click();
  await byId("view-as-banner").waitFor({ state: "detached" });
  await byId("list-forbidden").waitFor({ state: "detached" });
  await expect.poll(() => byId("list-state").textContent()).toMatch(/Live/);
});

test("a group is viewed as any of its members, and copied command lines impersonate it", async () => {
  const { page, byId, go } = scene;
  await go("access/view-as");
  await choose(page, "whom-kind", "A group");
  await byId("whom-name").fill("shop-team");
  await byId("view-as-start").click();
  await byId("view-as-banner").getByText("any member of shop-team").waitFor();
  await go("activity/requests");
  await byId("requests-row").first().click();
  await byId("as-client").waitFor();
  expect(await byId("as-client").textContent()).toContain("--as any-member-of:shop-team --as-group shop-team");
  expect(await byId("as-curl").textContent()).toContain("-H 'Impersonate-Group: shop-team'");
  await byId("view-as-stop").click();
});
