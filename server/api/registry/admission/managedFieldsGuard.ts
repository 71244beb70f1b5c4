import { decodeInSteps, InvalidManagedFieldsError } from "../../../../shared/apply/managedFields.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import type { AdmissionRequest } from "./plugin.ts";

/**
 * Remembers who manages the fields of a request's object. The function it returns undoes, with a warning, a change
 * after which the entries could not be read any more. Other changes stand; no manager owns fields that admission sets.
 */
export function keepValidManagers({ object, warn }: AdmissionRequest): () => Promise<void> {
  const metadata = object?.metadata as ApiObject["metadata"] | undefined;
  const before = metadata?.managedFields;
  return async () => {
    if (metadata === undefined || metadata.managedFields === before) return;
    try {
      await inTurns(decodeInSteps(metadata.managedFields));
    } catch (error) {
      if (!(error instanceof InvalidManagedFieldsError)) throw error;
      if (before === undefined) delete metadata.managedFields;
      else metadata.managedFields = before;
      warn(
        `.metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating admission controller; please fix your requests: ${error.message}`,
      );
    }
  };
}
