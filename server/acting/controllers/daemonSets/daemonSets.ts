import type { Node } from "kubernetes-types/core/v1";
import { addToList } from "../../../../shared/collections/addToList.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { decoded } from "../../../api/registry/strategies/narrow.ts";
import type { ObjectChange } from "../../../store/cache/reader.ts";
import { keyOf, splitKey } from "../../informers/objectKey.ts";
import { type InformedParts, type RunningController, startController } from "../controller.ts";
import { type Revision, RevisionStore, readRevisions } from "../history/revisions.ts";
import { claim, controllerUid, isSelected, orphanNamespace } from "../pods/ownership.ts";
import { isNamespaceTerminating, PodControl, slowStart } from "../pods/podControl.ts";
import { ownersOf } from "../pods/podKeys.ts";
import { asPod, isFinished, untilNextAvailable } from "../pods/podState.ts";
import { selectorIndex } from "../pods/selectorIndex.ts";
import { daemonPod } from "./daemonPod.ts";
import { daemonStatus, isSameStatus } from "./daemonStatus.ts";
import { FailedPods } from "./failedPods.ts";
import { type DaemonSet, HASH_LABEL, type TemplateMark, targetNode, templateMark } from "./kinds.ts";
import { nodeFit } from "./nodeFit.ts";
import { byPlaceAndAge, type DaemonPlan, type NodePods, planNode } from "./nodePods.ts";
import { boundsOf, maySurge, planRoll } from "./rollingUpdate.ts";
import { type SetRevisions, setRevisions } from "./setRevisions.ts";

const PODS = { group: "", version: "v1", resource: "pods" };
const selectors = selectorIndex((object) => decoded<DaemonSet>(object).spec.selector);
/** Maximum number of pods that one round creates or deletes. */
const BURST = 250;
/** The fit of a deleted node. */
const NOWHERE = { starts: false, stays: false };

/** Runs one pod of each daemon set on every node that it selects. */
export function daemonSetController(parts: InformedParts): RunningController {
  const { client, informers, recorder, vocabulary, now } = parts;
  const group = vocabulary.render("apps");
  const ownerRef = { group, version: "v1", resource: "daemonsets", kind: "DaemonSet" };
  const revisionsRef = { group, version: "v1", resource: "controllerrevisions" };
  const sets = informers.of(ownerRef);
  const pods = informers.of(PODS);
  const nodes = informers.of({ group: "", resource: "nodes" });
  const revisions = informers.of(revisionsRef);
  const history = new RevisionStore(client, group);
  const podControl = new PodControl(parts);
  const failures = new FailedPods(now);

  const owned = (set: DaemonSet, informer: typeof pods, ref: typeof PODS) => {
    const { namespace = "", uid = "" } = set.metadata;
    const candidates = [...informer.by(controllerUid, uid), ...informer.by(orphanNamespace, namespace)];
    const wants = ({ metadata }: ApiObject): boolean => isSelected(set.spec.selector, metadata.labels);
    return claim({ client, owner: set, ownerRef, ref, wants }, candidates);
  };

  /**
   * The revision of the current template, and former ones. Pods that this changes are only visible in a later round.
   */
  async function revisionOf(set: DaemonSet): Promise<SetRevisions> {
    const known = await readRevisions(await owned(set, revisions, revisionsRef));
    const own = pods.by(controllerUid, set.metadata.uid ?? "");
    const found = await setRevisions({ client, history, ref: revisionsRef }, set, known, own);
    await informers.fresh();
    return found;
  }

  /** All nodes with their daemon pods. @param gone whether to include deleted nodes that pods still name */
  function nodePods(set: DaemonSet, owns: readonly ApiObject[], gone = false): NodePods[] {
    const fitOf = nodeFit(set, vocabulary);
    const byNode = new Map<string, ApiObject[]>();
    for (const pod of owns) {
      if (isFinished(pod) && pod.metadata.deletionTimestamp !== undefined) continue;
      const name = targetNode(pod);
      if (name !== undefined) addToList(byNode, name, pod);
    }
    for (const list of byNode.values()) list.sort(byPlaceAndAge);
    const present = nodes.list().map((object) => {
      const name = object.metadata.name ?? "";
      return { name, fit: fitOf(decoded<Node>(object)), pods: byNode.get(name) ?? [] };
    });
    if (!gone) return present;
    for (const { name } of present) byNode.delete(name);
    return [...present, ...[...byNode].map(([name, pods]) => ({ name, fit: NOWHERE, pods }))];
  }

  /** Pods that are still pending for a deleted node. */
  const stranded = (owns: readonly ApiObject[]): ApiObject[] =>
    owns.filter((pod) => {
      const target = targetNode(pod);
      const isWaiting = (asPod(pod).spec?.nodeName ?? "") === "" && pod.metadata.deletionTimestamp === undefined;
      return isWaiting && target !== undefined && nodes.get("", target) === undefined;
    });

  async function carryOut(set: DaemonSet, { create, remove }: DaemonPlan, mark: TemplateMark): Promise<void> {
    const targets = create.slice(0, BURST);
    const { error } = await slowStart(targets.length, (i) =>
      podControl.create(daemonPod(set, targets[i] ?? "", mark, vocabulary), set),
    );
    const deletions = await Promise.allSettled(remove.slice(0, BURST).map((pod) => podControl.delete(pod, set)));
    const failed = deletions.find((result) => result.status === "rejected");
    if (error !== undefined && !isNamespaceTerminating(error)) throw error;
    if (failed !== undefined) throw failed.reason;
    await informers.fresh();
  }

  async function manage(set: DaemonSet, mark: TemplateMark): Promise<void> {
    const { minReadySeconds = 0 } = set.spec;
    const owns = await owned(set, pods, PODS);
    const all = nodePods(set, owns);
    const bounds = boundsOf(set, all.filter(({ fit }) => fit.starts).length);
    const tools = {
      mark,
      minReadySeconds,
      now: now(),
      surges: maySurge(set),
      mayReplace: (pod: ApiObject) => failures.mayReplace(set, targetNode(pod) ?? ""),
      onEnded: (pod: ApiObject, phase: "Failed" | "Succeeded") => tellEnded(set, pod, phase),
    };
    const plans = all.map((each) => planNode(each, tools));
    const plan = {
      create: plans.flatMap(({ create }) => create),
      remove: [...plans.flatMap(({ remove }) => remove), ...stranded(owns)],
    };
    await carryOut(set, plan, mark);
    if (set.spec.updateStrategy?.type !== "RollingUpdate") return;
    // Includes the pods that were just created or deleted.
    const left = nodePods(set, await owned(set, pods, PODS), true);
    await carryOut(set, planRoll(left, bounds, { mark, minReadySeconds, now: now() }), mark);
  }

  /**
   * Deletes old revisions beyond the history limit. Revisions that pods still use are kept, and count towards the
   * limit.
   */
  async function cleanUp(set: DaemonSet, old: readonly Revision[]): Promise<void> {
    const own = pods.by(controllerUid, set.metadata.uid ?? "");
    const used = new Set(own.flatMap(({ metadata }) => metadata.labels?.[HASH_LABEL] ?? []));
    const isUsed = ({ metadata }: Revision): boolean => used.has(metadata.labels?.[HASH_LABEL] ?? "");
    const limit = (set.spec.revisionHistoryLimit ?? 10) - old.filter(isUsed).length;
    await history.truncate(old, isUsed, Math.max(0, limit));
  }

  function tellEnded(set: DaemonSet, pod: ApiObject, phase: "Failed" | "Succeeded"): void {
    const where = `daemon pod ${pod.metadata.namespace}/${pod.metadata.name} on node ${targetNode(pod)}`;
    if (phase === "Failed")
      recorder.record(set, "Warning", "FailedDaemonPod", `Found failed ${where}, will try to kill it`);
    else recorder.record(set, "Normal", "SucceededDaemonPod", `Found succeeded ${where}, will try to delete it`);
  }

  return startController(parts, {
    needs: [
      ...[pods, revisions].flatMap((each) => [each.indexed(controllerUid), each.indexed(orphanNamespace)]),
      sets.indexed(selectors.placesOf),
    ],
    sources: [
      { informer: sets },
      {
        informer: pods,
        keys: (change) => ownersOf({ ownerRef, owners: sets, selectors }, change),
      },
      { informer: nodes, keys: (change) => (isRelevantChange(change) ? sets.list().map(keyOf) : []) },
    ],
    async reconcile(key) {
      const { namespace, name } = splitKey(key);
      const object = sets.get(namespace, name);
      if (object === undefined) {
        failures.forget(key);
        return undefined;
      }
      const set = decoded<DaemonSet>(object);
      if (set.metadata.deletionTimestamp !== undefined) return undefined;
      const { old, current, collisions } = await revisionOf(set);
      const mark = templateMark(set, current.metadata.labels?.[HASH_LABEL] ?? "");
      const failure = await manage(set, mark)
        .then(() => cleanUp(set, old))
        .then(
          () => undefined,
          (error: unknown) => error,
        );
      await informers.fresh();
      const left = pods.by(controllerUid, set.metadata.uid ?? "");
      const checkedAt = now();
      const status = daemonStatus(set, nodePods(set, left), mark, collisions, checkedAt);
      if (!isSameStatus(set.status, status)) {
        await client.update({ ...ownerRef, namespace, name, subresource: "status" }, { ...object, status });
      }
      if (failure !== undefined) throw failure;
      await informers.fresh();
      const requeueAfter = Math.min(
        untilNextAvailable(left, set.spec.minReadySeconds ?? 0, checkedAt) ?? Number.POSITIVE_INFINITY,
        failures.next(key) ?? Number.POSITIVE_INFINITY,
      );
      return Number.isFinite(requeueAfter) ? { requeueAfter } : undefined;
    },
  });
}

/** Whether a change of a node may affect daemon pods: it was added or deleted, or its labels or taints have changed. */
function isRelevantChange({ object, previous }: ObjectChange): boolean {
  if (previous === undefined) return true;
  const seen = ({ metadata, spec }: ApiObject): string => JSON.stringify([metadata.labels, spec]);
  return seen(object) !== seen(previous);
}
