import { applyToObject } from "../../../shared/apply/applyToObject.ts";
import { applyConflict, FieldConflictError } from "../../../shared/apply/conflicts.ts";
import {
  capUpdateManagers,
  decodeInSteps,
  encodeManagedFields,
  type ManagedSet,
  type Managers,
  managerId,
} from "../../../shared/apply/managedFields.ts";
import { UNOWNED } from "../../../shared/apply/unowned.ts";
import { type Convert, transferOwnership, Versions } from "../../../shared/apply/versions.ts";
import { equalInSteps } from "../../../shared/collections/deepEqual.ts";
import { difference, union } from "../../../shared/fieldset/algebra.ts";
import { EMPTY_FIELD_SET, type FieldSet } from "../../../shared/fieldset/fieldSet.ts";
import { isList, isMap } from "../../../shared/json/jsonValues.ts";
import type { ApiObject, ManagedFieldsEntry } from "../../../shared/object.ts";
import type { TypeNode } from "../../../shared/schema/typeNode.ts";
import { ApiError, badRequest } from "../../../shared/status.ts";
import { isTurnOver, type Steps } from "../../../shared/steps.ts";
import { messageOf } from "../../../shared/text/messageOf.ts";
import { timestamp } from "../../../shared/time.ts";
import type { Quirks } from "../../ground/settings/quirks.ts";
import { sameMeaning } from "../schema/semanticEquality.ts";
import { describeApplied, describeKind } from "./describeApplied.ts";
import { type LastApplied, renewLastApplied, withoutOwnConflicts } from "./lastApplied.ts";
import { readManagers } from "./readManagers.ts";
import { typeMisfit } from "./typeMisfit.ts";
import { describeMismatches } from "./validateApplied.ts";

/** The options of both kinds of writes. */
interface TrackingOptions {
  /** The object's type in `apiVersion`. */
  readonly node: TypeNode;
  /** The version of the request; all objects passed in have this version. */
  readonly apiVersion: string;
  /** The name of the field manager; empty means `unknown`. */
  readonly manager: string;
  /** The subresource, such as `status`; empty or absent for the main resource. */
  readonly subresource?: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /**
   * By version: paths that this endpoint resets, including everything below. A write there does not own these fields.
   */
  readonly resetFields?: Readonly<Record<string, FieldSet>>;
  /** If set, a write owns only fields at or below these paths. */
  readonly onlyFields?: FieldSet;
  /** Converts an object to another version, for entries that were written in that version. */
  readonly convert?: Convert | undefined;
  /** How owners are reset; by default as specified. */
  readonly quirks?: Quirks;
  /** Whether the object is a custom resource, whose schema may have changed since it was stored. */
  readonly isCustom?: boolean;
}

export interface TrackUpdateOptions extends TrackingOptions {
  /** The stored object; undefined when the write creates it. */
  readonly live: ApiObject | undefined;
  /** The object that the write results in, decoded and defaulted, before admission. */
  readonly next: ApiObject;
}

export interface ApplyPatchOptions extends TrackingOptions {
  /** The stored object; undefined when the apply creates it. */
  readonly live: ApiObject | undefined;
  /** The decoded body, exactly as sent. */
  readonly patch: Readonly<Record<string, unknown>>;
  /** The kind that the patch must have. */
  readonly kind: string;
  /** Whether to take over fields that others own. */
  readonly force: boolean;
  /** How to treat objects to which a client used to apply on the client side; see {@link LastApplied}. */
  readonly lastApplied?: LastApplied;
}

const UNKNOWN_MANAGER = "unknown";
const BEFORE_FIRST_APPLY = "before-first-apply";

/**
 * Tracks a write that is not an apply: the manager owns what it added or changed, and removed fields lose all their
 * owners. Unchanged fields keep their owners. An untracked object (its managedFields were reset) stays untracked.
 *
 * `next.metadata.managedFields` is evaluated on writes of the main resource: `[{}]` resets all owners before the rest of
 * the write is tracked; well-formed entries replace the live ones; anything else is ignored. The reference also accepts
 * `[]` as a reset, and there, a write that resets an existing object owns nothing. An entry whose version has no valid
 * form leaves the object untracked, as does a state that does not fit the type.
 *
 * @returns `next` with managedFields; the live entries themselves when nothing changed
 */
export function* trackUpdate(options: TrackUpdateOptions): Steps<ApiObject> {
  const { live, next } = options;
  const before = yield* readManagers(options);
  if (before === undefined || !(yield* isTrackable(options))) return withManagedFields(next, undefined);
  const after = yield* trackChange(options, live ?? {}, next, before, options.manager);
  const entries = yield* encodeManagedFields(yield* capUpdateManagers(after));
  return withManagedFields(next, yield* settle(entries, live?.metadata.managedFields));
}

/** Whether the owners of an object can be computed: only if both states fit the type. */
function* isTrackable({ node, isCustom = false, next, live }: TrackUpdateOptions): Steps<boolean> {
  const misfit = (yield* typeMisfit(node, isCustom, next)) ?? (yield* typeMisfit(node, isCustom, live));
  return misfit === undefined;
}

/** The ownership after `manager` has changed `before` to `after`. */
function* trackChange(
  options: TrackingOptions,
  before: unknown,
  after: unknown,
  managers: Managers,
  manager: string,
): Steps<Managers> {
  const { apiVersion, subresource = "", now } = options;
  const versions = new Versions(options, before, after);
  const result = yield* transferOwnership(versions, managers, undefined, true);
  const own = yield* versions.at(apiVersion);
  if (own === undefined) return result;
  const taken = yield* difference(own.changed, UNOWNED);
  if (taken.size === 0) return result;
  const name = manager || UNKNOWN_MANAGER;
  const id = managerId({ manager: name, operation: "Update", apiVersion, subresource });
  const set = yield* union(result.get(id)?.set ?? EMPTY_FIELD_SET, taken);
  result.set(id, { manager: name, operation: "Update", apiVersion, subresource, time: timestamp(now), set });
  return result;
}

/**
 * Server-side apply: merges the configuration into the live object, removes fields that the manager applied last time
 * but not now and that no other manager owns, and records the ownership. The result must then be defaulted and admitted
 * like any write.
 *
 * @throws ApiError 400 (not this kind or version; managedFields in the body), 409 (conflicts), 500 without a reason
 * (the configuration does not fit the type)
 */
export function* applyPatch(options: ApplyPatchOptions): Steps<ApiObject> {
  const { lastApplied, live, patch } = options;
  if (lastApplied === undefined || lastApplied.manager !== options.manager) return yield* applyOnce(options);
  let result: ApiObject;
  try {
    result = yield* applyOnce(options);
  } catch (error) {
    if (!(error instanceof FieldConflictError) || live === undefined) throw error;
    const remaining = yield* withoutOwnConflicts(error.conflicts, live, options.node, options.apiVersion, lastApplied);
    if (remaining.length > 0) throw yield* applyConflict(remaining);
    result = yield* applyOnce({ ...options, force: true });
  }
  if (isTurnOver()) yield;
  return renewLastApplied(result, patch, lastApplied);
}

function* applyOnce(options: ApplyPatchOptions): Steps<ApiObject> {
  const { live, patch, apiVersion, node, subresource = "", now } = options;
  requireKind(options);
  let managers = yield* readLiveManagers(live);
  const target: ApiObject = live ?? emptyObject(options);
  const liveMisfit = yield* typeMisfit(node, options.isCustom ?? false, live);
  if (managers.size === 0 && live !== undefined) {
    if (liveMisfit !== undefined) {
      const conversion = `failed to convert new object (${describeApplied({ ...live })}) to smd typed`;
      throw failed(`create manager for existing fields: ${conversion}`, liveMisfit);
    }
    managers = yield* trackChange(options, {}, live, managers, BEFORE_FIRST_APPLY);
  }
  const patchMeta = patch["metadata"] as Readonly<Record<string, unknown>> | undefined | null;
  if (isReadable(patchMeta?.["managedFields"])) throw badRequest("metadata.managedFields must be nil");
  const misfit = yield* describeMismatches(patch, node);
  if (misfit !== undefined) throw failed(`create typed patch object (${describeApplied(patch)})`, misfit);
  if (liveMisfit !== undefined) {
    throw failed(`create typed live object (${describeApplied({ ...live })})`, liveMisfit);
  }
  const self = { manager: options.manager || UNKNOWN_MANAGER, operation: "Apply" as const, apiVersion, subresource };
  const applied = yield* applyToObject({ options, live: target, patch, managers, self, force: options.force });
  const own = applied.managers.get(managerId(self));
  if (own !== undefined) {
    const set = yield* difference(own.set, UNOWNED);
    if (set.size === 0) applied.managers.delete(managerId(self));
    else applied.managers.set(managerId(self), finishEntry(own, set, applied.changed ? timestamp(now) : own.time));
  }
  const entries = yield* encodeManagedFields(applied.managers);
  return withManagedFields(
    applied.object,
    yield* settle(entries, applied.changed ? undefined : live?.metadata.managedFields),
  );
}

/** 500: an object does not fit its type. */
const failed = (step: string, misfit: string): ApiError => new ApiError(500, "", `failed to ${step}: ${misfit}`);

const ENTRY_TEXTS = ["manager", "operation", "apiVersion", "time", "fieldsType", "subresource"] as const;

/** Whether a value has the form of a list of entries. Other values are reported like any value of the wrong type. */
const isReadable = (entries: unknown): boolean =>
  isList(entries) &&
  entries.every((entry) => isMap(entry) && ENTRY_TEXTS.every((name) => typeof (entry[name] ?? "") === "string"));

const finishEntry = (managed: ManagedSet, set: FieldSet, time: string | undefined): ManagedSet => ({
  ...managed,
  set,
  ...(time === undefined ? {} : { time }),
});

function* readLiveManagers(live: ApiObject | undefined): Steps<Managers> {
  try {
    return yield* decodeInSteps(live?.metadata.managedFields);
  } catch (error) {
    const message = messageOf(error);
    throw new ApiError(500, "", `failed to decode managed fields: ${message}`);
  }
}

function requireKind({ patch, apiVersion, kind }: ApplyPatchOptions): void {
  if (patch["apiVersion"] !== apiVersion || patch["kind"] !== kind) {
    throw badRequest(`invalid object type: ${describeKind(patch)}`);
  }
}

const emptyObject = ({ apiVersion, kind }: ApplyPatchOptions): ApiObject => ({ apiVersion, kind, metadata: {} });

function withManagedFields(object: ApiObject, entries: ManagedFieldsEntry[] | undefined): ApiObject {
  // A configuration without metadata may result in an object without metadata: when there is no live object, or when
  // the manager owned some of its metadata.
  const given: ApiObject["metadata"] | null | undefined = object.metadata;
  const isKept = entries === undefined ? given && !("managedFields" in given) : given?.managedFields === entries;
  if (isKept) return object;
  const { managedFields: _, ...metadata } = given ?? {};
  if (entries !== undefined) (metadata as ApiObject["metadata"]).managedFields = entries;
  return { ...object, metadata };
}

/** Returns the live entries when the new ones are equal, so that an unchanged object can be recognised by identity. */
function* settle(
  entries: ManagedFieldsEntry[] | undefined,
  live: ManagedFieldsEntry[] | undefined,
): Steps<ManagedFieldsEntry[] | undefined> {
  return live !== undefined && entries !== undefined && (yield* equalInSteps(entries, live)) ? live : entries;
}

/**
 * Reverts the times of a write that changes the meaning of nothing: when `next` differs from `live` only in the times of
 * its managedFields and in how it writes amounts, it gets the live entries back. A version that the write did not name
 * is not a difference, nor are empty lists, which are stored as null. Entries that change places because of their new
 * times are a difference, as in the reference. Must be called last, after admission.
 * @param node the type of both objects
 */
export function* revertTouchedTimes(node: TypeNode, live: ApiObject, next: ApiObject): Steps<ApiObject> {
  const before = live.metadata.managedFields;
  const after = next.metadata.managedFields;
  if (before === after || before?.length !== after?.length) return next;
  const bare = (entries: ManagedFieldsEntry[] | undefined) => entries?.map(({ time: _, ...entry }) => entry);
  if (!(yield* equalInSteps(bare(before), bare(after)))) return next;
  const reverted = withManagedFields(next, before);
  const content = ({ metadata, ...rest }: ApiObject) => ({
    ...rest,
    metadata: { ...metadata, resourceVersion: undefined },
  });
  return (yield* sameMeaning(node, content(live), content(reverted))) ? reverted : next;
}
