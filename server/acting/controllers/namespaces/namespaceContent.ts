import type { Pod } from "kubernetes-types/core/v1";
import { maxOf } from "../../../../shared/collections/extremes.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { isApiError } from "../../../../shared/status.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import type { ApiClient, ServedResource } from "../../../api/client/apiClient.ts";
import { decoded } from "../../../api/registry/strategies/narrow.ts";
import { milliseconds } from "../../../ground/timing/milliseconds.ts";

/** The number of objects of one resource that are still in a namespace. */
export interface Remaining {
  readonly resource: string;
  readonly group: string;
  readonly count: number;
  /** The finalizers that keep them, each with a number of objects. */
  readonly finalizers: ReadonlyMap<string, number>;
}

export interface Emptied {
  readonly remaining: readonly Remaining[];
  /** Error messages, one per resource. */
  readonly failures: readonly string[];
}

/** A resource, and the client for it. */
interface Content {
  readonly client: ApiClient;
  readonly resource: ServedResource;
}

export interface EmptyOptions {
  /**
   * Whether other objects are deleted only after all pods, so that what protects or serves pods outlives them. Default:
   * no.
   */
  readonly podsFirst?: boolean;
  /** Milliseconds since the deletion of the namespace was requested. Default: 0. */
  readonly elapsed?: number;
}

/** What is left of one resource. */
interface Left {
  readonly remaining?: Remaining;
  /** The error message. Objects that nothing keeps, but that still exist, are errors, too. */
  readonly failure?: string;
}

/** Objects of a resource can be deleted through any version, so each resource is visited in one version only. */
const isContent = (resource: ServedResource): boolean =>
  resource.namespaced && resource.preferred && resource.verbs.includes("list") && resource.verbs.includes("delete");

const isPods = ({ group, resource }: ServedResource): boolean => group === "" && resource === "pods";

/**
 * Deletes everything in a namespace, all resources concurrently, and counts what is left.
 * @param clients each for the resources that it discovers
 */
export async function emptyNamespace(
  clients: readonly ApiClient[],
  namespace: string,
  { podsFirst = false, elapsed = 0 }: EmptyOptions = {},
): Promise<Emptied> {
  const content = clients.flatMap((client) =>
    client
      .resources()
      .filter(isContent)
      .map((resource): Content => ({ client, resource })),
  );
  if (podsFirst) {
    const pods = await emptyResources(
      content.filter(({ resource }) => isPods(resource)),
      namespace,
      elapsed,
    );
    if (pods.remaining.length > 0 || pods.failures.length > 0) return pods;
  }
  return emptyResources(content, namespace, elapsed);
}

async function emptyResources(content: readonly Content[], namespace: string, elapsed: number): Promise<Emptied> {
  const results = await Promise.all(
    content.map(async ({ client, resource }): Promise<Left> => {
      try {
        return (await emptyResource(client, resource, namespace, elapsed)) ?? {};
      } catch (error) {
        // The resource and its definition may have been deleted in the meantime.
        if (isApiError(error, "NotFound")) return {};
        return { failure: messageOf(error) };
      }
    }),
  );
  return {
    remaining: results.flatMap(({ remaining }) => remaining ?? []),
    failures: results.flatMap(({ failure }) => failure ?? []).sort(),
  };
}

async function emptyResource(
  client: ApiClient,
  served: ServedResource,
  namespace: string,
  elapsed: number,
): Promise<Left | undefined> {
  const ref = { group: served.group, version: served.version, resource: served.resource, namespace };
  const isOfPods = isPods(served);
  const some = await client.list(ref, isOfPods ? {} : { limit: 1 });
  if (some.items.length === 0) return undefined;
  if (served.verbs.includes("deletecollection")) {
    await client.deleteCollection(ref, { propagationPolicy: "Background" });
  } else {
    const all = await client.list(ref);
    for (const { metadata } of all.items) await deleteOne(client, { ...ref, name: metadata.name ?? "" });
  }
  const { items } = await client.list(ref);
  if (items.length === 0) return undefined;
  const finalizers = new Map<string, number>();
  for (const { metadata } of items) {
    for (const finalizer of metadata.finalizers ?? []) finalizers.set(finalizer, (finalizers.get(finalizer) ?? 0) + 1);
  }
  const remaining = { resource: served.resource, group: served.group, count: items.length, finalizers };
  if (finalizers.size > 0 || (isOfPods && elapsed < longestGrace(some.items))) return { remaining };
  const { group, version, resource } = served;
  const text = `unexpected items still remain in namespace: ${namespace} for gvr: ${group}/${version}, Resource=${resource}`;
  return { remaining, failure: text };
}

/** The time that pods may need to terminate, in milliseconds. */
const longestGrace = (pods: readonly ApiObject[]): number => maxOf(pods.map(graceOf));

function graceOf(pod: ApiObject): number {
  const { spec, status } = decoded<Pod>(pod);
  const isEnded = status?.phase === "Succeeded" || status?.phase === "Failed";
  return isEnded ? 0 : milliseconds(spec?.terminationGracePeriodSeconds ?? 0);
}

async function deleteOne(client: ApiClient, ref: Parameters<ApiClient["delete"]>[0]): Promise<void> {
  try {
    await client.delete(ref, { propagationPolicy: "Background" });
  } catch (error) {
    if (!isApiError(error, "NotFound")) throw error;
  }
}
