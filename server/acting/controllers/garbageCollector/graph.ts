import type { ApiObject, OwnerReference } from "../../../../shared/object.ts";
import { alternative, partition } from "./absence.ts";
import type { AbsentOwners } from "./absentOwners.ts";
import {
  type Coordinates,
  coordinatesOf,
  type Node,
  namesExactly,
  sameCoordinates,
  waitsForDependents,
  waitsForOrphans,
} from "./node.ts";

/** Called for nodes that must be checked. Nodes are identified by uid; a node may be gone by the time it is checked. */
export interface GraphListener {
  /** An owner is known only from references: check whether it exists. */
  verify(uid: string): void;
  /** The object may have to be deleted, lose references, or continue its deletion. */
  attempt(uid: string): void;
  /** Its dependents must be orphaned. */
  orphan(uid: string): void;
  /** An owner is in a namespace that its dependent cannot refer to. */
  invalidNamespace(dependent: Node, reference: OwnerReference): void;
}

/**
 * The owners and dependents of everything that can be deleted, with one node per uid. The cost of an event grows with
 * the object's references, not with the number of stored objects; the cost of an owner's deletion grows with its
 * dependents.
 */
export class Graph {
  readonly #nodes = new Map<string, Node>();
  readonly #absent: AbsentOwners;
  readonly #listener: GraphListener;

  constructor(absent: AbsentOwners, listener: GraphListener) {
    this.#absent = absent;
    this.#listener = listener;
  }

  get size(): number {
    return this.#nodes.size;
  }

  get(uid: string): Node | undefined {
    return this.#nodes.get(uid);
  }

  nodes(): IterableIterator<Node> {
    return this.#nodes.values();
  }

  /** Takes the current state of an object. Observing the same state again has no effect. */
  observe(coordinates: Coordinates, object: ApiObject): void {
    const { ownerReferences: owners = NONE } = object.metadata;
    let node = this.#nodes.get(coordinates.uid);
    if (node === undefined) {
      node = newNode(coordinates, owners, true);
      this.#nodes.set(coordinates.uid, node);
      this.#link(node, owners);
    } else {
      if (!node.observed) this.#reveal(node, coordinates);
      else if (!sameCoordinates(node.coordinates, coordinates)) node.coordinates = coordinates;
      this.#replaceOwners(node, owners);
    }
    this.#advance(node, object);
  }

  /** Called when an object was deleted. */
  remove(coordinates: Coordinates): void {
    const node = this.#nodes.get(coordinates.uid);
    if (node === undefined) return;
    this.#nodes.delete(coordinates.uid);
    this.#unlink(node, node.owners);
    if (node.dependents !== undefined && node.dependents.size > 0) this.#absent.add(coordinates);
    for (const dependent of node.dependents ?? []) this.#listener.attempt(dependent.coordinates.uid);
    // An owner that waits for its dependents may be able to continue.
    for (const { uid } of node.owners) if (this.#nodes.get(uid)?.deletingDependents) this.#listener.attempt(uid);
  }

  /**
   * Called when the API has no object at these coordinates. Nodes observed at other coordinates stay, and so do
   * dependents' references to other coordinates.
   */
  absent(coordinates: Coordinates): void {
    const node = this.#nodes.get(coordinates.uid);
    if (node === undefined) return;
    const same = sameCoordinates(node.coordinates, coordinates);
    const { matching, others } = partition(node.dependents ?? [], coordinates);
    if (node.observed ? same : others.length === 0) {
      this.remove(coordinates);
      return;
    }
    if (matching.length > 0) this.#absent.add(coordinates);
    for (const dependent of matching) this.#listener.attempt(dependent.coordinates.uid);
    if (node.observed || !same) return;
    const next = alternative(others, coordinates);
    if (next === undefined) return;
    node.coordinates = next;
    this.#listener.verify(next.uid);
  }

  /** Called when a resource is no longer served: its objects are then neither known to exist nor known to be gone. */
  unobserve(belongs: (coordinates: Coordinates) => boolean): void {
    for (const node of this.#nodes.values()) {
      if (!node.observed || !belongs(node.coordinates)) continue;
      this.#unlink(node, node.owners);
      Object.assign(node, { owners: NONE, observed: false, deleting: false, deletingDependents: false });
      node.orphaning = false;
      if (node.dependents === undefined || node.dependents.size === 0) this.#nodes.delete(node.coordinates.uid);
    }
  }

  /**
   * An owner that was known only from references has been observed: dependents may have referred to it by wrong
   * coordinates.
   */
  #reveal(node: Node, coordinates: Coordinates): void {
    if (!sameCoordinates(node.coordinates, coordinates)) {
      for (const dependent of partition(node.dependents ?? [], coordinates).others) {
        const { namespace, uid } = dependent.coordinates;
        const reference = dependent.owners.find((owner) => owner.uid === coordinates.uid);
        if (reference !== undefined && coordinates.namespace !== "" && coordinates.namespace !== namespace) {
          this.#listener.invalidNamespace(dependent, reference);
        }
        this.#listener.attempt(uid);
      }
      node.coordinates = coordinates;
    }
    node.observed = true;
  }

  #replaceOwners(node: Node, owners: readonly OwnerReference[]): void {
    const before = node.owners;
    if (before === owners || (before.length === 0 && owners.length === 0)) return;
    const removed = before.filter(({ uid }) => !owners.some((owner) => owner.uid === uid));
    const added = owners.filter(({ uid }) => !before.some((owner) => owner.uid === uid));
    // A reference that ceases to block may have been the last thing that its owner was waiting for.
    for (const { uid, blockOwnerDeletion } of before) {
      if (blockOwnerDeletion !== true) continue;
      const now = owners.find((owner) => owner.uid === uid);
      if (now?.blockOwnerDeletion !== true && this.#nodes.has(uid)) this.#listener.attempt(uid);
    }
    node.owners = owners;
    this.#unlink(node, removed);
    this.#link(node, added);
  }

  /** As in the reference, only the first invalid reference of a list is reported. */
  #link(node: Node, owners: readonly OwnerReference[]): void {
    let doubtful = false;
    for (const reference of owners) {
      let owner = this.#nodes.get(reference.uid);
      if (owner === undefined) {
        owner = newNode(coordinatesOf(reference, node.coordinates.namespace), NONE, false);
        this.#nodes.set(reference.uid, owner);
        this.#listener.verify(reference.uid);
      } else if (!doubtful) doubtful = this.#isDoubtful(node, reference, owner);
      owner.dependents ??= new Set();
      owner.dependents.add(node);
    }
    if (doubtful) this.#listener.attempt(node.coordinates.uid);
  }

  /** Whether a reference may mean another object than the owner with its uid. */
  #isDoubtful(node: Node, reference: OwnerReference, owner: Node): boolean {
    if (owner.coordinates.namespace !== node.coordinates.namespace) {
      if (owner.coordinates.namespace !== "") {
        if (owner.observed) this.#listener.invalidNamespace(node, reference);
        return true;
      }
      if (!owner.observed) return true;
    }
    return !namesExactly(reference, owner.coordinates);
  }

  #unlink(node: Node, owners: readonly OwnerReference[]): void {
    for (const { uid } of owners) {
      const owner = this.#nodes.get(uid);
      owner?.dependents?.delete(node);
      // It was never observed, and no reference names it any more.
      if (owner?.observed === false && owner.dependents?.size === 0) this.#nodes.delete(uid);
    }
  }

  /** Follows the deletion of an object, and calls the listener when a phase begins. */
  #advance(node: Node, object: ApiObject): void {
    const { uid } = node.coordinates;
    const before = { orphaning: node.orphaning, deletingDependents: node.deletingDependents };
    node.deleting = object.metadata.deletionTimestamp !== undefined;
    node.orphaning = waitsForOrphans(object);
    node.deletingDependents = waitsForDependents(object);
    if (node.orphaning && !before.orphaning) this.#listener.orphan(uid);
    else if (node.deletingDependents && !before.deletingDependents) {
      for (const dependent of node.dependents ?? []) this.#listener.attempt(dependent.coordinates.uid);
      this.#listener.attempt(uid);
    }
  }
}

const NONE: readonly OwnerReference[] = [];

const newNode = (coordinates: Coordinates, owners: readonly OwnerReference[], observed: boolean): Node => ({
  coordinates,
  owners,
  dependents: undefined,
  observed,
  deleting: false,
  deletingDependents: false,
  orphaning: false,
});
