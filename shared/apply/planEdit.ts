import { equalInSteps } from "../collections/deepEqual.ts";
import { difference, recursiveDifference, recursiveIntersection, union, unionOf } from "../fieldset/algebra.ts";
import { pathsInSteps } from "../fieldset/fieldPath.ts";
import { EMPTY_FIELD_SET, type FieldSet, fieldSetOf } from "../fieldset/fieldSet.ts";
import { locatePath } from "../fieldset/locateField.ts";
import type { FieldPath } from "../fieldset/pathElement.ts";
import type { ApiObject } from "../object.ts";
import type { TypeNode } from "../schema/typeNode.ts";
import { immediately, isTurnDue, type Steps } from "../steps.ts";
import { applyToObject } from "./applyToObject.ts";
import { type Comparison, compareObjects } from "./compare.ts";
import { extractInSteps } from "./extractItems.ts";
import {
  decodeInSteps,
  InvalidManagedFieldsError,
  type ManagedSet,
  type Managers,
  managerId,
} from "./managedFields.ts";
import { toFieldSet } from "./toFieldSet.ts";
import { typeOfOwnership } from "./typeOfOwnership.ts";
import { UNOWNED } from "./unowned.ts";

/** An edit of an existing object, and the field manager that saves it. */
export interface ObjectEdit {
  /** The current object, with its managedFields. */
  readonly live: ApiObject;
  /** The edited part before the edit. Parts of `live` that are missing here were not shown and stay unchanged. */
  readonly before: ApiObject;
  /** The edited part after the edit. */
  readonly mine: ApiObject;
  /**
   * The object's type; undefined when no schema is known. The edit can then only be saved by a patch, and single fields
   * cannot be claimed.
   */
  readonly type: TypeNode | undefined;
  readonly manager: string;
  /** The subresource that the edit is written to, such as `status`; empty for the object itself. */
  readonly subresource: string;
  /**
   * Which fields the manager claims: the changed fields in addition to those that it already owns, or every field of
   * `mine`.
   */
  readonly claim: "changed" | "all";
  /** Unchanged fields that the manager claims as well, each with everything below. */
  readonly shared?: readonly FieldPath[];
  /** Fields that the manager releases, each with everything below. */
  readonly released?: readonly FieldPath[];
}

/** A field that the edit removes although other managers own it, or something below it. */
export interface ContestedRemoval {
  readonly path: FieldPath;
  readonly owners: readonly ManagedSet[];
}

/** How to save an edit by server-side apply without touching anything that the edit does not change. */
export interface EditPlan {
  /** The configuration to apply: the claimed fields, and what identifies the object and its list items. */
  readonly configuration: ApiObject;
  /**
   * Whether applying the configuration yields the edited object. This is not so if the edit removes fields that others
   * own or that have no owner, or if it reorders a list: an apply only adds and changes fields, and removes those that
   * its manager alone owned. The edit is then written by a patch; a later apply of the configuration may claim the
   * fields in {@link claims}.
   */
  readonly complete: boolean;
  /** The fields that the edit claims, besides those that the manager already owns. */
  readonly claims: FieldSet;
  /** The owned fields that the manager releases. */
  readonly released: FieldSet;
  readonly change: Comparison;
  readonly contested: readonly ContestedRemoval[];
  /**
   * The claim in effect. It falls back to `all` when the fields that the manager owns were written in a version with
   * other fields.
   */
  readonly claim: "changed" | "all";
}

/**
 * Turns an edit into a configuration for server-side apply, so that the manager keeps what it owned, gains what it
 * changed, and others keep everything else. Runs the server's own merge on the configuration, to check whether it
 * yields the edited object.
 */
export function* planInSteps(edit: ObjectEdit): Steps<EditPlan> {
  const { live, manager, subresource } = edit;
  const before = withHidden(edit.before, live);
  const after = withHidden(edit.mine, live, edit.before);
  const managers = yield* managersInSteps(live);
  // Without a schema, atomic fields are unknown: only a configuration that states everything loses nothing.
  const known = edit.type !== undefined;
  const type = edit.type ?? typeOfOwnership(yield* unionOf([...managers.values()].map(({ set }) => set)));
  const apiVersion = live.apiVersion ?? "";
  const self = { manager, operation: "Apply" as const, apiVersion, subresource };
  const own = managers.get(managerId(self));
  const isOwnKnown = own === undefined || own.apiVersion === apiVersion || (yield* isKnown(own.set, before));
  const claim = isOwnKnown ? edit.claim : "all";
  const change = yield* compareObjects(before, after, type);
  const changed = yield* difference(yield* union(change.added, change.modified), UNOWNED);

  const whole = yield* toFieldSet(after, type);
  const shared = yield* recursiveIntersection(whole, fieldSetOf(edit.shared ?? []));
  const givenUp = fieldSetOf(known ? (edit.released ?? []) : []);
  const wanted =
    claim === "all" ? yield* difference(yield* toFieldSet(edit.mine, type), UNOWNED) : yield* union(changed, shared);
  const claims = yield* recursiveDifference(wanted, givenUp);
  const owned = own?.set ?? EMPTY_FIELD_SET;
  const stated = yield* recursiveDifference(yield* union(owned, claims), givenUp);
  const part = ((yield* extractInSteps(type, after, stated)) ?? {}) as Partial<ApiObject>;
  const configuration = claim === "all" && givenUp.size === 0 ? { ...part, ...edit.mine } : identified(part, edit.mine);

  const options = { node: type, apiVersion, convert: (object: unknown) => ({ object, node: type }) };
  const applied = yield* applyToObject({ options, live: before, patch: configuration, managers, self, force: true });
  return {
    configuration,
    complete: known && (yield* equalInSteps(applied.object, after)),
    claims: known || claim === "all" ? claims : EMPTY_FIELD_SET,
    released: yield* recursiveIntersection(owned, givenUp),
    change,
    contested: yield* contestedRemovals(change.removed, managers, edit),
    claim,
  };
}

/** Like {@link planInSteps}, but without pausing. */
export const planEdit = immediately(planInSteps);

/** All fields that a manager owns of an object at an endpoint, by applies and by other writes. */
export function* ownedInSteps(object: ApiObject, manager: string, subresource: string): Steps<FieldSet> {
  let set = EMPTY_FIELD_SET;
  for (const managed of (yield* managersInSteps(object)).values()) {
    if (managed.manager === manager && managed.subresource === subresource) set = yield* union(set, managed.set);
  }
  return set;
}

/** Like {@link ownedInSteps}, but without pausing. */
export const ownedBy = immediately(ownedInSteps);

/** The managers of an object; empty when its managedFields cannot be decoded, which the server reports on saving. */
export function* managersInSteps(object: ApiObject): Steps<Managers> {
  try {
    return yield* decodeInSteps(object.metadata.managedFields);
  } catch (error) {
    if (error instanceof InvalidManagedFieldsError) return new Map();
    throw error;
  }
}

/**
 * The edited part, completed with the parts of the object that were not shown. @param shown the parts that were shown;
 * by default `part` itself
 */
function withHidden(part: ApiObject, live: ApiObject, shown: ApiObject = part): ApiObject {
  const { managedFields: _managed, ...liveMetadata } = live.metadata;
  const metadata = { ...absent(liveMetadata, shown.metadata), ...part.metadata };
  return { ...absent(live, shown), ...part, metadata };
}

const absent = (live: object, shown: object): object =>
  Object.fromEntries(Object.entries(live).filter(([name]) => !Object.hasOwn(shown, name)));

/** Whether the object has a value for every path of a set. */
function* isKnown(set: FieldSet, object: ApiObject): Steps<boolean> {
  for (const path of yield* pathsInSteps(set)) {
    if (isTurnDue()) yield;
    if (locatePath(object, path) === undefined) return false;
  }
  return true;
}

/**
 * A configuration with the object's identity, whatever else it contains, and with the preconditions that the edit
 * states.
 */
function identified(part: Partial<ApiObject>, { apiVersion, kind, metadata }: ApiObject): ApiObject {
  const { name, namespace, uid, resourceVersion } = metadata;
  return withoutUndefined({
    apiVersion,
    kind,
    ...part,
    metadata: withoutUndefined({ name, namespace, uid, resourceVersion, ...part.metadata }),
  });
}

const withoutUndefined = <T extends object>(value: { [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;

/** The topmost removed paths below which other managers own fields. */
function* contestedRemovals(removed: FieldSet, managers: Managers, edit: ObjectEdit): Steps<ContestedRemoval[]> {
  const others = [...managers.values()].filter(
    (managed) => managed.manager !== edit.manager || managed.subresource !== edit.subresource,
  );
  const contested: ContestedRemoval[] = [];
  for (const path of topmost(removed)) {
    if (isTurnDue()) yield;
    const below = fieldSetOf([path]);
    const owners: ManagedSet[] = [];
    for (const managed of others) if ((yield* recursiveIntersection(managed.set, below)).size > 0) owners.push(managed);
    if (owners.length > 0) contested.push({ path, owners });
  }
  return contested;
}

/** The paths of a set that have no ancestor in the set. */
function topmost(set: FieldSet, prefix: FieldPath = []): FieldPath[] {
  return [...set].flatMap(([element, node]) => {
    const path = [...prefix, element];
    if (node.member) return [path];
    return node.children === undefined ? [] : topmost(node.children, path);
  });
}
