import { expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const OBJECT = "core/v1/configmaps/default/kept";
const scene = setScene(async ({ api, create }) => {
  await create(MAPS, { metadata: { name: "kept", labels: { app: "a" } }, data: { key: "1" } });
  await create(MAPS, { metadata: { name: "other", labels: { app: "b" } }, data: {} });
  await api("PATCH", `${MAPS}/kept`, { data: { key: "2" } }, "application/merge-patch+json");
});

/** Addresses of views, each with an element that only that view has. */
const VIEWS: readonly { address: string; sees: string }[] = [
  { address: "/", sees: "[data-testid=clusters]" },
  { address: "/?q=demo", sees: "[data-testid=cluster-search][value=demo]" },
  { address: "/settings", sees: "[data-testid=row-theme]" },
  { address: "core/v1/configmaps?ns=default", sees: '[data-testid=table-row][data-name="other"]' },
  { address: "core/v1/configmaps?ns=default&q=kept", sees: "[data-testid=filter][value=kept]" },
  { address: "core/v1/configmaps?ns=default&labels=app%3Da", sees: "[data-testid=selector-chip]" },
  { address: "core/v1/configmaps/new?ns=default", sees: "[data-testid=create-apply]" },
  { address: `${OBJECT}/overview`, sees: "[data-testid=overview]" },
  { address: `${OBJECT}/yaml`, sees: "[data-testid=editor]" },
  { address: `${OBJECT}/ownership`, sees: "[data-testid=ownership]" },
  { address: `${OBJECT}/history`, sees: "[data-testid=revision]" },
  { address: `${OBJECT}/access`, sees: "[data-testid=object-access-table]" },
  { address: "overview?ns=default", sees: "[data-testid=overview-create]" },
  { address: "access", sees: "[data-testid=can-i-ask]" },
  { address: "access/rules?ns=default", sees: "[data-testid=rules]" },
  { address: "access/who-can?verb=get&resource=pods", sees: "[data-testid=who-can]" },
  { address: "access/matrix", sees: "[data-testid=matrix]" },
  { address: "access/graph?as=group%3Asystem%3Amasters", sees: "[data-testid=graph]" },
  { address: "access/what-if", sees: "[data-testid=what-if-text]" },
  { address: "access/view-as", sees: "[data-testid=view-as-start]" },
  { address: "activity/requests", sees: "[data-testid=requests]" },
  { address: "activity/watch", sees: "[data-testid=watch-start]" },
  { address: "activity/health", sees: "[data-testid=health-readyz]" },
  { address: "time?resource=configmaps&ns=default", sees: "[data-testid=time-list-row]" },
  { address: "learn", sees: "[data-testid=lesson-objects]" },
  { address: "learn/objects", sees: "[data-testid=step]" },
];

const seen = new Set<string>();

test.each(VIEWS)("$address opens its own view, which survives a reload", async ({ address, sees }) => {
  const { page, go } = scene;
  await go(address);
  await page.locator(sees).first().waitFor();
  const shown = page.url();
  expect(seen).not.toContain(shown);
  seen.add(shown);
  await page.reload();
  await page.locator(sees).first().waitFor();
  expect(page.url()).toBe(shown);
});

test("back and forward navigate between views, which keep their state", async () => {
  const { page, byId, go, row, cluster } = scene;
  await go("/");
  await byId(`cluster-${cluster}`).getByRole("link").first().click();
  await byId("sidebar").getByRole("link", { name: "ConfigMaps", exact: true }).click();
  await row("kept").waitFor();
  await byId("filter").fill("kept");
  await row("other").waitFor({ state: "detached" });
  await expect.poll(() => page.url()).toContain("q=kept");
  await row("kept").click();
  await byId("drawer").waitFor();
  const list = page.url();
  await byId("open-page").click();
  await byId("overview").waitFor();
  await byId("tab-history").click();
  await byId("revision").first().waitFor();
  await page.goBack();
  await byId("overview").waitFor();
  await page.goBack();
  await byId("drawer").waitFor();
  expect(page.url()).toBe(list);
  expect(await byId("filter").inputValue()).toBe("kept");
  expect(await row("other").count()).toBe(0);
  await page.goForward();
  await byId("overview").waitFor();
  await page.goForward();
  await byId("revision").first().waitFor();
  await byId("side-time").click();
  await byId("time-slider").waitFor();
  await page.goBack();
  await byId("revision").first().waitFor();
});

test("an unknown address shows an error and links to the start page", async () => {
  const { page, byId, go, cluster } = scene;
  await go("/no/such/view");
  await page.getByRole("link").first().click();
  await byId(`cluster-${cluster}`).waitFor();
  await go("/c/nowhere");
  await page.getByText("nowhere").first().waitFor();
  await go("core/v1/configmaps/default/nobody");
  await byId("object-trouble")
    .or(page.getByText(/not found/))
    .first()
    .waitFor();
});
