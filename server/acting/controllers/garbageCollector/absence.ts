import { type Coordinates, coordinatesOf, type Node, namesExactly, sameCoordinates } from "./node.ts";

/** Dependents by how they refer to their owner. A dependent with several references to one uid can be in both lists. */
export interface NamedBy {
  /** Their reference has exactly these coordinates, and the owner's namespace is visible to them. */
  readonly matching: Node[];
  /** Their reference has the same uid, but other coordinates, or is in another namespace. */
  readonly others: Node[];
}

/** Partitions dependents by whether their references match these coordinates. */
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
 * The next coordinates at which an owner may exist after it was not found: dependents may disagree on its coordinates.
 * Calling it with the previous result cycles through all of them.
 */
export function alternative(dependents: Iterable<Node>, absent: Coordinates): Coordinates | undefined {
  let first: Coordinates | undefined;
  let following: Coordinates | undefined;
  for (const { owners, coordinates } of dependents) {
    for (const reference of owners) {
      if (reference.uid !== absent.uid) continue;
      const candidate = coordinatesOf(reference, coordinates.namespace);
      if (sameCoordinates(candidate, absent)) continue;
      // A cluster-scoped owner has the same coordinates for dependents of every namespace.
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
