import type { Attachments } from "../../attachments.ts";
import type { Operation } from "../../storage.ts";
import type { Batch, EngineGuard, EngineOperation } from "./engineOperation.ts";

/** A revision that no key ever has. */
const NEVER = -1;

/**
 * Translates the batches of a group for an engine. A guard on a write of another batch refers to that batch if it is in
 * the same group, and otherwise to the revision that the write got. Groups are applied one after the other, so each
 * such write is either in the group or finished.
 */
export function engineBatches(
  batches: readonly (readonly Operation[])[],
  written: Pick<Attachments, "revisionOf">,
): readonly Batch[] {
  /** The number of the batch that writes an attachment. */
  const places = new Map<unknown, number>();
  return batches.map((operations, place) => {
    const batch = operations.map((operation): EngineOperation => {
      const { guard } = operation;
      if (guard === undefined || !("writtenAs" in guard)) return operation as EngineOperation;
      const { key } = operation;
      const before = places.get(guard.writtenAs);
      const revised: EngineGuard =
        before === undefined ? { modRevision: written.revisionOf(key, guard.writtenAs) ?? NEVER } : { batch: before };
      return { ...operation, guard: revised };
    });
    for (const operation of operations) {
      if (operation.type === "put" && operation.attachment !== undefined) places.set(operation.attachment, place);
    }
    return batch;
  });
}
