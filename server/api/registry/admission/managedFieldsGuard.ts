import { decodeInSteps, InvalidManagedFieldsError } from "../../../../shared/apply/managedFields.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import type { AdmissionRequest } from "./plugin.ts";

/**
 * Remembers the managedFields of a request's object. If plugins leave unreadable managedFields, the returned function
 * restores the remembered ones and warns. Readable changes are kept; no manager owns fields that admission sets.
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
