import type { ReplicaSet, ReplicaSetCondition, ReplicaSetStatus } from "kubernetes-types/apps/v1";
import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { isApiError } from "../../../../shared/status.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import { timestamp } from "../../../../shared/time.ts";
import { decoded } from "../../../api/registry/strategies/narrow.ts";
import type { InformedParts } from "../controller.ts";
import type { OwnerKind } from "../pods/ownership.ts";
import { isAvailable, isReady } from "../pods/podState.ts";
import type { Managed } from "./manageReplicas.ts";

const FAILURE = "ReplicaFailure";
/** Maximum number of attempts to write a status when others write at the same time. */
const TRIES = 2;

/** The status of an owner, computed from its pods. */
function statusOf(owner: ApiObject, pods: readonly ApiObject[], managed: Managed, now: number): ReplicaSetStatus {
  const { spec, status } = decoded<ReplicaSet>(owner);
  const templateLabels = Object.entries(spec?.template?.metadata?.labels ?? {});
  const ready = pods.filter(isReady);
  const conditions = conditionsOf(status?.conditions ?? [], managed, now);
  return {
    replicas: pods.length,
    fullyLabeledReplicas: pods.filter(({ metadata }) =>
      templateLabels.every(([name, value]) => metadata.labels?.[name] === value),
    ).length,
    readyReplicas: ready.length,
    availableReplicas: ready.filter((pod) => isAvailable(pod, spec?.minReadySeconds ?? 0, now)).length,
    observedGeneration: owner.metadata.generation ?? 0,
    ...(conditions.length === 0 ? {} : { conditions }),
  };
}

/** A failure condition stays as first reported, and where it is, until there is no failure. */
function conditionsOf(
  known: readonly ReplicaSetCondition[],
  { difference, error }: Managed,
  now: number,
): ReplicaSetCondition[] {
  if (error === undefined) return known.filter(({ type }) => type !== FAILURE);
  if (known.some(({ type }) => type === FAILURE)) return [...known];
  const failure = {
    type: FAILURE,
    status: "True",
    lastTransitionTime: timestamp(now),
    reason: difference < 0 ? "FailedCreate" : "FailedDelete",
    message: messageOf(error),
  };
  return [...known, failure];
}

/**
 * Writes the status of an owner if it has changed.
 *
 * @param round the result of this round, and the time (milliseconds since the epoch) for judging the pods
 * @throws ApiError
 */
export async function writeStatus(
  client: InformedParts["client"],
  ownerRef: OwnerKind,
  owner: ApiObject,
  pods: readonly ApiObject[],
  round: Managed & { readonly now: number },
): Promise<void> {
  const { namespace, name, uid } = owner.metadata;
  const ref = { ...ownerRef, namespace, name };
  let current = owner;
  for (let left = TRIES; ; left--) {
    const known = decoded<ReplicaSet>(current).status ?? { replicas: 0 };
    const status = statusOf(owner, pods, round, round.now);
    if (isSame(known, status)) return;
    try {
      await client.update({ ...ref, subresource: "status" }, { ...current, status });
      return;
    } catch (error) {
      if (isApiError(error, "NotFound")) return;
      if (left <= 1 || !isApiError(error, "Conflict")) throw error;
      current = await client.get(ref);
      if (current.metadata.uid !== uid) return;
    }
  }
}

const isSame = (known: ReplicaSetStatus, status: ReplicaSetStatus): boolean =>
  known.replicas === status.replicas &&
  (known.fullyLabeledReplicas ?? 0) === status.fullyLabeledReplicas &&
  (known.readyReplicas ?? 0) === status.readyReplicas &&
  (known.availableReplicas ?? 0) === status.availableReplicas &&
  known.observedGeneration === status.observedGeneration &&
  deepEqual(known.conditions ?? [], status.conditions ?? []);
