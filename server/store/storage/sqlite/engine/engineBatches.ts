import type { Attachments } from "../../attachments.ts";
import type { Operation } from "../../storage.ts";
import type { Batch, EngineGuard, EngineOperation } from "./engineOperation.ts";

/** A revision that no key ever has. */
const NEVER = -1;

/**
 * The batches of a group as an engine takes them: a guard on what another batch writes names that batch when it is in the
 * same group, and else the revision that it got. Groups are applied one after the other, so each is in the group or over.
 */
export function engineBatches(
  batches: readonly (readonly Operation[])[],
  written: Pick<Attachments, "revisionOf">,
): readonly Batch[] {
  /** Where in the group an attachment is written. */
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
