import type { ReplicaSet } from "kubernetes-types/apps/v1";
import type { LabelSelector } from "kubernetes-types/meta/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import { isOn } from "../../../api/registry/features.ts";
import { decoded } from "../../../api/registry/strategies/narrow.ts";
import { splitKey } from "../../informers/objectKey.ts";
import { type InformedParts, type RunningController, startController } from "../controller.ts";
import { claim, controllerOf, controllerUid, isSelected, type OwnerKind, orphanNamespace } from "../pods/ownership.ts";
import { PodControl } from "../pods/podControl.ts";
import { ownersOf } from "../pods/podKeys.ts";
import { labelPairs, selectedBy } from "../pods/podLabels.ts";
import { isActive, untilNextAvailable } from "../pods/podState.ts";
import { selectorIndex } from "../pods/selectorIndex.ts";
import { type Managed, manageReplicas } from "./manageReplicas.ts";
import { writeStatus } from "./replicaStatus.ts";

/** A kind that wants a number of equal pods. Both kinds have the same parts but for the form of the selector. */
export interface ReplicaKind {
  readonly ownerRef: OwnerKind;
  selectorOf(owner: ReplicaSet): LabelSelector | undefined;
}

const PODS = { group: "", version: "v1", resource: "pods" };

/**
 * Each round looks at all pods of an owner. For a large owner, changes are gathered before the next round; otherwise
 * rounds would take all the time.
 */
const LARGE = 500;
const PODS_PER_MILLISECOND = 20;
/**
 * A node may reject each pod as soon as it comes. The controllers of the reference replace such pods no faster than their
 * client lets them: thirty at once, then twenty a second.
 */
const REPLACED_AT_ONCE = 30;
const REPLACEMENT = 50;

/** Milliseconds for which changes of an owner's pods gather. @param pods how many there are, with those that have ended */
export function patienceFor(replicas: number, pods: number): number {
  const gathered = replicas < LARGE ? 0 : replicas / PODS_PER_MILLISECOND;
  return pods - replicas > REPLACED_AT_ONCE ? Math.max(gathered, replicas * REPLACEMENT) : gathered;
}

/** Runs the controller of a kind of replicas. */
export function startReplicas(parts: InformedParts, { ownerRef, selectorOf }: ReplicaKind): RunningController {
  const { client, features, informers, vocabulary, now } = parts;
  const pods = informers.of(PODS);
  const owners = informers.of(ownerRef);
  const podControl = new PodControl(parts);
  const costAnnotation = isOn(features, "PodDeletionCost")
    ? vocabulary.render("controller.{labelDomain}/pod-deletion-cost")
    : undefined;

  /**
   * The pods that are selected by any of the objects that the owner's own owner controls, each once: those of all replica sets
   * of a deployment. None where the owner has no owner.
   */
  const relatedPods = (owner: ApiObject): ApiObject[] => {
    const above = controllerOf(owner);
    if (above === undefined) return [];
    const selected = owners
      .by(controllerUid, above.uid)
      .flatMap((each) => selectedBy(pods, each.metadata.namespace ?? "", selectorOf(decoded<ReplicaSet>(each))));
    return [...new Map(selected.map((pod) => [pod.metadata.uid, pod])).values()];
  };

  async function claimPods(owner: ApiObject): Promise<ApiObject[]> {
    const selector = selectorOf(decoded<ReplicaSet>(owner));
    const candidates = [
      ...pods.by(controllerUid, owner.metadata.uid ?? ""),
      ...pods.by(orphanNamespace, owner.metadata.namespace ?? ""),
    ];
    return claim(
      { client, owner, ownerRef, ref: PODS, wants: ({ metadata }) => isSelected(selector, metadata.labels) },
      candidates.filter(isActive),
    );
  }

  const selectors = selectorIndex((owner) => selectorOf(decoded<ReplicaSet>(owner)));

  return startController(parts, {
    needs: [
      ...[controllerUid, orphanNamespace, labelPairs].map((valuesOf) => pods.indexed(valuesOf)),
      ...[controllerUid, selectors.placesOf].map((valuesOf) => owners.indexed(valuesOf)),
    ],
    sources: [
      { informer: owners },
      {
        informer: pods,
        keys: (change) => ownersOf({ ownerRef, owners, selectors }, change),
        patience(key) {
          const { namespace, name } = splitKey(key);
          const owner = owners.get(namespace, name);
          if (owner === undefined) return 0;
          const replicas = decoded<ReplicaSet>(owner).spec?.replicas ?? 0;
          return patienceFor(replicas, pods.count(controllerUid, owner.metadata.uid ?? ""));
        },
      },
    ],
    async reconcile(key) {
      const { namespace, name } = splitKey(key);
      const owner = owners.get(namespace, name);
      if (owner === undefined) return undefined;
      const active = await claimPods(owner);
      let managed: Managed = { difference: 0 };
      if (owner.metadata.deletionTimestamp === undefined) {
        managed = await manageReplicas({ podControl, costAnnotation, now: now() }, owner, active, () =>
          relatedPods(owner),
        );
      }
      const judged = now();
      await writeStatus(client, ownerRef, owner, active, { ...managed, now: judged });
      // The next round must see what this one created and deleted.
      await informers.fresh();
      if (managed.error !== undefined) throw managed.error;
      const { minReadySeconds = 0 } = decoded<ReplicaSet>(owner).spec ?? {};
      const again = untilNextAvailable(active, minReadySeconds, judged);
      return again === undefined ? undefined : { again };
    },
  });
}
