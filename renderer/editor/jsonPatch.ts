/** Computes a JSON patch (RFC 6902) between two states of an object. */

import { deepEqual } from "../../shared/collections/deepEqual.ts";

export interface PatchOperation {
  op: "add" | "remove" | "replace";
  path: string;
  value?: unknown;
}

const escapeToken = (token: string | number): string => String(token).replaceAll("~", "~0").replaceAll("/", "~1");

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function diffMaps(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  path: string,
  out: PatchOperation[],
) {
  for (const key of Object.keys(before)) {
    const at = `${path}/${escapeToken(key)}`;
    if (!Object.hasOwn(after, key)) out.push({ op: "remove", path: at });
    else diffValues(before[key], after[key], at, out);
  }
  for (const key of Object.keys(after)) {
    if (!Object.hasOwn(before, key)) out.push({ op: "add", path: `${path}/${escapeToken(key)}`, value: after[key] });
  }
}

/** Keeps common items at both ends; the items between them are changed in place, then added or removed at the end. */
function diffLists(before: readonly unknown[], after: readonly unknown[], path: string, out: PatchOperation[]): void {
  let start = 0;
  while (start < before.length && start < after.length && deepEqual(before[start], after[start])) start += 1;
  let tail = 0;
  while (
    tail < before.length - start &&
    tail < after.length - start &&
    deepEqual(before[before.length - 1 - tail], after[after.length - 1 - tail])
  ) {
    tail += 1;
  }
  const oldCount = before.length - start - tail;
  const newCount = after.length - start - tail;
  const common = Math.min(oldCount, newCount);
  for (let i = start; i < start + common; i += 1) diffValues(before[i], after[i], `${path}/${i}`, out);
  for (let i = start + oldCount - 1; i >= start + common; i -= 1) out.push({ op: "remove", path: `${path}/${i}` });
  for (let i = start + common; i < start + newCount; i += 1) {
    out.push({ op: "add", path: i === before.length && tail === 0 ? `${path}/-` : `${path}/${i}`, value: after[i] });
  }
}

function diffValues(before: unknown, after: unknown, path: string, out: PatchOperation[]): void {
  if (deepEqual(before, after)) return;
  if (isMap(before) && isMap(after)) diffMaps(before, after, path, out);
  else if (Array.isArray(before) && Array.isArray(after)) diffLists(before, after, path, out);
  else out.push({ op: "replace", path, value: after });
}

/** Operations that turn one state into the other, in order of application. */
export function jsonPatchOf(before: unknown, after: unknown): PatchOperation[] {
  const out: PatchOperation[] = [];
  diffValues(before, after, "", out);
  return out;
}

/**
 * The same patch with a precondition on the object's version, so that the server responds with 409 if the version has
 * changed.
 */
export function guarded(patch: readonly PatchOperation[], resourceVersion: string): PatchOperation[] {
  return [{ op: "add", path: "/metadata/resourceVersion", value: resourceVersion }, ...patch];
}
