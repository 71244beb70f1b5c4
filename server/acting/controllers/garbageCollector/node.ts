import type { ApiObject, OwnerReference } from "../../../../shared/object.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";

/** Where an object is, and which object of that name is meant. */
export interface Coordinates {
  readonly apiVersion: string;
  readonly kind: string;
  /** Empty for cluster scope. For an owner that was not observed yet, the namespace of its dependent. */
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/** One object in the graph of owners and dependents. Changed by the graph only. */
export interface Node {
  coordinates: Coordinates;
  /** The object's own list, not a copy. */
  owners: readonly OwnerReference[];
  /** Created with the first dependent: most objects have none. */
  dependents: Set<Node> | undefined;
  /** False for an owner that is known only from references. */
  observed: boolean;
  deleting: boolean;
  /** It is being deleted in the foreground, and waits until no dependent blocks it. */
  deletingDependents: boolean;
  /** It is being deleted, and its dependents must be orphaned. */
  orphaning: boolean;
}

/** Finalizers by which a deletion tells the garbage collector how to handle the dependents. */
export const ORPHAN = "orphan";
export const FOREGROUND = "foregroundDeletion";

export const hasFinalizer = ({ metadata }: ApiObject, finalizer: string): boolean =>
  metadata.finalizers?.includes(finalizer) === true;

/** Whether an object is being deleted in the foreground, so that its dependents must go first. */
export const waitsForDependents = (object: ApiObject): boolean =>
  object.metadata.deletionTimestamp !== undefined && hasFinalizer(object, FOREGROUND);

/** Whether an object is being deleted, and its dependents orphaned. */
export const waitsForOrphans = (object: ApiObject): boolean =>
  object.metadata.deletionTimestamp !== undefined && hasFinalizer(object, ORPHAN);

/** Whether a reference has exactly these coordinates; references do not include namespaces. */
export const namesExactly = (reference: OwnerReference, owner: Coordinates): boolean =>
  reference.uid === owner.uid &&
  reference.name === owner.name &&
  reference.kind === owner.kind &&
  reference.apiVersion === owner.apiVersion;

export const sameCoordinates = (a: Coordinates, b: Coordinates): boolean =>
  a.namespace === b.namespace && namesExactly(a, b);

/** The coordinates of a reference's owner. @param namespace of the owner; empty for cluster scope */
export const coordinatesOf = (
  { apiVersion, kind, name, uid }: OwnerReference | Coordinates,
  namespace: string,
): Coordinates => ({ apiVersion, kind, namespace, name, uid });

/** A description for messages, in the reference's format for Events. */
export const describeCoordinates = ({ apiVersion, kind, namespace, name, uid }: Coordinates): string =>
  `[${apiVersion}/${kind}, namespace: ${namespace}, name: ${name}, uid: ${uid}]`;

/** Dependents that block the owner's foreground deletion. An object never blocks itself. */
export function blockingDependents(node: Node): Node[] {
  const { uid } = node.coordinates;
  return [...(node.dependents ?? [])].filter(
    (dependent) =>
      dependent !== node && dependent.owners.some((owner) => owner.uid === uid && owner.blockOwnerDeletion === true),
  );
}

/** Whether the collector ignores a resource: Events have their own lifetime. */
export const isIgnored = ({ group, resource }: { group: string; resource: string }, vocabulary: Vocabulary): boolean =>
  resource === "events" && (group === "" || group === vocabulary.render("events.{domain}"));
