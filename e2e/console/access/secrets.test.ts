import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { parse } from "yaml";
import { setScene } from "../../consoleScene.ts";
import { ADMIN_TOKENS, DEV_TOKEN, type FarCluster, MAPS, makeFarCluster } from "../faults/faultFixture.ts";

const [STATIC, , PRINTED] = ADMIN_TOKENS;
const PASSWORD = "basic-password-91c0de";
const PROXY_PASSWORD = "proxy-password-4be7aa";
const LEGACY_REFRESH = "legacy-refresh-token-c55d01";
const CLIENT_SECRET = "client-secret-77a3f9";

let far: FarCluster;
let clientKey = "";
/** Everything that the page received, unchanged. */
const received: string[] = [];
const coming: Promise<unknown>[] = [];

function listen(page: Page): void {
  page.on("response", (response) => {
    const parts = Promise.all([response.text(), response.allHeaders()]);
    // A redirect has no body, and the page may have navigated away.
    coming.push(
      parts.then(
        ([text, headers]) => received.push(text, JSON.stringify(headers)),
        () => undefined,
      ),
    );
  });
  page.on("websocket", (socket) => {
    socket.on("framereceived", ({ payload }) => received.push(String(payload)));
  });
  page.on("console", (message) => received.push(message.text()));
}
/** The browser discards response bodies with their page, so the test awaits them before it leaves the page. */
const leaveFor = async (path: string): Promise<void> => {
  await Promise.all(coming.splice(0));
  await scene.go(path);
};

/** A kubeconfig with every kind of credential; the plugin prints one more. */
function writeKubeconfig(): void {
  const given = parse(readFileSync(far.server.kubeconfig, "utf8"));
  const { cluster } = given.clusters[0];
  clientKey = given.users[0].user["client-key-data"];
  const token = `{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","status":{"token":"${PRINTED}"}}`;
  const plugin = join(far.folder, "plugin");
  writeFileSync(plugin, `#!/bin/sh\nprintf '%s' '${token}'\n`);
  chmodSync(plugin, 0o755);
  const clusters = {
    real: cluster,
    proxied: { ...cluster, "proxy-url": `http://me:${PROXY_PASSWORD}@127.0.0.1:1` },
  };
  const users = {
    certificate: given.users[0].user,
    token: { token: STATIC },
    exec: { exec: { apiVersion: "client.authentication.k8s.io/v1", command: "./plugin", interactiveMode: "Never" } },
    password: { username: "me", password: PASSWORD },
    legacy: { "auth-provider": { name: "oidc", config: { "refresh-token": LEGACY_REFRESH } } },
    refused: { token: `${DEV_TOKEN}-no-longer` },
  };
  const contexts = [
    ...Object.keys(users).map((name) => ({ name, context: { cluster: "real", user: name } })),
    { name: "proxied", context: { cluster: "proxied", user: "token" } },
  ];
  const text = {
    clusters: Object.entries(clusters).map(([name, one]) => ({ name, cluster: one })),
    users: Object.entries(users).map(([name, user]) => ({ name, user })),
    contexts,
  };
  writeFileSync(join(far.folder, "config"), JSON.stringify(text));
}

const scene = setScene(
  async ({ page }) => {
    listen(page);
    await page.reload();
  },
  async () => {
    far = await makeFarCluster();
    writeKubeconfig();
    await far.call("POST", MAPS, { metadata: { name: "seen" } });
    return far.open();
  },
);
afterAll(() => far?.remove());

/** All stored values that a script on the page could read. */
const kept = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases();
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, databases, document.title]);
  });

test("no credential reaches the page in any request or error", async () => {
  const { page, byId, row } = scene;
  for (const name of ["certificate", "token", "exec"]) {
    await leaveFor(`/c/ctx-${name}/core/v1/configmaps?ns=default`);
    await row("seen").waitFor();
  }
  await leaveFor("/c/ctx-exec/core/v1/configmaps/default/seen/yaml");
  await byId("editor").locator(".view-line").first().waitFor();
  for (const name of ["password", "legacy", "refused", "proxied"]) {
    await leaveFor(`/c/ctx-${name}`);
    await byId("gate-notice").waitFor();
    received.push((await byId("gate-notice").textContent()) ?? "");
  }
  const asked = await page.evaluate(
    async ([server, secret, token, list]) => {
      const oidc = { issuer: "https://127.0.0.1:1/issuer", clientId: "orrery", clientSecret: secret };
      const entries = [{ server: { name: "issuer", server, oidc } }, { server: { name: "typed", server, token } }];
      const texts: string[] = [];
      const paths = ["/host/overview", "/host/clusters", "/host/nothing", "/clusters/ctx-exec/api/v1/nothing", list];
      for (const body of entries) {
        const headers = { "content-type": "application/json" };
        const answer = await fetch("/host/contexts", { method: "POST", headers, body: JSON.stringify(body) });
        texts.push(await answer.text());
      }
      for (const path of paths) texts.push(await (await fetch(path)).text());
      return texts;
    },
    [far.server.url, CLIENT_SECRET, STATIC, `/clusters/ctx-exec${MAPS}`] as const,
  );
  await leaveFor("/");
  await byId("contexts").getByText("typed").first().waitFor();
  await byId("actions-sandbox").click();
  await byId("do-merge").click();
  await byId("merge-diff").waitFor();
  await Promise.all(coming);
  received.push(...asked, await page.content(), await kept(page));

  const all = received.join("\n");
  for (const told of [/"ctx-certificate"/, /"name":\s*"seen"/]) expect(told.test(all), told.source).toBe(true);
  expect(clientKey.length).toBeGreaterThan(100);
  const secrets = [STATIC, PRINTED, PASSWORD, PROXY_PASSWORD, LEGACY_REFRESH, CLIENT_SECRET, DEV_TOKEN, clientKey];
  for (const secret of [...secrets, "PRIVATE KEY", Buffer.from(clientKey, "base64").toString().slice(100, 160)]) {
    expect(all.includes(secret), `${secret.slice(0, 24)}… was told`).toBe(false);
  }
});

test("the page can neither set the user's identity by headers nor leave the cluster's paths", async () => {
  const answers = await scene.page.evaluate(async () => {
    const ask = async (path: string, headers: Record<string, string> = {}) => (await fetch(path, { headers })).status;
    return {
      user: await ask("/clusters/ctx-token/api", { "Impersonate-User": "system:admin" }),
      group: await ask("/clusters/ctx-token/api", { "Impersonate-Group": "system:masters" }),
      front: await ask("/clusters/ctx-token/api", { "X-Remote-User": "root" }),
      own: await ask("/clusters/ctx-token/api", { authorization: "Bearer something-else" }),
      encoded: await ask("/clusters/ctx-token/%2e%2e%2fhost/overview"),
      twice: await ask("/clusters/ctx-token/api%252f..%252f"),
      unknown: await ask("/clusters/ctx-nobody/api"),
    };
  });
  expect(answers).toEqual({ user: 400, group: 400, front: 400, own: 200, encoded: 400, twice: 400, unknown: 404 });
});
