import type { ApiObject } from "../../../../shared/object.ts";
import { decoded } from "../../../api/registry/strategies/narrow.ts";
import type { ObjectChange } from "../../../store/cache/reader.ts";
import { splitKey } from "../../informers/objectKey.ts";
import { type InformedParts, type RunningController, startController } from "../controller.ts";
import { claim, controllerOf, controllerUid, isSelected, orphanNamespace } from "../pods/ownership.ts";
import { ownersOf } from "../pods/podKeys.ts";
import { selectorIndex } from "../pods/selectorIndex.ts";
import { rolloutAnnotations } from "./annotations.ts";
import { cleanUpHistory } from "./history.ts";
import type { Deployment, ReplicaSet } from "./kinds.ts";
import { syncNewestSet } from "./newestSet.ts";
import { writePausing } from "./pausing.ts";
import { isComplete, writeCounts, writeProgress } from "./progress.ts";
import { recreateStep } from "./recreate.ts";
import { rollBack, rollbackRevision } from "./rollback.ts";
import { rollingStep } from "./rolling.ts";
import { Rollout, type RolloutTools } from "./rollout.ts";
import { isScaling, scaleSets } from "./scaling.ts";

const PODS = { group: "", version: "v1", resource: "pods" };
const selectors = selectorIndex((object) => decoded<Deployment>(object).spec.selector);

/** Updates the pods of deployments from one template to the next, by scaling replica sets. */
export function deploymentController(parts: InformedParts): RunningController {
  const { client, informers, recorder, vocabulary, now } = parts;
  const group = vocabulary.render("apps");
  const tools: RolloutTools = {
    client,
    recorder,
    now,
    annotations: rolloutAnnotations(vocabulary),
    hashLabel: "pod-template-hash",
    deployments: { group, version: "v1", resource: "deployments", kind: "Deployment" },
    replicaSets: { group, version: "v1", resource: "replicasets", kind: "ReplicaSet" },
  };
  const deployments = informers.of(tools.deployments);
  const sets = informers.of(tools.replicaSets);
  const pods = informers.of(PODS);
  const podsOf = ({ metadata }: ApiObject): ApiObject[] => pods.by(controllerUid, metadata.uid ?? "");

  /**
   * Pods matter only to deployments with the `Recreate` strategy, and only when they are deleted: such a deployment
   * waits for its old pods to end.
   */
  function* waiting({ type, object }: ObjectChange): Iterable<string> {
    const owner = type === "deleted" ? controllerOf(object) : undefined;
    if (owner === undefined) return;
    const namespace = object.metadata.namespace ?? "";
    const set = sets.get(namespace, owner.name);
    const deployment = set === undefined ? undefined : controllerOf(set);
    if (deployment === undefined) return;
    const found = deployments.get(namespace, deployment.name);
    if (found !== undefined && decoded<Deployment>(found).spec.strategy?.type === "Recreate") {
      yield `${namespace}/${deployment.name}`;
    }
  }

  async function setsOf(deployment: Deployment): Promise<ReplicaSet[]> {
    const { namespace = "", uid = "" } = deployment.metadata;
    const candidates = [...sets.by(controllerUid, uid), ...sets.by(orphanNamespace, namespace)];
    const claimed = await claim(
      {
        client,
        owner: deployment,
        ownerRef: tools.deployments,
        ref: tools.replicaSets,
        wants: ({ metadata }) => isSelected(deployment.spec.selector, metadata.labels),
      },
      candidates,
    );
    return claimed.map((set) => decoded<ReplicaSet>(set));
  }

  return startController(parts, {
    needs: [
      sets.indexed(controllerUid),
      sets.indexed(orphanNamespace),
      pods.indexed(controllerUid),
      deployments.indexed(selectors.placesOf),
    ],
    sources: [
      { informer: deployments },
      {
        informer: sets,
        keys: (change) => ownersOf({ ownerRef: tools.deployments, owners: deployments, selectors }, change),
      },
      { informer: pods, keys: waiting },
    ],
    async reconcile(key) {
      const { namespace, name } = splitKey(key);
      const found = deployments.get(namespace, name);
      if (found === undefined) return undefined;
      const deployment = decoded<Deployment>(found);
      const rollout = await Rollout.of(tools, deployment, await setsOf(deployment));
      try {
        const requeueAfter = await step(rollout, podsOf);
        return requeueAfter === undefined ? undefined : { requeueAfter };
      } finally {
        // The next round must see the writes of this one.
        await informers.fresh();
      }
    },
  });
}

/** @returns milliseconds after which to reconcile again without a change */
async function step(rollout: Rollout, podsOf: (set: ReplicaSet) => ApiObject[]): Promise<number | undefined> {
  if (rollout.deployment.metadata.deletionTimestamp !== undefined) {
    await syncNewestSet(rollout);
    return void (await writeCounts(rollout));
  }
  await writePausing(rollout);
  if (rollout.deployment.spec.paused === true) return void (await scaleOnly(rollout));
  const revision = rollbackRevision(rollout);
  if (revision !== undefined) return void (await rollBack(rollout, revision));
  if (isScaling(rollout)) return void (await scaleOnly(rollout));
  const isRecreate = rollout.deployment.spec.strategy?.type === "Recreate";
  const isUnderWay = await (isRecreate ? recreateStep(rollout, podsOf) : rollingStep(rollout));
  if (!isUnderWay && isComplete(rollout.deployment)) await cleanUpHistory(rollout);
  return writeProgress(rollout);
}

/** Handles a paused deployment, and a deployment whose wanted size has changed. */
async function scaleOnly(rollout: Rollout): Promise<void> {
  await syncNewestSet(rollout);
  await scaleSets(rollout);
  if (rollout.deployment.spec.paused === true && rollbackRevision(rollout) === undefined) await cleanUpHistory(rollout);
  await writeCounts(rollout);
}
