import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { type Product, startServe } from "../../product.ts";

/**
 * A kubeconfig with two contexts of one remote server: the user of `full` has all rights, the user of `part` only those
 * granted by the server's roles.
 */
export interface RemoteHome {
  readonly folder: string;
  readonly kubeconfig: string;
  remove(): Promise<void>;
}

/** Starts the server. The user of the context `part` is `bob` of the group `shop-team`, with a token. */
export async function makeRemoteHome(): Promise<RemoteHome> {
  const folder = mkdtempSync(join(tmpdir(), "orrery-remote-"));
  const tokens = join(folder, "tokens.csv");
  writeFileSync(tokens, 'bobs-token,bob,7,"shop-team"\n', { mode: 0o600 });
  const remote: Product = await startServe(["--token-auth-file", tokens]);
  const given = parse(readFileSync(remote.kubeconfig, "utf8"));
  const context = (name: string) => ({ name, context: { cluster: "remote", user: name } });
  const kubeconfig = join(folder, "config");
  const text = {
    clusters: [{ name: "remote", cluster: given.clusters[0].cluster }],
    users: [
      { name: "full", user: given.users[0].user },
      { name: "part", user: { token: "bobs-token" } },
    ],
    contexts: [context("full"), context("part")],
  };
  writeFileSync(kubeconfig, stringify(text), { mode: 0o600 });
  return {
    folder,
    kubeconfig,
    async remove() {
      await remote.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
