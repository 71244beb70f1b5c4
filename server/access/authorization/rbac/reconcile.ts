import type { ApiObject } from "../../../../shared/object.ts";
import { bindingFromObject } from "../../../../shared/rbac/decode.ts";
import { type ApiError, isApiError } from "../../../../shared/status.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { ApiClient, ResourceReference } from "../../../api/client/apiClient.ts";
import type { Features } from "../../../api/registry/features.ts";
import { AUTOUPDATE_ANNOTATION, type DefaultObjects, defaultObjects } from "../defaults/defaultObjects.ts";
import { mergeDefaults } from "./mergeDefaults.ts";

/** The client for reconciling; its identity must be in the group system:masters. */
export type ReconcileClient = Pick<ApiClient, "get" | "list" | "create" | "update" | "delete">;

export interface ReconcileResult {
  readonly created: number;
  readonly updated: number;
}

const RESOURCES = ["clusterroles", "clusterrolebindings", "roles", "rolebindings"] as const;

/**
 * Creates the default roles and bindings at start. Missing permissions, subjects, labels and annotations are added to
 * existing objects; additions by users stay. Objects annotated `autoupdate: "false"` are not changed. All writes run
 * concurrently, so that the storage can commit them in groups. The system namespaces must exist.
 * @param onUnreadable called with the error for a resource that cannot be listed, because one of its objects is
 *   unreadable; such a resource is not reconciled
 * @param inMemory the objects of a resource, if all of them are available without asking the API; they are not modified
 * @param features which features are on; default: each feature's default
 */
export async function reconcileDefaults(
  client: ReconcileClient,
  vocabulary: Vocabulary,
  onUnreadable: (error: ApiError) => void = () => {},
  inMemory: (resource: string) => Iterable<ApiObject> | undefined = () => undefined,
  features?: Features,
): Promise<ReconcileResult> {
  const defaults = defaultObjects(vocabulary, features);
  const list = async (ref: ResourceReference): Promise<Iterable<ApiObject>> =>
    inMemory(ref.resource) ?? (await client.list(ref)).items;
  const outcomes = await Promise.all(
    RESOURCES.map(async (resource) => {
      try {
        return await reconcileResource(client, list, vocabulary, resource, defaults);
      } catch (error) {
        // 404: the namespace of a default role exists, but is unreadable.
        if (!isApiError(error) || (error.code !== 500 && error.code !== 404)) throw error;
        onUnreadable(error);
        return [];
      }
    }),
  );
  const all = outcomes.flat();
  return {
    created: all.filter((outcome) => outcome === "created").length,
    updated: all.filter((outcome) => outcome === "updated").length,
  };
}

type Outcome = "created" | "updated" | "kept";

/** The target of the defaults of one resource. */
interface Target {
  readonly client: ReconcileClient;
  readonly collection: ResourceReference;
  /** Name of the annotation by which an object opts out. */
  readonly autoupdate: string;
}

async function reconcileResource(
  client: ReconcileClient,
  list: (ref: ResourceReference) => Promise<Iterable<ApiObject>>,
  vocabulary: Vocabulary,
  resource: (typeof RESOURCES)[number],
  defaults: DefaultObjects,
): Promise<Outcome[]> {
  const ref: ResourceReference = { group: vocabulary.rbacGroup, version: "v1", resource };
  const stored = new Map<string, ApiObject>();
  for (const object of await list(ref)) stored.set(keyOf(object), object);
  const target: Target = { client, collection: ref, autoupdate: vocabulary.render(AUTOUPDATE_ANNOTATION) };
  return Promise.all(defaults[resource].map((desired) => reconcileOne(target, desired, stored.get(keyOf(desired)))));
}

const keyOf = (object: ApiObject): string => `${object.metadata.namespace ?? ""}/${object.metadata.name}`;

/** Another server may reconcile concurrently, so a lost race is retried with the stored state. */
async function reconcileOne(
  target: Target,
  desired: ApiObject,
  stored: ApiObject | undefined,
  retries = 3,
): Promise<Outcome> {
  const { client, autoupdate } = target;
  const { name, namespace } = desired.metadata;
  const collection = { ...target.collection, ...(namespace === undefined ? {} : { namespace }) };
  const ref = { ...collection, name };
  try {
    if (stored === undefined) {
      await client.create(collection, desired);
      return "created";
    }
    if (stored.metadata.annotations?.[autoupdate] === "false") return "kept";
    if (hasOtherRole(desired, stored)) {
      // The role of a binding is immutable, so the binding must be replaced.
      await client.delete(ref, { uid: stored.metadata.uid });
      await client.create(collection, desired);
      return "updated";
    }
    const merged = mergeDefaults(desired, stored);
    if (merged === undefined) return "kept";
    await client.update(ref, merged);
    return "updated";
  } catch (error) {
    const lost = isApiError(error, "AlreadyExists") || isApiError(error, "Conflict") || isApiError(error, "NotFound");
    if (!lost || retries === 0) throw error;
    const now = await client.get(ref).catch((problem: unknown) => {
      if (isApiError(problem, "NotFound")) return undefined;
      throw problem;
    });
    return reconcileOne(target, desired, now, retries - 1);
  }
}

function hasOtherRole(desired: ApiObject, stored: ApiObject): boolean {
  if (desired["roleRef"] === undefined) return false;
  const [a, b] = [bindingFromObject(desired).roleRef, bindingFromObject(stored).roleRef];
  return a.kind !== b.kind || a.name !== b.name;
}
