import { WorkQueue } from "../../../ground/timing/workQueue.ts";
import type { ObjectFeed } from "../../client/objectFeed.ts";
import { type ControllerParts, type InformedParts, RETRIES, type RunningController } from "../controller.ts";
import { absentOwners } from "./absentOwners.ts";
import { allServers } from "./allServers.ts";
import { type CollectorDependencies, collect } from "./collect.ts";
import { Graph } from "./graph.ts";
import { informerFeed } from "./informerFeed.ts";
import { recordInvalidOwner } from "./invalidOwnerEvent.ts";
import { UnknownKind, UnnameableOwner } from "./objectPath.ts";
import { orphanDependents } from "./orphan.ts";
import { ParkedNodes } from "./parkedNodes.ts";
import { followResources } from "./resourceFollower.ts";

/** Number of objects that are processed concurrently. */
const CONCURRENCY = 20;

/**
 * An owner exists, but its informer has not delivered it yet. Its deletion could be missed, so the check is retried.
 */
class NotObservedYet extends Error {}

/**
 * Deletes objects that have lost their owners. It maintains the graph of owners and dependents of everything that can
 * be deleted, and carries out the finalizers of a deletion (background, foreground, orphan). Objects of aggregated
 * servers are included, if their server serves a watch of them.
 *
 * @param feed the source of the objects; by default, one watch per resource
 */
export function garbageCollector(
  parts: ControllerParts & Pick<InformedParts, "recorder">,
  feed?: ObjectFeed,
): RunningController {
  const { vocabulary, timers, behind } = parts;
  const { client, isBehind } = allServers(parts.client, behind);
  const absent = absentOwners();
  // Until all objects are known, existing owners may seem to be missing: checks are collected here until then.
  let early: { readonly verify: Set<string>; readonly attempt: Set<string>; readonly orphan: Set<string> } | undefined =
    { verify: new Set(), attempt: new Set(), orphan: new Set() };
  /** Nodes whose own kind, or whose owner's kind, is not served: they wait until the served kinds change. */
  const unmapped = new ParkedNodes((uid) => graph.get(uid) !== undefined);
  /** How often the served kinds have changed. */
  let changesOfKinds = 0;

  const onError = (error: unknown, uid: string): void => {
    if (!(error instanceof NotObservedYet || error instanceof UnknownKind)) parts.onError(error, uid);
  };
  const { observer, gate } = parts;
  const common = { ...RETRIES, timers, concurrency: CONCURRENCY, onError, gate };
  const deletions = new WorkQueue({ ...common, observer, work: (uid) => attempt(uid) });
  const orphans = new WorkQueue({ ...common, work: (uid) => orphan(uid) });

  const graph = new Graph(absent, {
    verify: (uid) => void (early === undefined ? deletions.add(uid) : early.verify.add(uid)),
    attempt: (uid) => void (early === undefined ? deletions.add(uid) : early.attempt.add(uid)),
    orphan: (uid) => void (early === undefined ? orphans.add(uid) : early.orphan.add(uid)),
    invalidNamespace: (dependent, reference) => recordInvalidOwner(parts.recorder, dependent, reference),
  });
  const follower = followResources({
    client,
    vocabulary,
    graph,
    timers,
    feed: feed ?? informerFeed(parts),
    behind: behind && { feed: informerFeed({ ...parts, client: behind.client }), owns: isBehind },
    onKinds() {
      changesOfKinds += 1;
      for (const uid of unmapped.takeAll()) deletions.add(uid);
    },
  });
  const dependencies: CollectorDependencies = {
    client,
    absent,
    graph,
    get kinds() {
      return follower.kinds;
    },
    attempt: (uid) => deletions.add(uid),
  };

  async function attempt(uid: string): Promise<void> {
    // Events arrive in the middle of another client's write: defer the work until that write is done.
    await Promise.resolve();
    unmapped.delete(uid);
    const node = graph.get(uid);
    if (node === undefined) return;
    const before = changesOfKinds;
    try {
      await collect(dependencies, node);
    } catch (error) {
      if (error instanceof UnnameableOwner) return;
      if (!(error instanceof UnknownKind)) throw error;
      if (changesOfKinds === before) unmapped.add(uid);
      else deletions.add(uid);
      return;
    }
    if (graph.get(uid) === node && !node.observed) throw new NotObservedYet();
  }

  async function orphan(uid: string): Promise<void> {
    await Promise.resolve();
    const node = graph.get(uid);
    if (node?.orphaning === true) await orphanDependents(client, follower.kinds, node);
  }

  const begin = async (): Promise<void> => {
    await follower.synced();
    const known = early;
    early = undefined;
    for (const uid of known?.orphan ?? []) orphans.add(uid);
    for (const uid of known?.attempt ?? []) deletions.add(uid);
    for (const uid of known?.verify ?? []) if (graph.get(uid)?.observed === false) deletions.add(uid);
  };
  const begun = begin();

  return {
    async settled() {
      await begun;
      await Promise.all([deletions.idle(), orphans.idle()]);
    },
    async stop() {
      await follower.stop();
      await Promise.all([deletions.stop(), orphans.stop()]);
    },
  };
}
