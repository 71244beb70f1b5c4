/** Field conflicts of server-side apply: who owns what I want to change, what they hold, what I want. */
import type { ApiObject, ManagedFieldsEntry } from "../../shared/object.ts";
import type { ApiError } from "../../shared/status.ts";
import { type ParsedText, parseText } from "./editingText.ts";
import { resolveFieldPath, valueAt } from "./fieldPath.ts";

export interface FieldOwner {
  manager: string;
  subresource: string;
  apiVersion: string;
  operation?: string | undefined;
  /** Milliseconds; 0 when unknown. */
  time: number;
}

export interface FieldConflict {
  /** As the server writes it: `.spec.replicas`. */
  field: string;
  owners: FieldOwner[];
  theirs: unknown;
  mine: unknown;
}

/** What to do with one contested field. */
export type Choice = "mine" | "theirs" | "leave";

const REASON = "FieldManagerConflict";
const OWNER = /^conflict with "((?:[^"\\]|\\.)*)"(?: with subresource "([^"]*)")?(?: using (\S+?))?(?: at (\S+))?$/;

/** Reads `conflict with "manager" with subresource "scale" using apps/v1 at 2020-…`. */
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

/** Whether an error is about fields that others own; other conflicts (of revisions) have no fields to decide about. */
export function isFieldConflict(error: ApiError): boolean {
  return error.code === 409 && (error.status.details?.causes ?? []).some((cause) => cause.reason === REASON);
}

function withEntry(owner: FieldOwner, entries: readonly ManagedFieldsEntry[]): FieldOwner {
  const entry = entries.find((e) => e.manager === owner.manager && (e.subresource ?? "") === owner.subresource);
  if (entry === undefined) return owner;
  const time = owner.time !== 0 ? owner.time : entry.time === undefined ? 0 : Date.parse(entry.time);
  return { ...owner, operation: entry.operation, time };
}

/** The contested fields in the server's order, several owners of one field together. */
export function conflictsOf(error: ApiError, live: ApiObject, mine: ApiObject): FieldConflict[] {
  const fields = new Map<string, FieldConflict>();
  const at = (object: ApiObject, field: string): unknown => {
    const path = resolveFieldPath(object, field);
    return path === undefined ? undefined : valueAt(object, path);
  };
  for (const cause of error.status.details?.causes ?? []) {
    if (cause.reason !== REASON || cause.field === undefined) continue;
    const conflict = fields.get(cause.field) ?? {
      field: cause.field,
      owners: [],
      theirs: at(live, cause.field),
      mine: at(mine, cause.field),
    };
    conflict.owners.push(withEntry(parseOwner(cause.message ?? ""), live.metadata.managedFields ?? []));
    fields.set(cause.field, conflict);
  }
  return [...fields.values()];
}

/**
 * Carries out the choices in the text, keeping comments and order: `theirs` writes their value, `leave` drops the field
 * from the intent, `mine` changes nothing (the request must then be forced).
 */
export function applyChoices(
  text: string,
  conflicts: readonly FieldConflict[],
  choices: Readonly<Record<string, Choice>>,
): string {
  const parsed: ParsedText = parseText(text);
  if (!parsed.ok) return text;
  // Later entries of a list first, so that dropping one does not move another.
  const located = conflicts
    .map((conflict) => ({ conflict, path: resolveFieldPath(parsed.object, conflict.field) }))
    .reverse();
  let changed = false;
  for (const { conflict, path } of located) {
    const choice = choices[conflict.field] ?? "mine";
    if (choice === "mine" || path === undefined) continue;
    changed = true;
    if (choice === "theirs" && conflict.theirs !== undefined) parsed.document.setIn(path, conflict.theirs);
    else parsed.document.deleteIn(path);
  }
  return changed ? parsed.document.toString({ lineWidth: 0 }) : text;
}

/** Whether the choices need `force=true`. */
export const needsForce = (conflicts: readonly FieldConflict[], choices: Readonly<Record<string, Choice>>): boolean =>
  conflicts.some((conflict) => (choices[conflict.field] ?? "mine") === "mine");
