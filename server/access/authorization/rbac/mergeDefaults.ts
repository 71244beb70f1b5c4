import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import { isEmptyMap } from "../../../../shared/json/largeMaps.ts";
import type { ApiObject, ObjectMeta } from "../../../../shared/object.ts";
import { covers } from "../../../../shared/rbac/covers.ts";
import { bindingFromObject, roleFromObject } from "../../../../shared/rbac/decode.ts";

/**
 * Adds everything to the stored object that it lacks of the default; undefined when it lacks nothing. Labels and
 * annotations that users changed stay unchanged.
 */
export function mergeDefaults(wanted: ApiObject, stored: ApiObject): ApiObject | undefined {
  const changes: Record<string, unknown> = {};
  const metadata = mergeMetadata(wanted.metadata, stored.metadata);
  if (metadata !== undefined) changes["metadata"] = metadata;

  if (wanted["roleRef"] === undefined) {
    // A controller sets the rules of aggregated roles.
    if (wanted["aggregationRule"] === undefined && !deepEqual(wanted["rules"], stored["rules"])) {
      const held = roleFromObject(stored).rules;
      const { missing } = covers(held, roleFromObject(wanted).rules);
      if (missing.length > 0) changes["rules"] = [...held, ...missing];
    }
    const selectors = missingItems(selectorsOf(wanted), selectorsOf(stored));
    if (selectors.length > 0) {
      changes["aggregationRule"] = { clusterRoleSelectors: [...selectorsOf(stored), ...selectors] };
    }
  } else {
    const subjects = bindingFromObject(stored).subjects;
    const added = missingItems(bindingFromObject(wanted).subjects, subjects);
    if (added.length > 0) changes["subjects"] = [...subjects, ...added];
  }
  return isEmptyMap(changes) ? undefined : { ...stored, ...changes };
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
