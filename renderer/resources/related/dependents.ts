/**
 * Objects that name others in their ownerReferences. The API has no query for that, so the console lists kinds and
 * searches them.
 */
import { append } from "../../../shared/append.ts";
import { type ObjectMeta, parseApiVersion } from "../../../shared/object.ts";
import { resourcePath, withQuery } from "../../../shared/resourcePath.ts";
import { isApiError } from "../../../shared/status.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import { request } from "../../api/request.ts";
import type { ResourceType } from "../../api/resourceType.ts";

export interface Dependent {
  type: ResourceType;
  meta: ObjectMeta;
  /** Uids of its owners. */
  owners: string[];
}

export interface DependentSearch {
  dependents: Dependent[];
  /** Kinds that could not be searched: refused, failed, or too many objects. */
  unseen: string[];
}

const PAGE = 500;
/** Limit of searched objects of one kind. */
const SEARCH_LIMIT = 2_000;
const WIDTH = 6;

/** Kinds that the owner's controllers create, searched by default; others only on demand. */
const LIKELY: Readonly<Record<string, readonly string[]>> = {
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

/** The kinds to search for an owner. @param likely only those that its controllers are known to create */
export function candidateTypes(types: readonly ResourceType[], owner: ResourceType, likely: boolean): ResourceType[] {
  const names = LIKELY[owner.kind] ?? [];
  return types.filter((type) => {
    if (!listable(type) || type.resource === "events") return false;
    // A namespaced owner cannot have dependents outside of its namespace.
    if (owner.namespaced && !type.namespaced) return false;
    return !likely || names.includes(type.resource);
  });
}

interface MetadataList {
  metadata?: { continue?: string };
  items?: { metadata: ObjectMeta }[] | null;
}

async function ownedOfType(
  cluster: string,
  vocabulary: Vocabulary,
  type: ResourceType,
  namespace: string,
  signal: AbortSignal | undefined,
): Promise<{ found: Dependent[]; complete: boolean }> {
  const accept = `application/json;as=PartialObjectMetadataList;v=v1;g=${vocabulary.metaGroup},application/json`;
  const found: Dependent[] = [];
  let token: string | undefined;
  for (let read = 0; read < SEARCH_LIMIT; read += PAGE) {
    const path = withQuery(resourcePath({ ...type, name: "", namespace }), { limit: PAGE, continue: token });
    const { body } = await request<MetadataList>(cluster, { path, accept, signal });
    for (const { metadata } of body.items ?? []) {
      const owners = (metadata.ownerReferences ?? []).map((owner) => owner.uid);
      if (owners.length > 0) found.push({ type, meta: metadata, owners });
    }
    token = body.metadata?.continue || undefined;
    if (token === undefined) return { found, complete: true };
  }
  return { found, complete: false };
}

/** All objects of the kinds with any owner, in the namespaces; empty for all namespaces. */
export async function findOwned(
  cluster: string,
  vocabulary: Vocabulary,
  types: readonly ResourceType[],
  namespaces: readonly string[],
  signal?: AbortSignal,
): Promise<DependentSearch> {
  const questions = types.flatMap((type) =>
    (type.namespaced ? namespaces : [""]).map((namespace) => ({ type, namespace })),
  );
  const dependents: Dependent[] = [];
  const unseen = new Set<string>();
  const worker = async (): Promise<void> => {
    for (let question = questions.pop(); question !== undefined; question = questions.pop()) {
      const { type, namespace } = question;
      try {
        const { found, complete } = await ownedOfType(cluster, vocabulary, type, namespace, signal);
        append(dependents, found);
        if (!complete) unseen.add(type.resource);
      } catch (error) {
        if (!isApiError(error)) throw error;
        if (error.code !== 404 && error.code !== 405) unseen.add(type.resource);
      }
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, worker));
  return { dependents, unseen: [...unseen].sort() };
}

/** All direct and indirect dependents of the owners; each once, nearest first. */
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

/** The type of a reference, in its version or, if the server does not serve that, in the preferred one. */
export function typeOfReference(
  types: readonly ResourceType[],
  reference: { apiVersion: string; kind: string },
): ResourceType | undefined {
  const { group, version } = parseApiVersion(reference.apiVersion);
  const same = types.filter((type) => type.group === group && type.kind === reference.kind);
  return same.find((type) => type.version === version) ?? same.find((type) => type.preferred) ?? same[0];
}
