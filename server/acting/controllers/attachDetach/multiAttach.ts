import type { ApiObject } from "../../../../shared/object.ts";
import type { Volume } from "../../volumes/kinds.ts";

/** Whether a volume can be attached to one node at a time only. */
export function isExclusive({ spec }: Volume): boolean {
  const modes = spec?.accessModes ?? [];
  return modes.length > 0 && !modes.some((mode) => mode === "ReadWriteMany" || mode === "ReadOnlyMany");
}

/**
 * The message for a pod whose volume is attached to another node for other pods; pods of other namespaces are not
 * named.
 */
export function conflictOf(volume: string, pod: ApiObject, holders: readonly ApiObject[]): string {
  const multi = `Multi-Attach error for volume ${JSON.stringify(volume)}`;
  if (holders.length === 0) {
    return `${multi} Volume is already exclusively attached to one node and can't be attached to another`;
  }
  const near = holders.filter(({ metadata }) => metadata.namespace === pod.metadata.namespace);
  const far = holders.length - near.length;
  if (near.length === 0) return `${multi} Volume is already used by ${far} pod(s) in different namespaces`;
  const names = near.map(({ metadata }) => metadata.name).join(", ");
  const more = far > 0 ? ` and ${far} pod(s) in different namespaces` : "";
  return `${multi} Volume is already used by pod(s) ${names}${more}`;
}
