import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";
import { longTest } from "../../extent.ts";
import type { FaultRule } from "../../faultProxy.ts";
import { inspect } from "../../inspect.ts";
import {
  ADMIN_TOKENS,
  applyMap,
  DEV_TOKEN,
  type FarCluster,
  giveRights,
  MAPS,
  makeFarCluster,
  mapText,
} from "./faultFixture.ts";

const [FIRST, SECOND, THIRD] = ADMIN_TOKENS;
/** Prints the content of the file `token` beside it, and records that it ran. */
const PLUGIN = `#!/bin/sh
printf x >> "\${0%/*}/runs"
printf '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","status":{"token":"%s"}}' "$(/bin/cat "\${0%/*}/token")"
`;

let far: FarCluster;
const file = (name: string): string => join(far.folder, name);
const runs = (): number => readFileSync(file("runs"), "utf8").length;
const users = (token: string) => ({
  far: { token },
  dev: { token: DEV_TOKEN },
  plugin: {
    exec: { apiVersion: "client.authentication.k8s.io/v1", command: "./plugin", interactiveMode: "Never" },
  },
});
const scene = setScene(undefined, async () => {
  far = await makeFarCluster();
  await giveRights(far);
  writeFileSync(file("plugin"), PLUGIN);
  chmodSync(file("plugin"), 0o755);
  writeFileSync(file("runs"), "");
  writeFileSync(file("token"), FIRST);
  far.writeUsers(users(FIRST));
  await applyMap(far, "typed", { key: "old" });
  return far.open();
});
afterAll(() => far?.remove());

/** Makes the server refuse these tokens, and ends the connections that were opened with them. */
function revoke(...tokens: string[]): void {
  const refused: FaultRule = ({ headers }) =>
    tokens.some((token) => headers.authorization === `Bearer ${token}`)
      ? { status: 401, reason: "Unauthorized" }
      : undefined;
  far.proxy.fault(refused);
  far.proxy.reset();
}
const becomes = (...phases: string[]) =>
  expect.poll(() => scene.byId("list-state").getAttribute("data-phase")).toBeOneOf(phases);
const openMaps = async (context: string): Promise<void> => {
  await scene.go(`/c/${context}/core/v1/configmaps?ns=default`);
  await scene.row("typed").waitFor();
  await becomes("live");
};

describe("Revoked token", () => {
  test("keeps the page and the text and explains what to do", async () => {
    const { byId, page } = scene;
    await scene.go("/c/ctx-far/core/v1/configmaps/default/typed/yaml");
    await scene.paste(mapText("typed", { key: "new" }));
    revoke(FIRST);
    await expect.poll(() => byId("gate-notice").textContent()).toMatch(/refuses the token/);
    await becomes("reconnecting", "stale");
    await byId("apply").click();
    await byId("apply-again").waitFor();
    await inspect(page, "editor-unauthorized");
  });

  test("continues without a reload once replaced", async () => {
    const { byId } = scene;
    far.writeUsers(users(SECOND));
    await byId("gate-notice").waitFor({ state: "detached" });
    await becomes("live");
    await byId("apply-again").click();
    await expect.poll(async () => (await far.call("GET", `${MAPS}/typed`))["data"]).toEqual({ key: "new" });
  });
});

describe("Credential plugin whose token is rejected", () => {
  test("runs once more, and the list continues automatically", async () => {
    far.proxy.fault();
    await openMaps("ctx-plugin");
    expect(runs()).toBe(1);
    writeFileSync(file("token"), SECOND);
    revoke(FIRST);
    await expect.poll(runs).toBe(2);
    await becomes("live");
    expect(await scene.row("typed").count()).toBe(1);
  });

  test("does not run repeatedly without success, but only when the user asks", async () => {
    const { byId, page } = scene;
    revoke(FIRST, SECOND);
    await expect.poll(() => byId("gate-notice").textContent()).toMatch(/also after asking it again/);
    const asked = far.proxy.requests.length;
    await byId("list-state").click();
    await expect.poll(() => far.proxy.requests.length).toBeGreaterThan(asked);
    expect(runs()).toBe(3);
    expect(await scene.row("typed").count()).toBe(1);
    await inspect(page, "list-unauthorized");
    writeFileSync(file("token"), THIRD);
    await byId("gate-retry").click();
    await byId("gate-notice").waitFor({ state: "detached" });
    await becomes("live");
  });
});

describe("Namespace the user may not read", () => {
  test("is shown as forbidden with a link to the reason; another namespace can be typed", async () => {
    const { byId, page, go } = scene;
    far.proxy.fault();
    await go("/c/ctx-dev/core/v1/configmaps?ns=default");
    await byId("list-forbidden").waitFor();
    expect(await byId("list-forbidden").textContent()).toContain('"dana" cannot list resource "configmaps"');
    expect(await byId("list-state").getAttribute("data-phase")).toBe("forbidden");
    await inspect(page, "list-forbidden");
    await byId("namespace-picker").click();
    await byId("namespace-search").fill("dev");
    await page.keyboard.press("Enter");
    await becomes("live", "empty");
    await far.call("POST", "/api/v1/namespaces/dev/configmaps", { metadata: { name: "arrives" } });
    await scene.row("arrives").waitFor();
    await go("/c/ctx-dev/core/v1/configmaps?ns=default");
    await byId("list-forbidden").getByRole("link").first().click();
    await page.waitForURL(/access/);
  });

  test("beside a readable one: the readable one is shown and the other one is named", async () => {
    await scene.go("/c/ctx-dev/core/v1/configmaps?ns=default,dev");
    await scene.row("arrives").waitFor();
    expect(await scene.byId("unseen").textContent()).toContain("default");
  });
});

describe("Slow server", () => {
  longTest("shows that a list is loading; the user can cancel it, and a late response changes nothing", async () => {
    const { byId, page } = scene;
    let release = (): void => undefined;
    const after = new Promise<void>((resolve) => {
      release = resolve;
    });
    far.proxy.fault(({ url = "" }) => (url.includes("/configmaps?") ? { after } : undefined));
    // A new page load: a list that the user opened before would still show its rows.
    await scene.load("/c/ctx-plugin/core/v1/configmaps?ns=default");
    await becomes("loading");
    await byId("slow").waitFor();
    await inspect(page, "list-slow");
    await byId("slow-cancel").click();
    await byId("list-given-up").waitFor();
    expect(await byId("list-state").getAttribute("data-phase")).toBe("failed");
    release();
    far.proxy.fault();
    await inspect(page, "list-given-up");
    expect(await scene.row("typed").count()).toBe(0);
    await byId("list-given-up").getByRole("button").click();
    await scene.row("typed").waitFor();
    await becomes("live");
  });
});
