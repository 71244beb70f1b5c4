import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { startEtcd } from "../../../scripts/lib/programs/etcd.mjs";
import { openScene, setScene } from "../../consoleScene.ts";
import { startServe } from "../../product.ts";

const CLUSTER = "ctx-backup";
const MAPS = "/api/v1/namespaces/default/configmaps";
const prices = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "prices", namespace: "default" },
  data: { tea: "three" },
};
const READ_ONLY = "this server is read-only (--read-only)";
const ends: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

/**
 * An etcd that one server has filled, and that another one serves read-only: a kubeconfig in a home folder names it.
 */
async function openBackup() {
  const etcd = await startEtcd();
  ends.push(() => etcd.discard());
  const home = mkdtempSync(join(tmpdir(), "orrery-backup-"));
  ends.push(() => rmSync(home, { recursive: true, force: true }));
  const servers = `--etcd-servers=${etcd.url}`;
  const tokens = join(home, "tokens.csv");
  writeFileSync(tokens, 'admins-token,admin,1,"system:masters"\n', { mode: 0o600 });
  const filler = await startServe([servers, "--token-auth-file", tokens]);
  await new Promise<void>((resolve, reject) => {
    const headers = { authorization: "Bearer admins-token", "content-type": "application/json" };
    const creation = request(
      `${filler.url}${MAPS}`,
      { method: "POST", headers, rejectUnauthorized: false },
      (answer) => {
        answer.resume();
        if (answer.statusCode === 201) answer.once("end", resolve);
        else reject(new Error(`the configmap was not created: ${answer.statusCode}`));
      },
    );
    creation.once("error", reject).end(JSON.stringify(prices));
  });
  await filler.stop();
  const shown = await startServe([servers, "--read-only"]);
  ends.push(() => shown.stop());
  const { clusters, users } = parse(readFileSync(shown.kubeconfig, "utf8"));
  const kubeconfig = join(home, "config");
  const text = {
    clusters: [{ name: "backup", cluster: clusters[0].cluster }],
    users: [{ name: "admin", user: users[0].user }],
    contexts: [{ name: "backup", context: { cluster: "backup", user: "admin" } }],
  };
  writeFileSync(kubeconfig, stringify(text), { mode: 0o600 });
  return openScene({ environment: { HOME: home, KUBECONFIG: kubeconfig } });
}

const scene = setScene(undefined, openBackup);

const map = `/c/${CLUSTER}/core/v1/configmaps/default/prices`;

describe("etcd store that a server serves read-only", () => {
  test("opens as a cluster with the stored objects", async () => {
    await scene.go(`/c/${CLUSTER}/core/v1/configmaps?ns=default`);
    await scene.row("prices").waitFor();
    await scene.go(`${map}/yaml`);
    await scene.byId("editor").locator(".view-line").first().waitFor();
    expect(await scene.byId("editor").textContent()).toContain("three");
  });

  test("rejects a change with the reason", async () => {
    await scene.go(`${map}/yaml`);
    await scene.byId("editor").locator(".view-line").first().waitFor();
    await scene.paste(stringify({ ...prices, data: { ...prices.data, coffee: "four" } }));
    await scene.byId("apply").click();
    await scene.byId("editor-error").getByText(READ_ONLY).waitFor();
  });
});
