/** Computes a JSON patch (RFC 6902) between two states of an object. */

import { equalInSteps } from "../../shared/collections/deepEqual.ts";
import { immediately, isTurnDue, type Steps } from "../../shared/steps.ts";

export interface PatchOperation {
  op: "add" | "remove" | "replace";
  path: string;
  value?: unknown;
}

const escapeToken = (token: string | number): string => String(token).replaceAll("~", "~0").replaceAll("/", "~1");

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether the map has the member; an undefined one counts as absent. */
const has = (map: Record<string, unknown>, key: string): boolean => Object.hasOwn(map, key) && map[key] !== undefined;

function* diffMaps(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  path: string,
  out: PatchOperation[],
): Steps<void> {
  for (const key of Object.keys(before)) {
    if (isTurnDue()) yield;
    if (!has(before, key)) continue;
    const at = `${path}/${escapeToken(key)}`;
    if (!has(after, key)) out.push({ op: "remove", path: at });
    else yield* diffValues(before[key], after[key], at, out);
  }
  for (const key of Object.keys(after)) {
    if (isTurnDue()) yield;
    if (has(before, key) || !has(after, key)) continue;
    out.push({ op: "add", path: `${path}/${escapeToken(key)}`, value: after[key] });
  }
}

/** Keeps common items at both ends; the items between them are changed in place, then added or removed at the end. */
function* diffLists(
  before: readonly unknown[],
  after: readonly unknown[],
  path: string,
  out: PatchOperation[],
): Steps<void> {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && (yield* equalInSteps(before[start], after[start]))) start += 1;
  let tail = 0;
  while (tail < shorter - start && (yield* equalInSteps(before.at(-1 - tail), after.at(-1 - tail)))) tail += 1;
  const oldCount = before.length - start - tail;
  const newCount = after.length - start - tail;
  const common = Math.min(oldCount, newCount);
  for (let i = start; i < start + common; i += 1) yield* diffValues(before[i], after[i], `${path}/${i}`, out);
  for (let i = start + oldCount - 1; i >= start + common; i -= 1) out.push({ op: "remove", path: `${path}/${i}` });
  for (let i = start + common; i < start + newCount; i += 1) {
    out.push({ op: "add", path: i === before.length && tail === 0 ? `${path}/-` : `${path}/${i}`, value: after[i] });
  }
}

function* diffValues(before: unknown, after: unknown, path: string, out: PatchOperation[]): Steps<void> {
  if (isMap(before) && isMap(after)) yield* diffMaps(before, after, path, out);
  else if (Array.isArray(before) && Array.isArray(after)) yield* diffLists(before, after, path, out);
  else if (!(yield* equalInSteps(before, after))) out.push({ op: "replace", path, value: after });
}

/** Operations that turn one state into the other, in order of application. */
export function* patchInSteps(before: unknown, after: unknown): Steps<PatchOperation[]> {
  const out: PatchOperation[] = [];
  yield* diffValues(before, after, "", out);
  return out;
}

/** {@link patchInSteps} without pauses: for objects that are shown in parts, not for long texts. */
export const jsonPatchOf = immediately(patchInSteps);

/**
 * The same patch with a precondition on the object's version, so that the server responds with 409 if the version has
 * changed.
 */
export function guarded(patch: readonly PatchOperation[], resourceVersion: string): PatchOperation[] {
  return [{ op: "add", path: "/metadata/resourceVersion", value: resourceVersion }, ...patch];
}
