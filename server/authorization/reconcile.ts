import type { ApiObject, ObjectMeta } from "../../shared/object.ts";
import { covers } from "../../shared/rbac/covers.ts";
import { bindingFromObject, roleFromObject } from "../../shared/rbac/decode.ts";
import { type ApiError, isApiError } from "../../shared/status.ts";
import type { Vocabulary } from "../../shared/vocabulary.ts";
import type { ApiClient, ResourceReference } from "../client/apiClient.ts";
import { AUTOUPDATE_ANNOTATION, type DefaultObjects, defaultObjects } from "./defaults/defaultObjects.ts";

/** What reconciling needs of a client; its identity must be a master (system:masters). */
export type ReconcileClient = Pick<ApiClient, "get" | "list" | "create" | "update" | "delete">;

export interface ReconcileResult {
  readonly created: number;
  readonly updated: number;
}

const RESOURCES = ["clusterroles", "clusterrolebindings", "roles", "rolebindings"] as const;

/**
 * Brings the default roles and bindings into being at start: missing ones are created; missing permissions, subjects, labels
 * and annotations are added to existing ones; what people added stays. Objects annotated `autoupdate: "false"` are left alone.
 * All writes run at the same time, so that the storage can commit them in groups. The system namespaces must exist.
 * @param onUnreadable told of resources that cannot be listed, because one of their objects cannot be read: nothing of
 *   them is reconciled
 */
export async function reconcileDefaults(
  client: ReconcileClient,
  vocabulary: Vocabulary,
  onUnreadable: (error: ApiError) => void = () => {},
): Promise<ReconcileResult> {
  const defaults = defaultObjects(vocabulary);
  const outcomes = await Promise.all(
    RESOURCES.map(async (resource) => {
      try {
        return await reconcileResource(client, vocabulary, resource, defaults);
      } catch (error) {
        // 404: the namespace of a default role is there, but cannot be read.
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

async function reconcileResource(
  client: ReconcileClient,
  vocabulary: Vocabulary,
  resource: (typeof RESOURCES)[number],
  defaults: DefaultObjects,
): Promise<Outcome[]> {
  const ref: ResourceReference = { group: vocabulary.rbacGroup, version: "v1", resource };
  const stored = new Map((await client.list(ref)).items.map((object) => [keyOf(object), object]));
  const autoupdate = vocabulary.render(AUTOUPDATE_ANNOTATION);
  return Promise.all(
    defaults[resource].map((wanted) => reconcileOne(client, ref, wanted, stored.get(keyOf(wanted)), autoupdate)),
  );
}

const keyOf = (object: ApiObject): string => `${object.metadata.namespace ?? ""}/${object.metadata.name}`;

/** Another server may reconcile at the same time: a lost race is tried again with what is stored then. */
async function reconcileOne(
  client: ReconcileClient,
  collection: ResourceReference,
  wanted: ApiObject,
  stored: ApiObject | undefined,
  autoupdate: string,
  retries = 3,
): Promise<Outcome> {
  const { name, namespace } = wanted.metadata;
  const ref = { ...collection, ...(namespace === undefined ? {} : { namespace }), name };
  try {
    if (stored === undefined) {
      await client.create({ ...collection, ...(namespace === undefined ? {} : { namespace }) }, wanted);
      return "created";
    }
    if (stored.metadata.annotations?.[autoupdate] === "false") return "kept";
    if (hasOtherRole(wanted, stored)) {
      // The role of a binding cannot be changed, only the binding replaced.
      await client.delete(ref, { uid: stored.metadata.uid });
      await client.create({ ...collection, ...(namespace === undefined ? {} : { namespace }) }, wanted);
      return "updated";
    }
    const merged = mergeDefaults(wanted, stored);
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
    return reconcileOne(client, collection, wanted, now, autoupdate, retries - 1);
  }
}

function hasOtherRole(wanted: ApiObject, stored: ApiObject): boolean {
  if (wanted["roleRef"] === undefined) return false;
  const [a, b] = [bindingFromObject(wanted).roleRef, bindingFromObject(stored).roleRef];
  return a.kind !== b.kind || a.name !== b.name;
}

/**
 * The stored object with everything of the default that it lacks, or undefined when it lacks nothing. Labels and annotations
 * that people changed stay as they are.
 */
export function mergeDefaults(wanted: ApiObject, stored: ApiObject): ApiObject | undefined {
  const changes: Record<string, unknown> = {};
  const metadata = mergeMetadata(wanted.metadata, stored.metadata);
  if (metadata !== undefined) changes["metadata"] = metadata;

  if (wanted["roleRef"] === undefined) {
    const held = roleFromObject(stored).rules;
    const { missing } = covers(held, roleFromObject(wanted).rules);
    // Aggregated roles get their rules from the controller.
    if (wanted["aggregationRule"] === undefined && missing.length > 0) changes["rules"] = [...held, ...missing];
    const selectors = missingItems(selectorsOf(wanted), selectorsOf(stored));
    if (selectors.length > 0) {
      changes["aggregationRule"] = { clusterRoleSelectors: [...selectorsOf(stored), ...selectors] };
    }
  } else {
    const subjects = bindingFromObject(stored).subjects;
    const added = missingItems(bindingFromObject(wanted).subjects, subjects);
    if (added.length > 0) changes["subjects"] = [...subjects, ...added];
  }
  return Object.keys(changes).length === 0 ? undefined : { ...stored, ...changes };
}

function mergeMetadata(wanted: ObjectMeta, stored: ObjectMeta): ObjectMeta | undefined {
  const lacks = (part: "labels" | "annotations"): boolean =>
    Object.keys(wanted[part] ?? {}).some((name) => stored[part]?.[name] === undefined);
  if (!lacks("labels") && !lacks("annotations")) return undefined;
  return {
    ...stored,
    labels: { ...wanted.labels, ...stored.labels },
    annotations: { ...wanted.annotations, ...stored.annotations },
  };
}

const selectorsOf = (role: ApiObject): readonly unknown[] =>
  (role["aggregationRule"] as { clusterRoleSelectors?: unknown[] } | undefined)?.clusterRoleSelectors ?? [];

/** Items of `wanted` without an equal in `stored`; key order does not matter for these flat shapes. */
function missingItems<T>(wanted: readonly T[], stored: readonly T[]): T[] {
  const text = (item: unknown): string =>
    JSON.stringify(item, (_key, value: unknown) =>
      value !== null && typeof value === "object" && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    );
  const known = new Set(stored.map(text));
  return wanted.filter((item) => !known.has(text(item)));
}
