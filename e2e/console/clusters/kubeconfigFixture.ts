import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { type Product, startServe } from "../../product.ts";

/** A home folder whose kubeconfig points to a remote server. */
export interface KubeconfigHome {
  readonly folder: string;
  readonly kubeconfig: string;
  readonly remote: Product;
  /** The values of the kubeconfig that must never reach the page. */
  readonly secrets: readonly string[];
  remove(): Promise<void>;
}

/**
 * A kubeconfig with a working context, one without a server, one with rejected credentials, and one whose plugin is
 * missing.
 */
export async function makeKubeconfigHome(): Promise<KubeconfigHome> {
  const folder = mkdtempSync(join(tmpdir(), "orrery-home-"));
  const kubeconfig = join(folder, "config");
  const remote = await startServe();
  const given = parse(readFileSync(remote.kubeconfig, "utf8"));
  const { cluster } = given.clusters[0];
  const { user } = given.users[0];
  const exec = {
    apiVersion: "client.authentication.k8s.io/v1",
    command: "company-login",
    interactiveMode: "IfAvailable",
    installHint: "Ask the platform team for it.",
  };
  const text = {
    clusters: [
      { name: "real", cluster },
      { name: "away", cluster: { ...cluster, server: "https://127.0.0.1:1" } },
    ],
    users: [
      { name: "admin", user },
      { name: "stranger", user: { token: "no-such-token" } },
      { name: "plugin", user: { exec } },
    ],
    contexts: [
      { name: "production", context: { cluster: "real", user: "admin" } },
      { name: "staging", context: { cluster: "away", user: "admin" } },
      { name: "partner", context: { cluster: "real", user: "stranger" } },
      { name: "company", context: { cluster: "real", user: "plugin" } },
    ],
    "current-context": "production",
  };
  writeFileSync(kubeconfig, stringify(text), { mode: 0o600 });
  return {
    folder,
    kubeconfig,
    remote,
    secrets: [user["client-key-data"], "PRIVATE KEY", "no-such-token"],
    async remove() {
      await remote.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
