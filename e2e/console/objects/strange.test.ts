import { expect, test, vi } from "vitest";
import { setScene } from "../../consoleScene.ts";
import { longTest } from "../../extent.ts";
import { inspect } from "../../inspect.ts";

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const LONG = "a-name-of-sixty-three-characters-as-long-as-labels-may-become-x";

/** A definition without a schema of its own. */
const definition = (group: string, plural: string, kind: string) => ({
  metadata: { name: `${plural}.${group}` },
  spec: {
    group,
    scope: "Namespaced",
    names: { plural, singular: kind.toLowerCase(), kind },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
      },
    ],
  },
});

const scene = setScene(async ({ api, create }) => {
  for (const group of ["a.example.com", "b.example.com"]) {
    await create(DEFINITIONS, definition(group, "backups", "Backup"));
    await vi.waitFor(async () => expect((await api("GET", `/apis/${group}/v1/backups`)).status).toBe(200), 30_000);
    await create(`/apis/${group}/v1/namespaces/default/backups`, {
      apiVersion: `${group}/v1`,
      kind: "Backup",
      metadata: { name: "nightly" },
      spec: { source: { volumes: ["data", "logs"] }, schedule: "@daily" },
    });
  }
  await create("/api/v1/namespaces/default/configmaps", {
    metadata: {
      name: LONG,
      labels: { [LONG]: LONG },
      annotations: { html: "<img src=x onerror=alert(1)>", rtl: "مرحبا", emoji: "🚀", lines: "a\nb\tc" },
    },
    data: { html: "<script>alert(1)</script>", empty: "" },
  });
});

longTest("kinds with the same name show their API group everywhere", async () => {
  const { page, byId, load } = scene;
  await load("b.example.com/v1/backups?ns=default");
  const entry = byId("side-b.example.com/v1/backups");
  await entry.waitFor();
  expect(await entry.textContent()).toContain("b.example.com");
  await page.locator(".pageHead").getByText("b.example.com/v1").waitFor();
  await inspect(page, "kinds-of-the-same-name");
  await page.keyboard.press("ControlOrMeta+K");
  await page.keyboard.type("backups");
  const options = page.getByRole("dialog").getByRole("option").filter({ hasText: "Backups" });
  await expect.poll(() => options.allTextContents()).toEqual(["Backupsa.example.com", "Backupsb.example.com"]);
  await page.keyboard.press("Escape");
  await load("a.example.com/v1/backups/default/nightly");
  await page.locator(".crumbs").getByText("a.example.com").waitFor();
  await inspect(page, "custom-object-without-schema");
});

test("a tree says how many fields and items it hides", async () => {
  const { page, byId, load } = scene;
  await load("a.example.com/v1/backups/default/nightly");
  const source = page.locator("summary").filter({ hasText: "source" });
  await source.waitFor();
  expect(await source.textContent()).toBe("source 1 field");
  await expect.poll(() => page.locator("summary").filter({ hasText: "volumes" }).textContent()).toBe("volumes 2 items");
  await byId("side-core/v1/configmaps").waitFor();
});

test("long names, HTML and other scripts are shown as they are", async () => {
  const { page, load } = scene;
  await load(`core/v1/configmaps/default/${LONG}`);
  for (const text of ["<img src=x onerror=alert(1)>", "<script>alert(1)</script>", "مرحبا", "🚀"]) {
    await page.getByText(text, { exact: true }).waitFor();
  }
  await inspect(page, "strange-object");
});
