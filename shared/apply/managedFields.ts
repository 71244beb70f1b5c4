import { BoundedMap } from "../collections/boundedMap.ts";
import { unionOf } from "../fieldset/algebra.ts";
import { EMPTY_FIELD_SET, type FieldSet, isEmptySet, nodeCount } from "../fieldset/fieldSet.ts";
import { parseInSteps, writeInSteps } from "../fieldset/fieldsV1.ts";
import { compareText } from "../fieldset/pathElement.ts";
import type { ManagedFieldsEntry } from "../object.ts";
import { sortInSteps } from "../sortInSteps.ts";
import { immediately, isTurnDue, type Steps } from "../steps.ts";
import { messageOf } from "../text/messageOf.ts";
import { FieldsPool } from "./fieldsPool.ts";

/** The decoded set of fields of one manager. */
export interface ManagedSet {
  readonly manager: string;
  readonly operation: "Apply" | "Update";
  readonly apiVersion: string;
  readonly subresource: string;
  /** RFC 3339, whole seconds; absent where the reference omits it. */
  readonly time?: string;
  readonly set: FieldSet;
  /** The entry that this set was decoded from; written back unchanged if the set is still equal. */
  readonly entry?: ManagedFieldsEntry;
  /** The set that the entry was decoded into. */
  readonly entrySet?: FieldSet;
}

/** Sets by manager identity: see {@link managerId}. */
export type Managers = Map<string, ManagedSet>;

type Writable<T> = { -readonly [K in keyof T]: T[K] };

const MAX_UPDATE_MANAGERS = 10;
const ANCIENT_CHANGES_MANAGER = "ancient-changes";

/** Thrown for entries that cannot be decoded; the message is that of the reference. */
export class InvalidManagedFieldsError extends Error {}

/**
 * Identity of a manager: name, operation and subresource, and for updates also the version (an applier has one entry
 * for all versions that it applies). Sorting by this text gives the reference's order of managers.
 */
export function managerId(of: { manager: string; operation: string; apiVersion: string; subresource: string }): string {
  const manager = of.manager === "" ? undefined : of.manager;
  const apiVersion = of.operation === "Apply" ? undefined : of.apiVersion;
  const subresource = of.subresource === "" ? undefined : of.subresource;
  // JSON.stringify leaves out members without a value.
  return JSON.stringify({ manager, operation: of.operation, apiVersion, subresource });
}

/**
 * Decodes `metadata.managedFields`. If several entries have the same identity, the last one is used.
 *
 * @throws InvalidManagedFieldsError when any entry is malformed
 */
export function* decodeInSteps(entries: unknown): Steps<Managers> {
  const managers: Managers = new Map();
  if (entries === undefined || entries === null) return managers;
  if (!Array.isArray(entries)) throw new InvalidManagedFieldsError("managedFields must be a list");
  for (const [position, entry] of entries.entries()) {
    if (isTurnDue()) yield;
    const decoded = yield* decodeEntry((entry ?? {}) as ManagedFieldsEntry, position);
    managers.set(managerId(decoded), decoded);
  }
  return managers;
}

/** Like {@link decodeInSteps}, but without pausing. */
export const decodeManagedFields = immediately(decodeInSteps);

function* decodeEntry(entry: ManagedFieldsEntry, position: number): Steps<ManagedSet> {
  const { manager = "", operation, apiVersion = "", fieldsType = "", subresource = "", time } = entry;
  if (operation !== "Apply" && operation !== "Update") {
    throw new InvalidManagedFieldsError("operation must be `Apply` or `Update`");
  }
  if (apiVersion === "") throw new InvalidManagedFieldsError("apiVersion must not be empty");
  if (fieldsType !== "FieldsV1") {
    throw new InvalidManagedFieldsError(
      (fieldsType as string) === ""
        ? `missing fieldsType in managed fields entry ${position}`
        : `invalid fieldsType ${JSON.stringify(fieldsType)} in managed fields entry ${position}`,
    );
  }
  const set = yield* decodeFields(entry.fieldsV1);
  return {
    manager,
    operation,
    apiVersion,
    subresource,
    ...(time === undefined || time === null ? {} : { time }),
    set,
    entry,
    entrySet: set,
  };
}

const pool = new FieldsPool();
/**
 * Maximum number of nodes of all cached sets together. A node takes about 150 bytes, including its part of the object.
 */
const MAX_NODES = 200_000;
/**
 * Recently used sets, by the `fieldsV1` object that they were decoded from. A set takes several times the memory of
 * that object.
 */
const decodedFields = new BoundedMap<object, FieldSet>({ entries: 2048, weight: MAX_NODES });

const remember = (fields: object, set: FieldSet): void => decodedFields.set(fields, set, nodeCount(set, MAX_NODES));

/**
 * Decodes `fieldsV1` with a cache: stored objects are immutable, so an object that is used again soon is parsed only
 * once.
 */
function* decodeFields(fields: unknown): Steps<FieldSet> {
  if (typeof fields !== "object" || fields === null) return yield* parse(fields);
  let set = decodedFields.get(fields);
  if (set === undefined) {
    set = yield* parse(fields);
    remember(fields, set);
  }
  return set;
}

function* parse(fields: unknown): Steps<FieldSet> {
  try {
    return yield* parseInSteps(fields);
  } catch (error) {
    throw new InvalidManagedFieldsError(`error decoding set: ${messageOf(error)}`);
  }
}

/**
 * Encodes `metadata.managedFields`: appliers before updaters, each sorted by time, name, version and subresource.
 *
 * @returns undefined when there are no managers
 */
export function* encodeManagedFields(managers: Managers): Steps<ManagedFieldsEntry[] | undefined> {
  if (managers.size === 0) return undefined;
  const entries: ManagedFieldsEntry[] = [];
  for (const managed of yield* sortInSteps(managers.values(), compareManagers)) {
    if (isTurnDue()) yield;
    entries.push(yield* encodeEntry(managed));
  }
  return entries;
}

function* encodeEntry(managed: ManagedSet): Steps<ManagedFieldsEntry> {
  const { entry, entrySet, set, manager, operation, apiVersion, time, subresource } = managed;
  if (
    entry !== undefined &&
    entry.fieldsV1 !== undefined &&
    entry.apiVersion === apiVersion &&
    (entry.time ?? undefined) === time &&
    entrySet === set
  ) {
    return entry;
  }
  const fieldsV1 = yield* writeInSteps(set, pool.share);
  remember(fieldsV1, set);
  // Set member by member: engines give every object that begins with a spread its own hidden class, and there are very
  // many of these objects.
  const written: Partial<Writable<ManagedFieldsEntry>> = {};
  if (manager !== "") written.manager = manager;
  written.operation = operation;
  written.apiVersion = apiVersion;
  if (time !== undefined) written.time = time;
  written.fieldsType = "FieldsV1";
  written.fieldsV1 = fieldsV1;
  if (subresource !== "") written.subresource = subresource;
  return written as ManagedFieldsEntry;
}

const seconds = (time: string | undefined): number =>
  time === undefined ? 0 : Math.floor(Date.parse(time) / 1000) || 0;

function compareManagers(a: ManagedSet, b: ManagedSet): number {
  return (
    compareText(a.operation, b.operation) ||
    seconds(a.time) - seconds(b.time) ||
    compareText(a.manager, b.manager) ||
    compareText(a.apiVersion, b.apiVersion) ||
    compareText(a.subresource, b.subresource)
  );
}

/**
 * Keeps at most {@link MAX_UPDATE_MANAGERS} updaters: the oldest ones of a version are merged into one entry with the
 * time of the newest of them. Appliers are never merged: their sets determine what to remove at their next apply. As in
 * the reference, an earlier merged entry is lost when another updater of its version sorts before it.
 */
export function* capUpdateManagers(managers: Managers, max = MAX_UPDATE_MANAGERS): Steps<Managers> {
  const updaters = [...managers].filter(([, managed]) => managed.operation === "Update");
  if (updaters.length <= max) return managers;
  updaters.sort(([a, left], [b, right]) => seconds(left.time) - seconds(right.time) || compareText(a, b));
  const result: Managers = new Map(managers);
  const firstOfVersion = new Map<string, string>();
  /** Sets by the identity of the entry that they are merged into. */
  const folded = new Map<string, FieldSet[]>();
  let count = updaters.length;
  for (const [id, managed] of updaters) {
    if (isTurnDue()) yield;
    if (count <= max) break;
    const { apiVersion } = managed;
    const first = firstOfVersion.get(apiVersion);
    if (first === undefined) {
      firstOfVersion.set(apiVersion, id);
      continue;
    }
    const bucket = { manager: ANCIENT_CHANGES_MANAGER, operation: "Update" as const, apiVersion, subresource: "" };
    const bucketId = managerId(bucket);
    let sets = folded.get(bucketId);
    if (sets === undefined) {
      sets = [(result.get(bucketId) ?? result.get(first))?.set ?? EMPTY_FIELD_SET];
      folded.set(bucketId, sets);
    }
    if (!result.has(bucketId)) result.delete(first);
    count--;
    result.delete(id);
    if (id === bucketId) {
      folded.delete(id);
      continue;
    }
    sets.push(managed.set);
    result.set(bucketId, { ...bucket, time: managed.time, set: EMPTY_FIELD_SET });
  }
  for (const [id, sets] of folded) {
    const bucket = result.get(id);
    if (bucket !== undefined) result.set(id, { ...bucket, set: yield* unionOf(sets) });
  }
  return result;
}

/** Drops managers that no longer own any field. */
export function dropEmptyManagers(managers: Managers): void {
  for (const [id, managed] of managers) if (isEmptySet(managed.set)) managers.delete(id);
}
