import { deepEqual } from "../collections/deepEqual.ts";
import { pathsOf } from "../fieldset/fieldPath.ts";
import { EMPTY_FIELD_SET, type FieldSet, fieldSetOf } from "../fieldset/fieldSet.ts";
import {
  difference,
  recursiveDifference,
  recursiveIntersection,
  union,
  unionOf,
} from "../fieldset/immediateAlgebra.ts";
import { locatePath } from "../fieldset/locateField.ts";
import type { FieldPath } from "../fieldset/pathElement.ts";
import type { ApiObject } from "../object.ts";
import type { TypeNode } from "../schema/typeNode.ts";
import { atOnce } from "../steps.ts";
import { applyToObject } from "./applyToObject.ts";
import { type Comparison, compareObjects } from "./compare.ts";
import { extractItems } from "./extractItems.ts";
import {
  decodeManagedFields,
  InvalidManagedFieldsError,
  type ManagedSet,
  type Managers,
  managerId,
} from "./managedFields.ts";
import { toFieldSet } from "./toFieldSet.ts";
import { typeOfOwnership } from "./typeOfOwnership.ts";
import { UNOWNED } from "./unowned.ts";

/** An edit of an existing object, and the manager in whose name it is to be saved. */
export interface ObjectEdit {
  /** The object as it is now, with its managedFields. */
  readonly live: ApiObject;
  /** The part that was edited, before the edit; parts of `live` that it lacks were not shown and stay. */
  readonly before: ApiObject;
  /** The same as it is to be. */
  readonly mine: ApiObject;
  /**
   * The object's type; undefined when no schema is known: then only a patch saves the edit, and single fields cannot be
   * claimed.
   */
  readonly type: TypeNode | undefined;
  readonly manager: string;
  /** The endpoint that the edit is written to, such as `status`; empty for the main one. */
  readonly subresource: string;
  /**
   * Which fields the manager claims: those that the edit changes besides those that it owns already, or every field of `mine`.
   */
  readonly claim: "changed" | "all";
  /** Fields that it claims although they stay as they are, each with everything below. */
  readonly shared?: readonly FieldPath[];
  /** Fields that it gives up, each with everything below. */
  readonly released?: readonly FieldPath[];
}

/** A field that an edit takes away although others own it, or something below it. */
export interface ContestedRemoval {
  readonly path: FieldPath;
  readonly owners: readonly ManagedSet[];
}

/** How an edit is saved by server-side apply, which touches nothing but what the edit changes. */
export interface EditPlan {
  /** What the manager states: the fields that it claims, with what identifies the object and the items of its lists. */
  readonly configuration: ApiObject;
  /**
   * Whether an apply of the configuration makes the edited object. It does not where the edit takes away what others own or
   * what has no owner, or changes the order of a list: an apply only adds, changes, and takes back what its manager owned
   * alone. Then the edit is written by a patch, after which an apply of the configuration may claim what {@link claims} says.
   */
  readonly complete: boolean;
  /** What the edit itself claims, besides what the manager owns already. */
  readonly claims: FieldSet;
  /** Of what the manager owns, what it no longer shall. */
  readonly released: FieldSet;
  readonly change: Comparison;
  readonly contested: readonly ContestedRemoval[];
  /** `all` also where the plan had to fall back on it: what the manager owns was written in a version with other fields. */
  readonly claim: "changed" | "all";
}

/**
 * Turns an edit into a configuration for server-side apply, so that its manager owns what it owned and what it changed, and
 * others keep everything else. The merge of the server itself is run on it beforehand, to see whether it makes the edited
 * object.
 */
export function planEdit(edit: ObjectEdit): EditPlan {
  const { live, manager, subresource } = edit;
  const before = withHidden(edit.before, live);
  const after = withHidden(edit.mine, live, edit.before);
  const managers = managersOf(live);
  // Without a schema it is not known what is atomic: only a configuration that states everything loses nothing.
  const known = edit.type !== undefined;
  const type = edit.type ?? typeOfOwnership(ownedByAnybody(managers));
  const apiVersion = live.apiVersion ?? "";
  const self = { manager, operation: "Apply" as const, apiVersion, subresource };
  const own = managers.get(managerId(self));
  const claim = own === undefined || own.apiVersion === apiVersion || isKnown(own.set, before) ? edit.claim : "all";
  const change = atOnce(compareObjects(before, after, type));
  const changed = difference(union(change.added, change.modified), UNOWNED);

  const whole = atOnce(toFieldSet(after, type));
  const shared = recursiveIntersection(whole, fieldSetOf(edit.shared ?? []));
  const givenUp = fieldSetOf(known ? (edit.released ?? []) : []);
  const claims = recursiveDifference(
    claim === "all" ? difference(atOnce(toFieldSet(edit.mine, type)), UNOWNED) : union(changed, shared),
    givenUp,
  );
  const stated = recursiveDifference(union(own?.set ?? EMPTY_FIELD_SET, claims), givenUp);
  const part = (extractItems(type, after, stated) ?? {}) as Partial<ApiObject>;
  const configuration = claim === "all" && givenUp.size === 0 ? { ...part, ...edit.mine } : identified(part, edit.mine);

  const options = { node: type, apiVersion, convert: (object: unknown) => ({ object, node: type }) };
  const applied = atOnce(applyToObject({ options, live: before, patch: configuration, managers, self, force: true }));
  return {
    configuration,
    complete: known && deepEqual(applied.object, after),
    claims: known || claim === "all" ? claims : EMPTY_FIELD_SET,
    released: recursiveIntersection(own?.set ?? EMPTY_FIELD_SET, givenUp),
    change,
    contested: contestedRemovals(change.removed, managers, edit),
    claim,
  };
}

/** What a manager owns of an object at an endpoint, by its applies and its other writes together. */
export function ownedBy(object: ApiObject, manager: string, subresource: string): FieldSet {
  let set = EMPTY_FIELD_SET;
  for (const managed of managersOf(object).values()) {
    if (managed.manager === manager && managed.subresource === subresource) set = union(set, managed.set);
  }
  return set;
}

/** Managers of an object; none where its records cannot be read, which the server then says. */
export function managersOf(object: ApiObject): Managers {
  try {
    return decodeManagedFields(object.metadata.managedFields);
  } catch (error) {
    if (error instanceof InvalidManagedFieldsError) return new Map();
    throw error;
  }
}

const ownedByAnybody = (managers: Managers): FieldSet => unionOf([...managers.values()].map(({ set }) => set));

/** The edited part with what of the object was not shown. @param shown what was; the part itself when omitted */
function withHidden(part: ApiObject, live: ApiObject, shown: ApiObject = part): ApiObject {
  const { managedFields: _managed, ...liveMetadata } = live.metadata;
  const metadata = { ...absent(liveMetadata, shown.metadata), ...part.metadata };
  return { ...absent(live, shown), ...part, metadata };
}

const absent = (live: object, shown: object): object =>
  Object.fromEntries(Object.entries(live).filter(([name]) => !Object.hasOwn(shown, name)));

/** Whether everything in a set has its value in the object. */
const isKnown = (set: FieldSet, object: ApiObject): boolean =>
  pathsOf(set).every((path) => locatePath(object, path) !== undefined);

/** A configuration of the object, whatever else is in it; preconditions that the edit states come along. */
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

/** The topmost removed paths of which others own something. */
function contestedRemovals(removed: FieldSet, managers: Managers, edit: ObjectEdit): ContestedRemoval[] {
  const others = [...managers.values()].filter(
    (managed) => managed.manager !== edit.manager || managed.subresource !== edit.subresource,
  );
  return topmost(removed).flatMap((path) => {
    const below = fieldSetOf([path]);
    const owners = others.filter((managed) => recursiveIntersection(managed.set, below).size > 0);
    return owners.length === 0 ? [] : [{ path, owners }];
  });
}

/** The paths of a set that have no other path above them. */
function topmost(set: FieldSet, prefix: FieldPath = []): FieldPath[] {
  return [...set].flatMap(([element, node]) => {
    const path = [...prefix, element];
    if (node.member) return [path];
    return node.children === undefined ? [] : topmost(node.children, path);
  });
}
