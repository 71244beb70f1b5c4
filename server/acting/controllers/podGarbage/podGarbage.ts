import type { Node, Taint } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import { decoded } from "../../../api/registry/strategies/narrow.ts";
import type { InformerListener } from "../../informers/informers.ts";
import { type InformedParts, type RunningController, startController } from "../controller.ts";
import { eachTried } from "../eachTried.ts";
import { ignoring } from "../ignoring.ts";
import { disruptionCondition } from "../pods/disruptionCondition.ts";
import { asPod, isFinished } from "../pods/podState.ts";

const PODS = { group: "", version: "v1", resource: "pods" };
const NODES = { group: "", version: "v1", resource: "nodes" };
/** Milliseconds between two rounds. */
const PERIOD = 20_000;
/** Milliseconds that a node must be missing before its pods count as lost: it may be about to register again. */
const QUARANTINE = 40_000;

/**
 * Deletes pods without an agent: those of deleted nodes, those deleted before they were placed, and old ended pods
 * beyond a threshold.
 */
export function podGarbageCollector(parts: InformedParts, threshold: number): RunningController {
  const { client, informers, vocabulary, now } = parts;
  const pods = informers.of(PODS);
  const nodes = informers.of(NODES);
  const outOfService = vocabulary.render("node.{labelDomain}/out-of-service");
  /** Since when nodes that pods name are missing, by node name. */
  const missing = new Map<string, number>();

  /** @param reason the message of the condition, for a pod whose node is gone */
  async function collect(pod: ApiObject, reason?: string): Promise<void> {
    const { namespace, name = "", uid } = pod.metadata;
    const ref = { ...PODS, namespace, name };
    if (!isFinished(pod)) {
      // No agent will report the pod's end. Mark it as failed, for controllers such as that of jobs.
      const conditions =
        reason === undefined
          ? {}
          : { conditions: [disruptionCondition(pod, { reason: "DeletionByPodGC", message: reason }, now())] };
      const status = { phase: "Failed", ...conditions };
      const patch = { metadata: { uid }, status };
      await ignoring(
        ["NotFound", "Conflict"],
        client.patch({ ...ref, subresource: "status" }, patch, { type: "strategic" }),
      );
    }
    await ignoring(
      ["NotFound", "Conflict"],
      client.delete(ref, { ...(uid === undefined ? {} : { uid }), gracePeriodSeconds: 0 }),
    );
  }

  /** Deletes ended pods beyond the threshold: evicted ones first, then the oldest. */
  async function collectEnded(ended: ApiObject[]): Promise<void> {
    if (threshold <= 0) return;
    const excess = ended.length - threshold;
    if (excess <= 0) return;
    await eachTried(ended.sort(leastUseful).slice(0, excess), (pod) => collect(pod));
  }

  /**
   * Why a pod has no agent; undefined when it has one.
   * @param named collects the names of missing nodes
   */
  function lossOf(pod: ApiObject, named: Set<string>): Loss | undefined {
    const { nodeName = "" } = asPod(pod).spec ?? {};
    const isLeaving = pod.metadata.deletionTimestamp !== undefined;
    if (nodeName === "") return isLeaving ? { pod: outlineOf(pod) } : undefined;
    const node = nodes.get("", nodeName);
    if (node !== undefined) {
      missing.delete(nodeName);
      const isOut = (decoded<Node>(node).spec?.taints ?? []).some(({ key }: Taint) => key === outOfService);
      return isLeaving && isOut && !isReady(decoded<Node>(node)) ? { pod: outlineOf(pod) } : undefined;
    }
    named.add(nodeName);
    const since = missing.get(nodeName) ?? now();
    missing.set(nodeName, since);
    return now() - since >= QUARANTINE ? { pod: outlineOf(pod), reason: "PodGC: node no longer exists" } : undefined;
  }

  return startController(parts, {
    concurrency: 1,
    sources: [{ informer: nodes, keys: ({ type }) => (type === "deleted" ? ["all"] : []) }, FINISHED_POD_REASON],
    async reconcile() {
      const ended: ApiObject[] = [];
      const losses: Loss[] = [];
      const named = new Set<string>();
      await pods.each((pod) => {
        if (isFinished(pod)) ended.push(outlineOf(pod));
        const loss = lossOf(pod, named);
        if (loss !== undefined) losses.push(loss);
      });
      for (const name of missing.keys()) if (!named.has(name)) missing.delete(name);
      const tasks = [() => collectEnded(ended), () => eachTried(losses, ({ pod, reason }) => collect(pod, reason))];
      await eachTried(tasks, (task) => task());
      return { requeueAfter: PERIOD };
    },
  });
}

/** A pod without an agent. */
interface Loss {
  readonly pod: ApiObject;
  /** The message of the condition, for a pod whose node is gone. */
  readonly reason?: string;
}

/** Only the fields that deletion needs, because pods may be large. */
function outlineOf(pod: ApiObject): ApiObject {
  const { namespace, name, uid, creationTimestamp } = pod.metadata;
  const { phase, reason, conditions = [] } = asPod(pod).status ?? {};
  const disrupted = conditions.filter(({ type }) => type === "DisruptionTarget");
  return { metadata: { namespace, name, uid, creationTimestamp }, status: { phase, reason, conditions: disrupted } };
}

const isEvicted = (pod: ApiObject): boolean => {
  const { phase, reason } = asPod(pod).status ?? {};
  return phase === "Failed" && reason === "Evicted";
};

function leastUseful(a: ApiObject, b: ApiObject): number {
  const age = ({ metadata }: ApiObject): string => `${metadata.creationTimestamp} ${metadata.name}`;
  return Number(isEvicted(b)) - Number(isEvicted(a)) || (age(a) < age(b) ? -1 : 1);
}

const isReady = ({ status }: Node): boolean =>
  status?.conditions?.some(({ type, status: truth }) => type === "Ready" && truth === "True") ?? false;

/** A source that delivers the only key once, at the start. */
const FINISHED_POD_REASON = {
  informer: {
    follow(listener: InformerListener) {
      listener({ type: "added", object: { metadata: {} } });
      return { synced: Promise.resolve(), stop: () => undefined };
    },
  },
  keys: () => ["all"],
};
