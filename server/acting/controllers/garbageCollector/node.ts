import type { ApiObject, OwnerReference } from "../../../../shared/object.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";

/** Where an object is, and which object of that name is meant. */
export interface Coordinates {
  readonly apiVersion: string;
  readonly kind: string;
  /** Empty for cluster scope. For an owner that was not observed yet: the namespace of its dependent. */
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/** One object in the graph of owners and dependents. Changed by the graph only. */
export interface Node {
  coordinates: Coordinates;
  /** The object's own list, shared with all other holders of the object. */
  owners: readonly OwnerReference[];
  /** Made when the first dependent comes: most objects have none. */
  dependents: Set<Node> | undefined;
  /** False for an owner that is known from references only. */
  observed: boolean;
  deleting: boolean;
  /** Being deleted in the foreground: waits until no dependent blocks it. */
  deletingDependents: boolean;
  /** Being deleted, and its dependents are to be orphaned. */
  orphaning: boolean;
}

/** Finalizers through which a deletion tells the collector what to do with the dependents. */
export const ORPHAN = "orphan";
export const FOREGROUND = "foregroundDeletion";

export const hasFinalizer = ({ metadata }: ApiObject, finalizer: string): boolean =>
  metadata.finalizers?.includes(finalizer) === true;

/** Whether an object is deleted in the foreground, so that its dependents have to go before it. */
export const waitsForDependents = (object: ApiObject): boolean =>
  object.metadata.deletionTimestamp !== undefined && hasFinalizer(object, FOREGROUND);

/** Whether an object is deleted without its dependents. */
export const waitsForOrphans = (object: ApiObject): boolean =>
  object.metadata.deletionTimestamp !== undefined && hasFinalizer(object, ORPHAN);

/** Whether a reference names an object by exactly these coordinates; namespaces are not part of references. */
export const namesExactly = (reference: OwnerReference, owner: Coordinates): boolean =>
  reference.uid === owner.uid &&
  reference.name === owner.name &&
  reference.kind === owner.kind &&
  reference.apiVersion === owner.apiVersion;

export const sameCoordinates = (a: Coordinates, b: Coordinates): boolean =>
  a.namespace === b.namespace && namesExactly(a, b);

/** The coordinates a reference gives its owner. @param namespace of the owner; empty for cluster scope */
export const coordinatesOf = (
  { apiVersion, kind, name, uid }: OwnerReference | Coordinates,
  namespace: string,
): Coordinates => ({ apiVersion, kind, namespace, name, uid });

/** For people, as the reference writes it into events. */
export const describeCoordinates = ({ apiVersion, kind, namespace, name, uid }: Coordinates): string =>
  `[${apiVersion}/${kind}, namespace: ${namespace}, name: ${name}, uid: ${uid}]`;

/** Dependents that block the deletion of an owner in the foreground. No object blocks itself. */
export function blockingDependents(node: Node): Node[] {
  const { uid } = node.coordinates;
  return [...(node.dependents ?? [])].filter(
    (dependent) =>
      dependent !== node && dependent.owners.some((owner) => owner.uid === uid && owner.blockOwnerDeletion === true),
  );
}

/** Whether the collector ignores a resource: Events come and go with the objects that they are about. */
export const isIgnored = ({ group, resource }: { group: string; resource: string }, vocabulary: Vocabulary): boolean =>
  resource === "events" && (group === "" || group === vocabulary.render("events.{domain}"));
