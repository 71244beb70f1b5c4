import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import type { ApiObject, OwnerReference } from "../../../../shared/object.ts";
import { isApiError } from "../../../../shared/status.ts";
import { aggregateText } from "../../../../shared/text/aggregateText.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import type { InformedParts } from "../controller.ts";
import { claimOwners, isManagedByOthers, isOfFormerPod, keepsWhenScaled } from "./claimOwners.ts";
import type { Claim, StatefulSet } from "./kinds.ts";
import { claimNameOf } from "./statefulPod.ts";

const CLAIMS = { group: "", version: "v1", resource: "persistentvolumeclaims" };
/** Maximum number of attempts to write a claim when others write at the same time. */
const TRIES = 5;

/**
 * Creates the claims of a set's pods, and sets the owners with which they will be deleted, according to the set's
 * retention policy.
 */
export class SetClaims {
  readonly #parts: Pick<InformedParts, "client" | "informers" | "recorder">;

  constructor(parts: Pick<InformedParts, "client" | "informers" | "recorder">) {
    this.#parts = parts;
  }

  /** Creates the missing claims of a pod. @throws Error with the reason for each claim that cannot be created */
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
      const whose = `Pod ${pod.metadata.name} in StatefulSet ${set.metadata.name}`;
      try {
        await client.create({ ...CLAIMS, namespace }, claim);
      } catch (error) {
        if (!isApiError(error, "AlreadyExists")) {
          const message = `create Claim ${name} for ${whose} failed error: ${messageOf(error)}`;
          recorder.record(set, "Warning", "FailedCreate", message);
        }
        problems.push(`failed to create PVC ${name}: ${messageOf(error)}`);
        continue;
      }
      recorder.record(set, "Normal", "SuccessfulCreate", `create Claim ${name} ${whose} success`);
    }
    if (problems.length > 0) throw new Error(aggregateText(problems));
  }

  /** Whether a claim of a pod belongs to a deleted pod of the same name. */
  isStale(set: StatefulSet, pod: ApiObject, ordinal: number): boolean {
    return !keepsWhenScaled(set) && this.#claims(set, ordinal).some((claim) => isOfFormerPod(claim, pod));
  }

  /** Whether the claims of a pod have the owners that `syncOwners` would set. */
  haveOwners(set: StatefulSet, pod: ApiObject, ordinal: number, isCondemned: boolean): boolean {
    return this.#claims(set, ordinal).every((claim) =>
      deepEqual(claimOwners({ claim, set, pod, isCondemned }), claim.metadata.ownerReferences ?? []),
    );
  }

  /**
   * Sets the owners of a pod's claims with which they will be deleted, and reports claims that other controllers
   * manage.
   * @param isCondemned whether the set is about to delete the pod by scaling down
   * @throws Error that names the claim that could not be changed
   */
  async syncOwners(set: StatefulSet, pod: ApiObject, ordinal: number, isCondemned: boolean): Promise<void> {
    const { recorder } = this.#parts;
    for (const claim of this.#claims(set, ordinal)) {
      const { name = "" } = claim.metadata;
      if (isManagedByOthers({ claim, set, pod })) {
        const what = `PersistentVolumeClaim ${name} has a conflicting OwnerReference that acts as a manging controller`;
        recorder.record(
          set,
          "Warning",
          "ConflictingController",
          `${what}, the retention policy is ignored for this claim`,
        );
      }
      await this.#writeOwners(claim, (current) => claimOwners({ claim: current, set, pod, isCondemned })).catch(
        (cause) => {
          const what = `could not update claim ${name} for delete policy ownerRefs`;
          throw new Error(`${what}: ${messageOf(cause)}`, { cause });
        },
      );
    }
  }

  /** The controller that binds claims may write them at the same time. */
  async #writeOwners(claim: ApiObject, ownersOf: (current: ApiObject) => readonly OwnerReference[]): Promise<void> {
    const { client } = this.#parts;
    const { namespace, name } = claim.metadata;
    let current = claim;
    for (let left = TRIES; ; left--) {
      const ownerReferences = ownersOf(current);
      if (deepEqual(ownerReferences, current.metadata.ownerReferences ?? [])) return;
      const metadata = { ...current.metadata, ownerReferences: [...ownerReferences] };
      try {
        await client.update({ ...CLAIMS, namespace, name }, { ...current, metadata });
        return;
      } catch (error) {
        if (left <= 1 || !isApiError(error, "Conflict")) throw error;
        current = await client.get({ ...CLAIMS, namespace, name });
      }
    }
  }

  /** The existing claims for an ordinal. */
  #claims(set: StatefulSet, ordinal: number): ApiObject[] {
    const { namespace = "" } = set.metadata;
    const claims = this.#parts.informers.of(CLAIMS);
    return ((set.spec.volumeClaimTemplates ?? []) as Claim[]).flatMap(
      (template) => claims.get(namespace, claimNameOf(set, template, ordinal)) ?? [],
    );
  }
}
