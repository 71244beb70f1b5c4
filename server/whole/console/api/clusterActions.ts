import { readFile, stat } from "node:fs/promises";
import { isAbsolute } from "node:path";
import type { ServerEntry } from "../../../../shared/console/serverEntry.ts";
import type { ClusterRegistry } from "../clusterRegistry.ts";
import { applyMerge, fileToWrite, planMerge } from "../kubeconfig/mergeIntoFile.ts";
import type { Preferences } from "../preferences.ts";
import { probe } from "../probe.ts";
import type { Upstream } from "../proxy/upstream.ts";
import { type AddedContexts, kubeconfigOf } from "../remote/addedContexts.ts";
import type { OidcSignIn } from "../remote/oidcSignIn.ts";
import type { RemoteContexts } from "../remote/remoteContexts.ts";
import type { Sandbox } from "../sandboxes/sandbox.ts";
import type { Sandboxes } from "../sandboxes/sandboxes.ts";
import { HostError } from "./hostError.ts";
import type { Fields } from "./readBody.ts";

/** The parts for managing clusters, beyond using them. */
export interface HostParts {
  readonly sandboxes: Sandboxes;
  readonly remotes: RemoteContexts;
  readonly added: AddedContexts;
  readonly preferences: Preferences;
  readonly signIn: OidcSignIn;
  /** The kubeconfig files named by the environment. */
  readonly paths: readonly string[];
  readonly now: () => number;
}

export interface ActionContext extends HostParts {
  readonly clusters: ClusterRegistry;
  readonly upstream: Upstream;
}

/** An action on a cluster. The result is sent to the page, so it contains no credentials. */
type Action = (context: ActionContext, id: string, fields: Fields) => Promise<object | undefined>;

const text = (fields: Fields, name: string): string => {
  const value = fields[name];
  return typeof value === "string" ? value : "";
};

function sandboxOf({ sandboxes }: ActionContext, id: string): Sandbox {
  const sandbox = sandboxes.get(id);
  if (sandbox === undefined) throw new HostError(400, "BadRequest", "Only a sandbox can do that.");
  return sandbox;
}

/** Reads a kubeconfig that a running sandbox has written. */
async function mergeInput(
  context: ActionContext,
  id: string,
): Promise<{ file: string; addition: string; name: string }> {
  const sandbox = sandboxOf(context, id);
  const addition = await readFile(sandbox.kubeconfig, "utf8").catch(() => {
    throw new HostError(409, "Conflict", "The sandbox has no kubeconfig before its first start.");
  });
  const slug = sandbox.name.replace(/[^A-Za-z0-9._-]+/g, "-").replace(/^-+|-+$/g, "");
  return { file: await fileToWrite(context.paths), addition, name: `orrery-${slug || id}` };
}

/** `POST /host/clusters/<id>/<name>`. */
export const CLUSTER_ACTIONS: Readonly<Record<string, Action>> = {
  async open(context, id) {
    const cluster = context.clusters.get(id);
    if (cluster === undefined || cluster.kind === "sandbox") return undefined;
    const version = await probe(context.upstream, cluster);
    if (version !== undefined) context.remotes.get(id)?.noteVersion(version);
    return undefined;
  },
  async retry(context, id, fields) {
    context.remotes.get(id)?.retry();
    return CLUSTER_ACTIONS["open"]?.(context, id, fields);
  },
  start: async (context, id) => void (await sandboxOf(context, id).start()),
  stop: async (context, id) => void (await sandboxOf(context, id).stop()),
  reset: async (context, id) => void (await sandboxOf(context, id).reset()),
  async flags(context, id, fields) {
    sandboxOf(context, id);
    const { flags } = fields;
    if (!Array.isArray(flags)) throw new HostError(400, "BadRequest", "Flags are a list of texts.");
    await context.sandboxes.setFlags(id, flags.map(String));
    return undefined;
  },
  async duplicate(context, id) {
    sandboxOf(context, id);
    return { id: (await context.sandboxes.duplicate(id)).id };
  },
  async export(context, id) {
    sandboxOf(context, id);
    return { path: await context.sandboxes.export(id) };
  },
  async "merge-preview"(context, id) {
    const { file, addition, name } = await mergeInput(context, id);
    return planMerge(file, addition, name);
  },
  async merge(context, id, fields) {
    const { file, addition, name } = await mergeInput(context, id);
    const backup = await applyMerge({ file, name, seen: text(fields, "seen") }, addition, context.now());
    await context.remotes.reload();
    return { file, ...(backup === undefined ? {} : { backup }) };
  },
  "sign-in": async (context, id) => ({ url: await context.signIn.begin(id) }),
};

/** `PATCH /host/clusters/<id>`: name, colour, readOnly, namespaces, proxy, memoryHours, memoryMegabytes. */
export async function changeCluster(context: ActionContext, id: string, fields: Fields): Promise<void> {
  const { name, colour, readOnly, namespaces, proxy, memoryHours, memoryMegabytes } = fields;
  const isMemory = (value: unknown): value is number | null => typeof value === "number" || value === null;
  await context.preferences.change(id, {
    ...(typeof name === "string" ? { name } : {}),
    ...(typeof colour === "string" ? { colour } : {}),
    ...(typeof readOnly === "boolean" ? { readOnly } : {}),
    ...(Array.isArray(namespaces) ? { namespaces: namespaces.map(String) } : {}),
    ...(typeof proxy === "string" ? { proxy } : {}),
    ...(isMemory(memoryHours) ? { memoryHours } : {}),
    ...(isMemory(memoryMegabytes) ? { memoryMegabytes } : {}),
  });
  if (isMemory(memoryHours) || isMemory(memoryMegabytes)) await context.sandboxes.get(id)?.applyMemory();
}

/** `DELETE /host/clusters/<id>`. */
export async function removeCluster(context: ActionContext, id: string): Promise<void> {
  if (context.sandboxes.get(id) !== undefined) await context.sandboxes.remove(id);
  else await context.remotes.forget(id);
}

/** `POST /host/contexts`: a kubeconfig's text, the path of one, or a server by its parts. @returns the new ids */
export async function addContexts(context: ActionContext, fields: Fields): Promise<{ ids: string[] }> {
  const { added, remotes } = context;
  const path = text(fields, "path");
  if (path !== "") {
    if (!isAbsolute(path)) throw new HostError(400, "BadRequest", "The file's path has to be absolute.");
    if ((await stat(path).catch(() => undefined))?.isFile() !== true) {
      throw new HostError(400, "BadRequest", `There is no file ${path}.`);
    }
    await added.addFile(path);
    await remotes.reload();
    return { ids: [] };
  }
  const server = fields["server"];
  const isServer = server !== null && typeof server === "object";
  const entry = isServer ? (server as ServerEntry) : undefined;
  const oidc = entry?.oidc;
  const content = entry === undefined ? text(fields, "kubeconfig") : kubeconfigOf(entry);
  const label = text(fields, "label") || (entry === undefined ? "pasted kubeconfig" : "added by address");
  const made = await added.addText(content, label, oidc?.issuer ? oidc : undefined);
  await remotes.reload();
  return { ids: remotes.idsOf(made) };
}
