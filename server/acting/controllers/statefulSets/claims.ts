import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { aggregateText } from "../../../../shared/text/aggregateText.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import type { InformedParts } from "../controller.ts";
import { claimOwners, isManagedByOthers, isOfFormerPod } from "./claimOwners.ts";
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

  /** Whether a claim of a pod goes with one of the same name that is no more. */
  isStale(set: StatefulSet, pod: ApiObject, ordinal: number): boolean {
    return this.#claims(set, ordinal).some((claim) => isOfFormerPod(claim, pod));
  }

  /** Gives the claims of a pod the owners with which they are to be deleted. @param isCondemned whether the set shrinks by the pod */
  async syncOwners(set: StatefulSet, pod: ApiObject, ordinal: number, isCondemned: boolean): Promise<void> {
    const { client, recorder } = this.#parts;
    for (const claim of this.#claims(set, ordinal)) {
      const { namespace = "", name = "" } = claim.metadata;
      if (isManagedByOthers({ claim, set, pod })) {
        const what = `PersistentVolumeClaim ${name} has a conflicting OwnerReference that acts as a manging controller`;
        recorder.tell(
          set,
          "Warning",
          "ConflictingController",
          `${what}, the retention policy is ignored for this claim`,
        );
      }
      const ownerReferences = claimOwners({ claim, set, pod, isCondemned });
      if (deepEqual(ownerReferences, claim.metadata.ownerReferences ?? [])) continue;
      await client.update(
        { ...CLAIMS, namespace, name },
        { ...claim, metadata: { ...claim.metadata, ownerReferences: [...ownerReferences] } },
      );
    }
  }

  /** The claims of a number that are there. */
  #claims(set: StatefulSet, ordinal: number): ApiObject[] {
    const { namespace = "" } = set.metadata;
    const claims = this.#parts.informers.of(CLAIMS);
    return ((set.spec.volumeClaimTemplates ?? []) as Claim[]).flatMap(
      (template) => claims.get(namespace, claimNameOf(set, template, ordinal)) ?? [],
    );
  }
}
