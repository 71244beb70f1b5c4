/**
 * Fields that an edit changes or removes although other managers own them: the owners, the current value, and the
 * user's value.
 */
import type { ContestedRemoval } from "../../../shared/apply/planEdit.ts";
import { pathText } from "../../../shared/fieldset/fieldPath.ts";
import { locatePath } from "../../../shared/fieldset/locateField.ts";
import type { FieldPath } from "../../../shared/fieldset/pathElement.ts";
import type { ApiObject, ManagedFieldsEntry } from "../../../shared/object.ts";
import type { ApiError } from "../../../shared/status.ts";
import { resolveFieldPath, valueAt } from "../text/fieldPath.ts";

export interface FieldOwner {
  manager: string;
  subresource: string;
  apiVersion: string;
  operation?: string | undefined;
  /** Milliseconds since the epoch; 0 when unknown. */
  time: number;
}

export interface FieldConflict {
  /** The field as the server writes it: `.spec.replicas`. */
  field: string;
  /** The parsed field path; undefined if the edit has no such field. */
  path: FieldPath | undefined;
  owners: FieldOwner[];
  theirs: unknown;
  /** Undefined when the edit removes the field. */
  mine: unknown;
}

const REASON = "FieldManagerConflict";
const OWNER = /^conflict with "((?:[^"\\]|\\.)*)"(?: with subresource "([^"]*)")?(?: using (\S+?))?(?: at (\S+))?$/;

/** Parses `conflict with "manager" with subresource "scale" using apps/v1 at 2020-…`. */
export function parseOwner(message: string): FieldOwner {
  const match = OWNER.exec(message);
  const time = match?.[4] === undefined ? 0 : Date.parse(match[4]);
  return {
    manager: match?.[1] ?? message,
    subresource: match?.[2] ?? "",
    apiVersion: match?.[3] ?? "",
    time: Number.isNaN(time) ? 0 : time,
  };
}

/** Whether an error is about field ownership; conflicts of versions have no fields to decide about. */
export function isFieldConflict(error: ApiError): boolean {
  return error.code === 409 && (error.status.details?.causes ?? []).some((cause) => cause.reason === REASON);
}

function withEntry(owner: FieldOwner, entries: readonly ManagedFieldsEntry[]): FieldOwner {
  const entry = entries.find((e) => e.manager === owner.manager && (e.subresource ?? "") === owner.subresource);
  if (entry === undefined) return owner;
  const time = owner.time !== 0 ? owner.time : entry.time === undefined ? 0 : Date.parse(entry.time);
  return { ...owner, operation: entry.operation, time };
}

/**
 * The contested fields in the server's order, with all owners of a field together.
 *
 * @param paths of the fields that the edit changes
 */
export function conflictsOf(
  error: ApiError,
  live: ApiObject,
  mine: ApiObject,
  paths: readonly FieldPath[] = [],
): FieldConflict[] {
  const known = new Map(paths.map((path) => [pathText(path), path]));
  const fields = new Map<string, FieldConflict>();
  const at = (object: ApiObject, field: string): unknown => {
    const path = resolveFieldPath(object, field);
    return path === undefined ? undefined : valueAt(object, path);
  };
  for (const cause of error.status.details?.causes ?? []) {
    if (cause.reason !== REASON || cause.field === undefined) continue;
    const conflict = fields.get(cause.field) ?? {
      field: cause.field,
      path: known.get(cause.field),
      owners: [],
      theirs: at(live, cause.field),
      mine: at(mine, cause.field),
    };
    conflict.owners.push(withEntry(parseOwner(cause.message ?? ""), live.metadata.managedFields ?? []));
    fields.set(cause.field, conflict);
  }
  return [...fields.values()];
}

/** Like {@link conflictsOf} for the fields that an edit removes. */
export function removalsOf(contested: readonly ContestedRemoval[], live: ApiObject): FieldConflict[] {
  return contested.map(({ path, owners }): FieldConflict => {
    const place = locatePath(live, path);
    return {
      field: pathText(path),
      path,
      owners: owners.map(({ manager, subresource, apiVersion, operation, time }) => ({
        manager,
        subresource,
        apiVersion,
        operation,
        time: time === undefined ? 0 : Date.parse(time) || 0,
      })),
      theirs: place === undefined ? undefined : valueAt(live, place),
      mine: undefined,
    };
  });
}
