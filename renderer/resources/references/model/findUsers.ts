/**
 * Finds objects that name or select another one. The API has no query for that, so the console reads all kinds that may
 * refer to it.
 */
import type { ApiObject } from "../../../../shared/object.ts";
import { matchesLabels } from "../../../../shared/selectors/labelSelector.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { ResourceType } from "../../../api/resourceType.ts";
import { panelKey } from "../../kinds/panels/panelKey.ts";
import { typeOfReference } from "../../related/dependents.ts";
import { type SearchedList, type SearchResult, searchKinds } from "../../related/searchKinds.ts";
import { podLabelsOf } from "./podSelectors.ts";
import type { Role, Use } from "./use.ts";
import { referrersOf, referringOf } from "./uses.ts";

/** An object that refers to another one, and how. */
export interface User {
  readonly type: ResourceType;
  readonly namespace: string;
  readonly name: string;
  readonly role: Role;
  readonly where: string;
}

/** An object that others may refer to. */
export interface UsedObject {
  readonly object: ApiObject;
  readonly type: ResourceType;
}

interface SearchContext {
  readonly types: readonly ResourceType[];
  readonly vocabulary: Vocabulary;
}

const keyOf = (type: ResourceType, vocabulary: Vocabulary): string => panelKey(type, vocabulary.domain);

/** The lists that may contain objects with a reference to the object. */
export function listsOfUsers({ object, type }: UsedObject, { types, vocabulary }: SearchContext): SearchedList[] {
  const referrers = new Set(referrersOf(keyOf(type, vocabulary)));
  return types.flatMap((each): SearchedList[] => {
    const key = keyOf(each, vocabulary);
    if (!referrers.has(key) || !each.preferred || !each.verbs.includes("list")) return [];
    // Objects refer within their namespace; only bindings name accounts in other namespaces.
    const isNear = type.namespaced && each.namespaced && (key !== "rbac/rolebindings" || type.kind === "Role");
    const namespace = isNear ? (object.metadata.namespace ?? "") : "";
    const metadataGroup = referringOf(key)?.metadataOnly === true ? vocabulary.metaGroup : undefined;
    return [{ type: each, namespace, metadataGroup }];
  });
}

/** How an object refers to the other one; empty if it does not. @param key of the referring object's kind */
export function referencesTo(
  { object, type }: UsedObject,
  key: string,
  other: ApiObject,
  { types, vocabulary }: SearchContext,
): Pick<User, "role" | "where">[] {
  const referring = referringOf(key);
  if (referring === undefined) return [];
  const wanted = keyOf(type, vocabulary);
  const { name, namespace = "" } = object.metadata;
  const named = referring.uses(other).filter((each) => {
    if (each.name !== name || (type.namespaced && each.namespace !== namespace)) return false;
    return keyOfUse(each, types, vocabulary) === wanted;
  });
  const labels = podLabelsOf(wanted, object);
  if (labels === undefined || other.metadata.namespace !== namespace) return named;
  const selector = referring.selects?.(other);
  return selector !== undefined && matchesLabels(selector, labels) ? [...named, { role: "selects", where: "" }] : named;
}

/** The key of the kind that a use refers to; empty for unknown kinds. */
function keyOfUse(use: Use, types: readonly ResourceType[], vocabulary: Vocabulary): string {
  if (use.key !== undefined) return use.key;
  const type = typeOfReference(types, { apiVersion: use.apiVersion ?? "", kind: use.kind ?? "" });
  return type === undefined ? "" : keyOf(type, vocabulary);
}

/** A referring object with its controller. */
interface FoundUser extends User {
  readonly uid: string;
  /** Uid of the object's controller; empty if there is none. */
  readonly controller: string;
}

/**
 * Omits objects whose controller refers to the same object, because they were created from its template. Pods of a
 * StatefulSet remain for their own claims, which the template does not mention.
 */
export function withoutCreated(found: readonly FoundUser[]): User[] {
  const uids = new Set(found.map(({ uid }) => uid));
  return found.filter(({ controller }) => !uids.has(controller)).map(({ uid: _, controller: __, ...user }) => user);
}

/**
 * The objects that refer to an object, by kind and name. Objects that a controller created are omitted in favour of the
 * controller.
 */
export async function findUsers(
  cluster: string,
  used: UsedObject,
  context: SearchContext,
  signal?: AbortSignal,
): Promise<SearchResult<User>> {
  const lists = listsOfUsers(used, context);
  const pick = (other: ApiObject, { type }: SearchedList): FoundUser[] => {
    const { namespace = "", name = "", uid = "", ownerReferences = [] } = other.metadata;
    if (uid === used.object.metadata.uid) return [];
    const controller = ownerReferences.find((each) => each.controller === true)?.uid ?? "";
    const how = referencesTo(used, keyOf(type, context.vocabulary), other, context);
    return how.map(({ role, where }) => ({ type, namespace, name, role, where, uid, controller }));
  };
  const { found, unseen } = await searchKinds(cluster, lists, pick, signal);
  const textOf = ({ type, namespace, name, where }: User): string => [type.kind, namespace, name, where].join("\u0000");
  return { found: withoutCreated(found).sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1)), unseen };
}
