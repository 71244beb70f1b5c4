import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { request } from "playwright-core";
import { type ConsoleScene, openScene } from "../../consoleScene.ts";
import { type FaultProxy, startFaultProxy } from "../../faultProxy.ts";
import { type Product, startServe } from "../../product.ts";

/** A remote server, a fault proxy in front of it, and a kubeconfig that points to the proxy. */
export interface FarCluster {
  readonly server: Product;
  readonly proxy: FaultProxy;
  /** Home folder of the console's user. */
  readonly folder: string;
  /** Writes the kubeconfig: one context per name, with its user's credentials. */
  writeUsers(users: Readonly<Record<string, object>>): void;
  /**
   * Sends a request to the server directly, as its administrator; a PATCH is a merge patch.
   *
   * @returns the body of the response
   */
  call(method: string, path: string, body?: object, contentType?: string): Promise<Record<string, unknown>>;
  /** Opens a console with this kubeconfig. */
  open(): Promise<ConsoleScene>;
  remove(): Promise<void>;
}

/** Tokens of the administrator, all valid until a fault rule rejects them. */
export const ADMIN_TOKENS = ["admin-token-7f21c4", "admin-token-e3d805", "admin-token-52b9f6"] as const;
const [ADMIN_TOKEN] = ADMIN_TOKENS;
/**
 * Token of a user who, once {@link giveRights} was called, has all rights in the namespace `dev` and none elsewhere.
 */
export const DEV_TOKEN = "dev-token-0b93aa";

/** The kubeconfig has a context `far` for the administrator. */
export async function makeFarCluster(): Promise<FarCluster> {
  const folder = mkdtempSync(join(tmpdir(), "orrery-far-"));
  const tokens = join(folder, "tokens.csv");
  const kubeconfig = join(folder, "config");
  const admins = ADMIN_TOKENS.map((token) => `${token},admin,1,"system:masters"\n`);
  writeFileSync(tokens, `${admins.join("")}${DEV_TOKEN},dana,2,\n`);
  const server = await startServe(["--token-auth-file", tokens, "--authorization-mode", "RBAC"]);
  const proxy = await startFaultProxy(server.url);
  const direct = await request.newContext({
    baseURL: server.url,
    ignoreHTTPSErrors: true,
    extraHTTPHeaders: { authorization: `Bearer ${ADMIN_TOKEN}` },
  });

  const writeUsers: FarCluster["writeUsers"] = (users) => {
    const names = Object.keys(users);
    const config = {
      clusters: [{ name: "far", cluster: { server: proxy.url } }],
      users: names.map((name) => ({ name, user: users[name] })),
      contexts: names.map((name) => ({ name, context: { cluster: "far", user: name } })),
    };
    writeFileSync(kubeconfig, JSON.stringify(config));
  };
  writeUsers({ far: { token: ADMIN_TOKEN } });

  return {
    server,
    proxy,
    folder,
    writeUsers,
    async call(method, path, body, contentType) {
      const type = contentType ?? (method === "PATCH" ? "application/merge-patch+json" : "application/json");
      const sent = body === undefined ? {} : { data: JSON.stringify(body), headers: { "content-type": type } };
      const answer = await direct.fetch(path, { method, ...sent });
      if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
      return answer.json();
    },
    open: () => openScene({ environment: { HOME: folder, KUBECONFIG: kubeconfig, PATH: "/usr/bin:/bin" } }),
    async remove() {
      await direct.dispose();
      await proxy.close();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const MAPS = "/api/v1/namespaces/default/configmaps";

/** The manifest of a ConfigMap. */
export const mapText = (name: string, data: Record<string, string>): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  namespace: default\ndata:\n${Object.entries(data)
    .map(([key, value]) => `  ${key}: ${value}\n`)
    .join("")}`;

export const APPLY = "application/apply-patch+yaml";

/** A ConfigMap written by another console, which to the server is the same field manager. */
export const applyMap = (far: FarCluster, name: string, data: object): Promise<unknown> => {
  const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data };
  return far.call("PATCH", `${MAPS}/${name}?fieldManager=orrery-console`, body, APPLY);
};

/** Creates the namespace `dev`, with rights for the holder of {@link DEV_TOKEN}. */
export async function giveRights(far: FarCluster): Promise<void> {
  await far.call("POST", "/api/v1/namespaces", { metadata: { name: "dev" } });
  const group = "rbac.authorization.k8s.io";
  await far.call("POST", `/apis/${group}/v1/namespaces/dev/rolebindings`, {
    metadata: { name: "dana" },
    roleRef: { apiGroup: group, kind: "ClusterRole", name: "admin" },
    subjects: [{ apiGroup: group, kind: "User", name: "dana" }],
  });
}
