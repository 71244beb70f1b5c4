/** Rules that the statuses of deployments, replica sets and stateful sets share. */
import { type FieldError, invalid } from "../../../../shared/fieldError.ts";

type Counts<Part extends string> = Readonly<
  Partial<Record<Part | "replicas" | "readyReplicas" | "availableReplicas", number>>
>;

/**
 * Field errors of a status in which a partial count exceeds the total, or more replicas are available than ready.
 *
 * @param parts the counts that are parts of `replicas`
 * @param ready the name of the count of ready replicas in the message
 */
export function validateReplicaParts<Part extends string>(
  status: Counts<Part>,
  parts: readonly Part[],
  ready: string,
): FieldError[] {
  const { replicas = 0, readyReplicas = 0, availableReplicas = 0 } = status;
  const countOf = (part: Part): number => status[part] ?? 0;
  const errors = parts
    .filter((part) => countOf(part) > replicas)
    .map((part) => invalid(`status.${part}`, countOf(part), "cannot be greater than status.replicas"));
  return availableReplicas > readyReplicas
    ? [...errors, invalid("status.availableReplicas", availableReplicas, `cannot be greater than ${ready}`)]
    : errors;
}

/** The count of hash collisions must not decrease. */
export function validateCollisionCount(count: number | undefined, old: number | undefined): FieldError[] {
  if (old === undefined) return [];
  if (count === undefined) return [invalid("status.collisionCount", 0, "cannot be decremented")];
  return count < old ? [invalid("status.collisionCount", count, "cannot be decremented")] : [];
}
