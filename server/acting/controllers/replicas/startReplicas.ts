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
import { CROWDED_PAUSE, PodPace } from "../pods/podPace.ts";
import { isActive, untilNextAvailable } from "../pods/podState.ts";
import { selectorIndex } from "../pods/selectorIndex.ts";
import { type Managed, manageReplicas } from "./manageReplicas.ts";
import { writeStatus } from "./replicaStatus.ts";

/** A kind with a number of identical pods. The two kinds differ only in the form of their selector. */
export interface ReplicaKind {
  readonly ownerRef: OwnerKind;
  selectorOf(owner: ReplicaSet): LabelSelector | undefined;
}

const PODS = { group: "", version: "v1", resource: "pods" };

/**
 * Number of replicas from which changes are debounced. Each round visits all pods of an owner: without the debounce,
 * rounds of large owners would use all the time.
 */
const LARGE = 500;
const PODS_PER_MILLISECOND = 20;
/**
 * Number of surplus pods from which replacement is throttled. A node may reject every pod at once. The client rate
 * limit of the reference's controllers lets them replace thirty such pods at once, then twenty per second.
 */
const REPLACED_AT_ONCE = 30;
const REPLACEMENT = 50;

/** Debounce in milliseconds for changes of an owner's pods. @param pods the number of its pods, including ended ones */
export function debounceFor(replicas: number, pods: number): number {
  const gathered = replicas < LARGE ? 0 : replicas / PODS_PER_MILLISECOND;
  return pods - replicas > REPLACED_AT_ONCE ? Math.max(gathered, replicas * REPLACEMENT) : gathered;
}

/** Runs the controller of one kind. */
export function startReplicas(parts: InformedParts, { ownerRef, selectorOf }: ReplicaKind): RunningController {
  const { client, features, informers, vocabulary, now } = parts;
  const pods = informers.of(PODS);
  const owners = informers.of(ownerRef);
  const podControl = new PodControl(parts);
  const pace = new PodPace(pods);
  const costAnnotation = isOn(features, "PodDeletionCost")
    ? vocabulary.render("controller.{labelDomain}/pod-deletion-cost")
    : undefined;

  /**
   * The pods of all siblings, that is, of all objects with the same controller as the owner: those of all replica sets
   * of a deployment. Empty when the owner has no controller.
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
      pace.ready(),
      ...[controllerUid, orphanNamespace, labelPairs].map((valuesOf) => pods.indexed(valuesOf)),
      ...[controllerUid, selectors.placesOf].map((valuesOf) => owners.indexed(valuesOf)),
    ],
    sources: [
      { informer: owners },
      {
        informer: pods,
        keys: (change) => ownersOf({ ownerRef, owners, selectors }, change),
        debounce(key) {
          const { namespace, name } = splitKey(key);
          const owner = owners.get(namespace, name);
          if (owner === undefined) return 0;
          const replicas = decoded<ReplicaSet>(owner).spec?.replicas ?? 0;
          return debounceFor(replicas, pods.count(controllerUid, owner.metadata.uid ?? ""));
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
        managed = await manageReplicas({ podControl, pace, costAnnotation, now: now() }, owner, active, () =>
          relatedPods(owner),
        );
      }
      const judged = now();
      await writeStatus(client, ownerRef, owner, active, { ...managed, now: judged });
      // The next round must see what this one created and deleted.
      await informers.fresh();
      if (managed.error !== undefined) throw managed.error;
      const { minReadySeconds = 0 } = decoded<ReplicaSet>(owner).spec ?? {};
      const untilAvailable = untilNextAvailable(active, minReadySeconds, judged);
      const requeueAfter = managed.isPaced ? Math.min(CROWDED_PAUSE, untilAvailable ?? CROWDED_PAUSE) : untilAvailable;
      return requeueAfter === undefined ? undefined : { requeueAfter };
    },
  });
}
