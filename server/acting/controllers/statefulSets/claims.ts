import { aggregateText } from "../../../../shared/aggregateText.ts";
import { deepEqual } from "../../../../shared/deepEqual.ts";
import { messageOf } from "../../../../shared/messageOf.ts";
import type { ApiObject, OwnerReference } from "../../../../shared/object.ts";
import type { InformedParts } from "../controller.ts";
import { controlledBy } from "../pods/ownership.ts";
import type { Claim, StatefulSet } from "./kinds.ts";
import { claimNameOf } from "./statefulPod.ts";

const CLAIMS = { group: "", version: "v1", resource: "persistentvolumeclaims" };

/** Creates the claims of a set's pods, and gives them the owners with which they are to be deleted, as the set says. */
export class SetClaims {
  readonly #parts: Pick<InformedParts, "client" | "informers" | "recorder">;

  constructor(parts: Pick<InformedParts, "client" | "informers" | "recorder">) {
    this.#parts = parts;
  }

  /** Creates the missing claims of a pod. @throws Error that says of each one why it cannot be had */
  async ensure(set: StatefulSet, pod: ApiObject, ordinal: number): Promise<void> {
    const { client, informers, recorder } = this.#parts;
    const { namespace = "" } = set.metadata;
    const problems: string[] = [];
    for (const template of (set.spec.volumeClaimTemplates ?? []) as Claim[]) {
      const name = claimNameOf(set, template, ordinal);
      const known = informers.of(CLAIMS).get(namespace, name);
      if (known?.metadata.deletionTimestamp !== undefined) problems.push(`pvc ${name} is being deleted`);
      if (known !== undefined) continue;
      const labels = { ...template.metadata.labels, ...set.spec.selector.matchLabels };
      const { annotations } = template.metadata;
      const metadata = { name, namespace, labels, ...(annotations === undefined ? {} : { annotations }) };
      const claim = { apiVersion: "v1", kind: "PersistentVolumeClaim", metadata, spec: template.spec };
      const title = `Claim ${name} Pod ${pod.metadata.name} in StatefulSet ${set.metadata.name}`;
      try {
        await client.create({ ...CLAIMS, namespace }, claim);
      } catch (error) {
        recorder.tell(set, "Warning", "FailedCreate", `create ${title} failed error: ${messageOf(error)}`);
        problems.push(`failed to create PVC ${name}: ${messageOf(error)}`);
        continue;
      }
      recorder.tell(set, "Normal", "SuccessfulCreate", `create ${title} success`);
    }
    if (problems.length > 0) throw new Error(aggregateText(problems));
  }

  /**
   * Gives the claims of a pod the owners with which they are to be deleted.
   * @param pod undefined if missing; it owns its claims when they are to be deleted with it because the set shrinks
   */
  async syncOwners(set: StatefulSet, pod: ApiObject | undefined, ordinal: number, isCondemned: boolean): Promise<void> {
    const { client, informers } = this.#parts;
    const { namespace = "" } = set.metadata;
    for (const template of (set.spec.volumeClaimTemplates ?? []) as Claim[]) {
      const claim = informers.of(CLAIMS).get(namespace, claimNameOf(set, template, ordinal));
      if (claim === undefined) continue;
      const ownerReferences = ownersOf(claim, set, pod, isCondemned);
      if (deepEqual(ownerReferences, claim.metadata.ownerReferences ?? [])) continue;
      const { name = "" } = claim.metadata;
      await client.update(
        { ...CLAIMS, namespace, name },
        { ...claim, metadata: { ...claim.metadata, ownerReferences } },
      );
    }
  }
}

/** The owners of a claim: foreign ones, and the one with which its set wants it deleted. */
function ownersOf(
  claim: ApiObject,
  set: StatefulSet,
  pod: ApiObject | undefined,
  isCondemned: boolean,
): OwnerReference[] {
  const { whenDeleted = "Retain", whenScaled = "Retain" } = set.spec.persistentVolumeClaimRetentionPolicy ?? {};
  const known = claim.metadata.ownerReferences ?? [];
  const others = known.filter(
    ({ uid, kind }) => uid !== set.metadata.uid && uid !== pod?.metadata.uid && kind !== "Pod",
  );
  if (whenScaled === "Delete" && isCondemned && pod !== undefined) {
    return [...others, { ...controlledBy({ ...pod, apiVersion: "v1", kind: "Pod" }) }];
  }
  return whenDeleted === "Delete" ? [...others, controlledBy(set)] : others;
}
