import { type Coordinates, coordinatesOf, type Node, namesExactly, sameCoordinates } from "./node.ts";

/** Dependents by how they name their owner. A dependent with several references to one uid can be in both. */
export interface NamedBy {
  /** They name the owner by exactly these coordinates, from where it can be seen. */
  readonly matching: Node[];
  /** They name the same uid by other coordinates, or from another namespace. */
  readonly others: Node[];
}

/** Sorts dependents by whether their references mean these coordinates. */
export function partition(dependents: Iterable<Node>, owner: Coordinates): NamedBy {
  const result: NamedBy = { matching: [], others: [] };
  for (const dependent of dependents) {
    if (owner.namespace !== "" && owner.namespace !== dependent.coordinates.namespace) {
      result.others.push(dependent);
      continue;
    }
    const references = dependent.owners.filter(({ uid }) => uid === owner.uid);
    if (references.some((reference) => namesExactly(reference, owner))) result.matching.push(dependent);
    if (references.some((reference) => !namesExactly(reference, owner))) result.others.push(dependent);
  }
  return result;
}

/**
 * The next place where an owner may be, when it is not where it was looked for: dependents disagree on its coordinates.
 * Each call with the previous answer leads to the next place, so that all are tried in turn.
 */
export function alternative(dependents: Iterable<Node>, absent: Coordinates): Coordinates | undefined {
  let first: Coordinates | undefined;
  let following: Coordinates | undefined;
  for (const { owners, coordinates } of dependents) {
    for (const reference of owners) {
      if (reference.uid !== absent.uid) continue;
      const candidate = coordinatesOf(reference, coordinates.namespace);
      if (sameCoordinates(candidate, absent)) continue;
      // Cluster scope has one place whatever the dependent's namespace is.
      if (absent.namespace === "" && namesExactly(reference, absent)) continue;
      if (first === undefined || compare(candidate, first) < 0) first = candidate;
      if (compare(candidate, absent) > 0 && (following === undefined || compare(candidate, following) < 0)) {
        following = candidate;
      }
    }
  }
  return following ?? first;
}

const ORDER = ["kind", "apiVersion", "namespace", "name"] as const;

function compare(a: Coordinates, b: Coordinates): number {
  for (const part of ORDER) if (a[part] !== b[part]) return a[part] < b[part] ? -1 : 1;
  return 0;
}
