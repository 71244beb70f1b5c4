import type { ApiObject } from "../../../shared/object.ts";
import type { ApiClient, ResourceReference } from "../../api/client/apiClient.ts";
import type { Identity } from "../../ground/rights/identity.ts";
import type { Causes } from "./causes.ts";
import type { Write } from "./change.ts";

/** Writes that are not recorded because they do not change the state of the cluster: Events and heartbeats. */
const NOT_RECORDED = new Set(["events", "leases"]);

/** Subresources whose writes change the object but whose response is another object. */
const UNVERSIONED = new Set(["binding", "eviction"]);

/** A client whose writes are recorded. @param actor the writer, if no key is being worked on */
export function recordedClient(client: ApiClient, causes: Causes, actor: string): ApiClient {
  const noted = async <T>(
    ref: ResourceReference,
    verb: Write["verb"],
    name: string | undefined,
    work: () => Promise<T>,
    dryRun = false,
  ): Promise<T> => {
    if (dryRun || NOT_RECORDED.has(ref.resource)) return work();
    const { group, resource, namespace = "", subresource = "" } = ref;
    const before = name === undefined ? undefined : causes.latest({ group, resource, namespace, name });
    const result = await work();
    const metadata = (result as Partial<ApiObject> | undefined)?.metadata;
    const written = name ?? metadata?.name ?? "";
    // The responses of deletions and of some subresources have no version.
    const revision = metadata?.resourceVersion ?? "";
    if (written === "" || (revision === "" && verb !== "delete" && !UNVERSIONED.has(subresource))) return result;
    causes.wrote(actor, { group, resource, namespace, name: written }, { verb, subresource, revision }, before);
    return result;
  };
  return {
    get: (ref) => client.get(ref),
    list: (ref, options) => client.list(ref, options),
    watch: (ref, options) => client.watch(ref, options),
    create: (ref, object, options) =>
      noted(
        ref,
        "create",
        ref.name ?? object.metadata?.name,
        () => client.create(ref, object, options),
        options?.dryRun,
      ),
    update: (ref, object, options) =>
      noted(ref, "update", ref.name, () => client.update(ref, object, options), options?.dryRun),
    patch: (ref, patch, options) =>
      noted(ref, "patch", ref.name, () => client.patch(ref, patch, options), options?.dryRun),
    apply: (ref, object, options) =>
      noted(ref, "apply", ref.name, () => client.apply(ref, object, options), options?.dryRun),
    delete: (ref, options) => noted(ref, "delete", ref.name, () => client.delete(ref, options)),
    deleteCollection: (ref, options) => client.deleteCollection(ref, options),
    resources: () => client.resources(),
  };
}

/**
 * Creates clients whose writes are recorded, each under the name of its user.
 * @param causes undefined to create ordinary clients
 */
export function recordedClients<F extends (identity: Identity, userAgent: string) => ApiClient>(
  clientFor: F,
  causes: Causes | undefined,
): (identity: Identity, userAgent: string) => ApiClient {
  if (causes === undefined) return clientFor;
  return (identity, userAgent) => recordedClient(clientFor(identity, userAgent), causes, identity.username);
}
