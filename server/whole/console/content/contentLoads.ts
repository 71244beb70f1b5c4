import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { ContentLoad, LoadRequest } from "../../../../shared/console/contentLoad.ts";
import { allContent } from "../../../../shared/content/allContent.ts";
import type { Content } from "../../../../shared/content/content.ts";
import { loadContent } from "../../../../shared/content/loadContent.ts";
import { LessonError } from "../../../../shared/lessons/lifecycle.ts";
import { createVocabulary } from "../../../../shared/vocabulary.ts";
import { sharedAbort } from "../../../ground/timing/signals.ts";
import { HostError, refusalFor } from "../api/hostError.ts";
import type { Cluster } from "../cluster.ts";
import type { ClusterRegistry } from "../clusterRegistry.ts";
import { impersonateHeaders } from "../proxy/impersonateHeaders.ts";
import { refuseReadOnly } from "../proxy/readOnly.ts";
import type { Upstream } from "../proxy/upstream.ts";
import { hostSender } from "./hostSender.ts";

/** Maximum number of concurrent loads. */
const MAX_RUNNING = 8;
/** Milliseconds for which progress is collected into one message. */
const PAUSE = 100;
/** Maximum number of characters of a failure message that are kept. */
const MAX_PROBLEM = 500;

/**
 * Loads content into clusters, independent of the page. A cluster has at most one load. The last load stays visible
 * until another begins, the page removes it, or the cluster is removed.
 */
export interface ContentLoads {
  list(): ContentLoad[];
  /**
   * Starts a load as the user whom the page views the cluster as; returns the running one if there is one.
   * @param page the headers of the page's request
   * @throws HostError 404 for unknown content, 403 for a read-only cluster, 429 when too many run; ViewAsError
   */
  start(cluster: Cluster, request: LoadRequest, page: IncomingHttpHeaders): ContentLoad;
  /**
   * Cancels a load, or forgets one that has ended; created objects stay.
   * @returns its last state; undefined if there is no such load
   */
  end(id: string): ContentLoad | undefined;
  /**
   * Calls back at once when a load begins or ends, and periodically while it runs.
   * @returns a function that ends the subscription
   */
  subscribe(listener: () => void): () => void;
  close(): void;
}

export interface ContentLoadParts {
  readonly clusters: ClusterRegistry;
  readonly upstream: Upstream;
  readonly logger?: { error(details: object, message: string): void } | undefined;
}

interface ActiveLoad {
  readonly id: string;
  readonly cluster: Cluster;
  readonly content: Content;
  readonly ending: AbortController;
  done: number;
  state: ContentLoad["state"];
  problem: string;
}

/** @example const loads = createContentLoads({ clusters, upstream }) */
export function createContentLoads({ clusters, upstream, logger }: ContentLoadParts): ContentLoads {
  /** By the id of the cluster. */
  const held = new Map<string, ActiveLoad>();
  const listeners = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  const notify = (): void => {
    clearTimeout(timer);
    timer = undefined;
    for (const listener of listeners) listener();
  };
  const conclude = (load: ActiveLoad, state: "complete" | "failed", problem = ""): void => {
    if (load.state !== "running") return;
    Object.assign(load, { state, problem: problem.slice(0, MAX_PROBLEM) });
    load.ending.abort();
    notify();
  };
  const forget = (load: ActiveLoad): void => {
    held.delete(load.cluster.id);
    load.ending.abort();
    notify();
  };
  const run = async (load: ActiveLoad, fieldManager: string, page: IncomingHttpHeaders): Promise<void> => {
    const { signal } = load.ending;
    const ask = hostSender({ upstream, cluster: load.cluster, fieldManager, page, signal });
    const onProgress = (done: number): void => {
      if (signal.aborted) return;
      load.done = done;
      timer ??= setTimeout(notify, PAUSE);
    };
    try {
      await loadContent(load.content, ask, { signal, onProgress });
      conclude(load, "complete");
    } catch (error) {
      if (signal.aborted) return;
      const isExplained = error instanceof LessonError || refusalFor(error) !== undefined;
      if (!isExplained) logger?.error({ err: error }, "the console host failed to load content");
      conclude(load, "failed", isExplained ? (error as Error).message : "The console host failed.");
    }
  };
  const unsubscribe = clusters.subscribe(() => {
    for (const load of held.values()) {
      const { id, name } = load.cluster;
      const cluster = clusters.get(id);
      if (cluster === undefined) forget(load);
      else if (cluster !== load.cluster) conclude(load, "failed", `The entry of ${name} in its kubeconfig changed.`);
      else if (isDown(cluster)) conclude(load, "failed", `${name} was stopped.`);
    }
  });
  return {
    list: () => [...held.values()].map(shown),
    start(cluster, request, page) {
      const all = allContent(createVocabulary(cluster.vocabulary || undefined));
      const content = all.find(({ id }) => id === request.content);
      if (content === undefined) throw new HostError(404, "NotFound", "There is no such content.");
      const last = held.get(cluster.id);
      if (last?.state === "running") return shown(last);
      const refusal = refuseReadOnly(cluster, "POST", "/api/v1/namespaces");
      if (refusal !== undefined) throw new HostError(403, "Forbidden", refusal);
      if ([...held.values()].filter(({ state }) => state === "running").length >= MAX_RUNNING) {
        throw new HostError(429, "TooManyRequests", `No more than ${MAX_RUNNING} clusters are filled at once.`);
      }
      // Refuses headers that are not a valid identity before anything is created.
      impersonateHeaders(page);
      const load: ActiveLoad = {
        id: randomUUID(),
        cluster,
        content,
        ending: sharedAbort(),
        done: 0,
        state: "running",
        problem: "",
      };
      held.set(cluster.id, load);
      void run(load, request.fieldManager ?? "", page);
      notify();
      return shown(load);
    },
    end(id) {
      const load = [...held.values()].find((each) => each.id === id);
      if (load === undefined) return undefined;
      forget(load);
      return shown(load);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close() {
      unsubscribe();
      listeners.clear();
      for (const load of [...held.values()]) forget(load);
    },
  };
}

/** Whether a sandbox does not run, or is about to stop. */
const isDown = (cluster: Cluster): boolean => ["stopping", "stopped", "failed"].includes(cluster.state());

const shown = ({ id, cluster, content, done, state, problem }: ActiveLoad): ContentLoad => ({
  id,
  cluster: cluster.id,
  content: content.id,
  done,
  count: content.count,
  state,
  problem,
});

/** Maximum length of a field manager's name in the API. */
const MAX_MANAGER = 128;

/** Parses and validates the page's request. @throws HostError 400 */
export function readLoadRequest({ content, fieldManager }: Readonly<Record<string, unknown>>): LoadRequest {
  if (typeof content !== "string") throw new HostError(400, "BadRequest", "The content is a name.");
  if (fieldManager === undefined) return { content };
  if (typeof fieldManager !== "string" || fieldManager === "" || fieldManager.length > MAX_MANAGER) {
    throw new HostError(400, "BadRequest", `The field manager is a name of up to ${MAX_MANAGER} characters.`);
  }
  return { content, fieldManager };
}
