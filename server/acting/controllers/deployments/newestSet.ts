import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import { isApiError } from "../../../../shared/status.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import { hashName } from "../pods/hashName.ts";
import { controlledBy, controllerOf } from "../pods/ownership.ts";
import { isNamespaceTerminating } from "../pods/podControl.ts";
import { annotationsOfNewest, sizeAnnotations } from "./annotations.ts";
import { newCondition, withCondition } from "./conditions.ts";
import { fenceposts } from "./fenceposts.ts";
import { conditionOf, desiredReplicas, hasDeadline, type ReplicaSet, sumDesired } from "./kinds.ts";
import type { Rollout } from "./rollout.ts";

/**
 * Updates the newest replica set's annotations, and the deployment's revision.
 * @returns the newest replica set; undefined when it does not exist yet
 * @throws ApiError
 */
export async function syncNewestSet(rollout: Rollout): Promise<ReplicaSet | undefined> {
  const set = rollout.newest;
  if (set === undefined) return undefined;
  const { annotations: names, now } = rollout.tools;
  const { minReadySeconds = 0 } = rollout.deployment.spec;
  const annotations = annotationsOfNewest(
    rollout.deployment,
    set.metadata.annotations ?? {},
    nextRevision(rollout),
    names,
  );
  if (!deepEqual(annotations, set.metadata.annotations ?? {}) || (set.spec.minReadySeconds ?? 0) !== minReadySeconds) {
    return rollout.updateSet({
      ...set,
      metadata: { ...set.metadata, annotations },
      spec: { ...set.spec, minReadySeconds },
    });
  }
  const { deployment } = rollout;
  const before = deployment.status ?? {};
  let status = before;
  if (hasDeadline(deployment) && conditionOf(status, "Progressing") === undefined) {
    const message = `Found new replica set ${JSON.stringify(set.metadata.name)}`;
    const found = { type: "Progressing", status: "True", reason: "FoundNewReplicaSet", message };
    status = withCondition(status, newCondition(found, now()));
  }
  const revision = annotations[names.revision] ?? "";
  if (status !== before || (deployment.metadata.annotations?.[names.revision] ?? "") !== revision) {
    await rollout.updateStatus(status, { ...deployment.metadata.annotations, [names.revision]: revision });
  }
  return set;
}

/** The same, but creates it if it is missing. @throws ApiError, Error */
export async function ensureNewestSet(rollout: Rollout): Promise<ReplicaSet> {
  return (await syncNewestSet(rollout)) ?? (await createNewestSet(rollout));
}

async function createNewestSet(rollout: Rollout): Promise<ReplicaSet> {
  const { annotations: names, now, recorder } = rollout.tools;
  const revision = nextRevision(rollout);
  const made = newSet(rollout, revision);
  let created: ReplicaSet;
  let isNew = true;
  try {
    created = await rollout.createSet(made);
  } catch (error) {
    if (isApiError(error, "AlreadyExists")) {
      created = await takeExisting(rollout, made);
      isNew = false;
    } else {
      if (!isNamespaceTerminating(error)) {
        const message = `Failed to create new replica set ${JSON.stringify(made.metadata.name)}: ${messageOf(error)}`;
        if (hasDeadline(rollout.deployment)) {
          const failed = { type: "Progressing", status: "False", reason: "ReplicaSetCreateError", message };
          const status = withCondition(rollout.deployment.status ?? {}, newCondition(failed, now()));
          // The failure to create the replica set is more important than a failure to write this status.
          await rollout.updateStatus(status).catch(() => undefined);
        }
        recorder.record(rollout.deployment, "Warning", "ReplicaSetCreateError", message);
      }
      throw error;
    }
  }
  if (isNew && desiredReplicas(created) > 0) rollout.recordScaled(created, 0, desiredReplicas(created));
  const { deployment } = rollout;
  let status = deployment.status ?? {};
  if (isNew && hasDeadline(deployment)) {
    const message = `Created new replica set ${JSON.stringify(created.metadata.name)}`;
    const progressing = { type: "Progressing", status: "True", reason: "NewReplicaSetCreated", message };
    status = withCondition(status, newCondition(progressing, now()));
  }
  await rollout.updateStatus(status, { ...deployment.metadata.annotations, [names.revision]: String(revision) });
  return created;
}

/**
 * Handles an existing object with the name of the new replica set. It is used when it has the same template. Otherwise
 * it is a hash collision, which the deployment counts so that the next hash differs.
 */
async function takeExisting(rollout: Rollout, made: ReplicaSet): Promise<ReplicaSet> {
  const { client, replicaSets } = rollout.tools;
  const { namespace, name } = made.metadata;
  const existing = (await client.get({ ...replicaSets, namespace, name })) as ReplicaSet;
  await rollout.note(existing);
  const isOurs = controllerOf(existing)?.uid === rollout.deployment.metadata.uid;
  if (isOurs && rollout.newest?.metadata.uid === existing.metadata.uid) return existing;
  const { status = {} } = rollout.deployment;
  await rollout.updateStatus({ ...status, collisionCount: (status.collisionCount ?? 0) + 1 });
  throw new Error(`replica set ${JSON.stringify(name)} is there already, for another template`);
}

function newSet(rollout: Rollout, revision: bigint): ReplicaSet {
  const { deployment, tools } = rollout;
  const { metadata, spec } = deployment;
  const { hashLabel } = tools;
  const hash = hashName(spec.template, deployment.status?.collisionCount ?? 0);
  const labels = { ...spec.template.metadata?.labels, [hashLabel]: hash };
  const selector = { ...spec.selector, matchLabels: { ...spec.selector.matchLabels, [hashLabel]: hash } };
  const annotations = annotationsOfNewest(deployment, {}, revision, tools.annotations);
  return {
    apiVersion: deployment.apiVersion ?? "",
    kind: "ReplicaSet",
    metadata: {
      name: `${metadata.name}-${hash}`,
      namespace: metadata.namespace ?? "",
      labels,
      annotations: { ...annotations, ...sizeAnnotations(deployment, tools.annotations) },
      ownerReferences: [controlledBy(deployment)],
    },
    spec: {
      replicas: sizeOfNewest(rollout, 0),
      ...(spec.minReadySeconds === undefined ? {} : { minReadySeconds: spec.minReadySeconds }),
      selector,
      template: { ...spec.template, metadata: { ...spec.template.metadata, labels } },
    },
  };
}

/** The next size of the newest replica set, whose current size is `size`: the total may not exceed the surge limit. */
export function sizeOfNewest(rollout: Rollout, size: number): number {
  const { deployment } = rollout;
  const replicas = desiredReplicas(deployment);
  if (deployment.spec.strategy?.type === "Recreate") return replicas;
  const room = replicas + fenceposts(deployment).maxSurge - sumDesired(rollout.sets);
  return room <= 0 ? size : size + Math.min(room, replicas - size);
}

/** One more than the highest revision of the old replica sets, with the overflow of a 64-bit integer. */
function nextRevision(rollout: Rollout): bigint {
  let latest = 0n;
  for (const set of rollout.old) if (rollout.revision(set) > latest) latest = rollout.revision(set);
  return BigInt.asIntN(64, latest + 1n);
}
