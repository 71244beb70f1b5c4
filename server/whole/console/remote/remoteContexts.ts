import { createHash } from "node:crypto";
import type { SourceProblem } from "../../../../shared/console/overview.ts";
import { type Kubeconfig, mergeContexts, readKubeconfig } from "../../../access/kubeconfig/contexts.ts";
import { readTextFile, unreadableText } from "../../../ground/settings/readTextFile.ts";
import { sharedAbort } from "../../../ground/timing/signals.ts";
import type { ClusterRegistry } from "../clusterRegistry.ts";
import { watchFiles } from "../kubeconfig/watchFiles.ts";
import type { Preferences } from "../preferences.ts";
import type { AddedContexts, AddedText, FoundContext, Origin } from "./addedContexts.ts";
import type { CredentialContext, Credentials } from "./credentials.ts";
import { type RemoteCluster, remoteCluster } from "./remoteCluster.ts";

export interface RemoteContextsOptions extends CredentialContext {
  readonly clusters: ClusterRegistry;
  readonly added: AddedContexts;
  readonly preferences: Preferences;
  /** Files named by the environment, merged into one. */
  readonly paths: readonly string[];
  /** Credentials for a cluster to which the user signs in with the system's browser. */
  readonly oidc?: (entry: AddedText) => Credentials | undefined;
}

/** The contexts of all kubeconfigs, kept up to date in the registry as the files change. */
export interface RemoteContexts {
  /** Reads everything again; unchanged contexts keep their state. Never rejects. */
  reload(): Promise<void>;
  problems(): readonly SourceProblem[];
  get(id: string): RemoteCluster | undefined;
  /** The ids of the contexts of one added text. */
  idsOf(entry: AddedText): string[];
  originOf(id: string): Origin | undefined;
  /**
   * Removes an added context, or the added file that contains it.
   * @throws RangeError when it is one of the environment's
   */
  forget(id: string): Promise<void>;
  /** Also ends running credential plugins. */
  close(): void;
}

interface Held {
  readonly cluster: RemoteCluster;
  readonly origin: Origin;
  readonly contextName: string;
  readonly print: string;
}

/** Call `reload` once before anything else. */
export function createRemoteContexts(options: RemoteContextsOptions): RemoteContexts {
  const { clusters, added, preferences } = options;
  const held = new Map<string, Held>();
  let problems: SourceProblem[] = [];
  let running: Promise<void> | undefined;
  let again = false;
  const files = watchFiles(() => void reload());
  const ending = sharedAbort();

  const read = async (): Promise<void> => {
    const unreadable = added.problem();
    problems = unreadable === undefined ? [] : [{ source: "", message: unreadable }];
    const found = await findAll(options, problems);
    const kept = new Set<string>();
    for (const one of found) {
      const id = idFor(one, kept);
      kept.add(id);
      const print = JSON.stringify([one.context, one.origin]);
      if (held.get(id)?.print === print) continue;
      if (held.has(id)) clusters.remove(id);
      const own = one.origin.kind === "text" ? options.oidc?.(one.origin.entry) : undefined;
      const cluster = remoteCluster(one.context, {
        ...options,
        ending: ending.signal,
        id,
        chosen: () => preferences.of(id),
        removable: one.origin.kind !== "environment",
        onChange: clusters.changed,
        ...(own === undefined ? {} : { credentials: own }),
      });
      held.set(id, { cluster, origin: one.origin, contextName: one.context.name, print });
      clusters.add(cluster);
    }
    for (const id of [...held.keys()]) {
      if (kept.has(id)) continue;
      held.delete(id);
      clusters.remove(id);
    }
    files.set([...options.paths, ...added.files()]);
    clusters.changed();
  };

  const reload = (): Promise<void> => {
    if (running !== undefined) {
      again = true;
      return running;
    }
    running = (async () => {
      do {
        again = false;
        await read();
      } while (again);
    })().finally(() => {
      running = undefined;
    });
    return running;
  };

  return {
    reload,
    problems: () => problems,
    get: (id) => held.get(id)?.cluster,
    idsOf: (entry) =>
      [...held].flatMap(([id, { origin }]) => (origin.kind === "text" && origin.entry.id === entry.id ? [id] : [])),
    originOf: (id) => held.get(id)?.origin,
    async forget(id) {
      const one = held.get(id);
      if (one === undefined) return;
      if (one.origin.kind === "environment") {
        throw new RangeError("The context is in your own kubeconfig; Orrery does not take it out of there.");
      }
      if (one.origin.kind === "file") await added.removeFile(one.origin.path);
      else await added.removeContext(one.origin.entry.id, one.contextName);
      await preferences.forget(id);
      await reload();
    },
    close() {
      ending.abort();
      files.close();
    },
  };
}

async function findAll(options: RemoteContextsOptions, problems: SourceProblem[]): Promise<FoundContext[]> {
  const readOne = async (path: string, isNeeded: boolean): Promise<Kubeconfig[]> => {
    try {
      return [await readKubeconfig({ path, text: await readTextFile(path) })];
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === "ENOENT" && !isNeeded) return [];
      const reason = code === undefined ? message : `${path} cannot be read (${unreadableText(error)})`;
      problems.push({ source: path, message: reason });
      return [];
    }
  };
  const own = (await Promise.all(options.paths.map((path) => readOne(path, false)))).flat();
  const found: FoundContext[] = mergeContexts(own).contexts.map((context) => ({
    context,
    origin: { kind: "environment" },
  }));
  for (const path of options.added.files()) {
    for (const context of mergeContexts(await readOne(path, true)).contexts) {
      found.push({ context, origin: { kind: "file", path } });
    }
  }
  for (const entry of options.added.texts()) {
    for (const context of mergeContexts([await readKubeconfig({ text: entry.text, label: entry.label })]).contexts) {
      found.push({ context, origin: { kind: "text", entry } });
    }
  }
  return found;
}

/** The same context gets the same id at every start, independent of other contexts. */
function idFor({ context, origin }: FoundContext, taken: ReadonlySet<string>): string {
  const slug = context.name
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 40);
  const source = origin.kind === "file" ? origin.path : origin.kind === "text" ? origin.entry.id : "";
  const mark = createHash("sha256")
    .update(JSON.stringify([source, context.name]))
    .digest("hex")
    .slice(0, 8);
  const isPlain = origin.kind === "environment" && slug === context.name;
  const id = isPlain ? `ctx-${slug}` : `ctx-${slug}-${mark}`;
  return taken.has(id) ? `ctx-${mark}${mark}` : id;
}
