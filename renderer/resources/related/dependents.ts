/**
 * Finds objects that name others in their ownerReferences. The API has no query for that, so the console lists kinds
 * and searches them.
 */
import { type ApiObject, type ObjectMeta, parseApiVersion } from "../../../shared/object.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { ResourceType } from "../../api/resourceType.ts";
import { type SearchedList, searchKinds } from "./searchKinds.ts";

export interface Dependent {
  type: ResourceType;
  meta: ObjectMeta;
  /** Uids of the object's owners. */
  owners: string[];
}

export interface DependentSearch {
  dependents: Dependent[];
  /** Kinds that could not be searched: refused, failed, or with too many objects. */
  unseen: string[];
}

/** Kinds that the owner's controllers create, searched by default; others are only searched on demand. */
const DEPENDENT_KINDS: Readonly<Record<string, readonly string[]>> = {
  Deployment: ["replicasets", "pods"],
  ReplicaSet: ["pods"],
  ReplicationController: ["pods"],
  StatefulSet: ["pods", "controllerrevisions"],
  DaemonSet: ["pods", "controllerrevisions"],
  Job: ["pods"],
  CronJob: ["jobs", "pods"],
  Service: ["endpointslices"],
};

const listable = (type: ResourceType): boolean =>
  type.preferred && type.verbs.includes("list") && type.verbs.includes("get");

/** The kinds to search for dependents of an owner. @param likely only those that its controllers are known to create */
export function candidateTypes(types: readonly ResourceType[], owner: ResourceType, likely: boolean): ResourceType[] {
  const names = DEPENDENT_KINDS[owner.kind] ?? [];
  return types.filter((type) => {
    if (!listable(type) || type.resource === "events") return false;
    // A namespaced owner cannot have dependents outside of its namespace.
    if (owner.namespaced && !type.namespaced) return false;
    return !likely || names.includes(type.resource);
  });
}

/** All objects of the kinds that have an owner, in the given namespaces; an empty name means all. */
export async function findOwned(
  cluster: string,
  vocabulary: Vocabulary,
  types: readonly ResourceType[],
  namespaces: readonly string[],
  signal?: AbortSignal,
): Promise<DependentSearch> {
  const metadataGroup = vocabulary.metaGroup;
  const lists = types.flatMap((type) =>
    (type.namespaced ? namespaces : [""]).map((namespace) => ({ type, namespace, metadataGroup })),
  );
  const owned = ({ metadata }: ApiObject, { type }: SearchedList): Dependent[] => {
    const owners = (metadata.ownerReferences ?? []).map((owner) => owner.uid);
    return owners.length === 0 ? [] : [{ type, meta: metadata, owners }];
  };
  const { found, unseen } = await searchKinds(cluster, lists, owned, signal);
  return { dependents: found, unseen };
}

/** All direct and indirect dependents of the owners, each once, nearest first. */
export function reachable(owners: Iterable<string>, all: readonly Dependent[]): Dependent[] {
  const byOwner = new Map<string, Dependent[]>();
  for (const one of all) for (const owner of one.owners) byOwner.set(owner, [...(byOwner.get(owner) ?? []), one]);
  const seen = new Set<string>(owners);
  const result: Dependent[] = [];
  let level = [...seen];
  while (level.length > 0) {
    const next: string[] = [];
    for (const uid of level) {
      for (const child of byOwner.get(uid) ?? []) {
        const own = child.meta.uid ?? "";
        if (seen.has(own)) continue;
        seen.add(own);
        result.push(child);
        next.push(own);
      }
    }
    level = next;
  }
  return result;
}

/** The type of a reference, in its version, or if the server does not serve that, in the preferred one. */
export function typeOfReference(
  types: readonly ResourceType[],
  reference: { apiVersion: string; kind: string },
): ResourceType | undefined {
  const { group, version } = parseApiVersion(reference.apiVersion);
  const same = types.filter((type) => type.group === group && type.kind === reference.kind);
  return same.find((type) => type.version === version) ?? same.find((type) => type.preferred) ?? same[0];
}
