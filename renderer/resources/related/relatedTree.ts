import type { ApiObject, ObjectMeta } from "../../../shared/object.ts";
import type { ResourceType } from "../../api/resourceType.ts";
import type { Dependent } from "./dependents.ts";
import type { TreeNode } from "./treeLayout.ts";

/** An object in the ownership graph. */
export interface RelatedObject {
  kind: string;
  name: string;
  namespace: string;
  /** Undefined if the server does not serve the kind. */
  type: ResourceType | undefined;
  /** Whether it is the page's object. */
  self: boolean;
  /** Whether it is an owner that does not exist. */
  missing: boolean;
  /** Number of omitted objects that this entry represents. */
  more?: number;
}

export interface Ancestor {
  kind: string;
  name: string;
  namespace: string;
  type: ResourceType | undefined;
  missing: boolean;
}

/** Maximum number of displayed children per owner. */
export const CHILDREN_SHOWN = 12;

/** The chain of owners down to the object, with its dependents below. @param ancestors nearest first */
export function relatedTree(
  object: ApiObject,
  type: ResourceType,
  ancestors: readonly Ancestor[],
  dependents: readonly Dependent[],
): TreeNode<RelatedObject> {
  const below = (uid: string, path: readonly string[]): TreeNode<RelatedObject>[] => {
    const own = dependents.filter((each) => each.owners.includes(uid) && !path.includes(each.meta.uid ?? ""));
    const nodes = own.slice(0, CHILDREN_SHOWN).map((each) => ({
      id: `${path.length}:${uid}:${each.meta.uid}`,
      value: { ...named(each.meta, each.type), self: false, missing: false },
      children: below(each.meta.uid ?? "", [...path, each.meta.uid ?? ""]),
    }));
    const left = own.length - nodes.length;
    if (left <= 0) return nodes;
    const value = { kind: "", name: "", namespace: "", type: undefined, self: false, missing: false, more: left };
    return [...nodes, { id: `${uid}:more`, value, children: [] }];
  };
  const uid = object.metadata.uid ?? "";
  let root: TreeNode<RelatedObject> = {
    id: uid,
    value: { ...named(object.metadata, type), self: true, missing: false },
    children: below(uid, [uid]),
  };
  for (const [index, ancestor] of ancestors.entries()) {
    root = { id: `owner-${index}`, value: { ...ancestor, self: false }, children: [root] };
  }
  return root;
}

const named = (meta: ObjectMeta, type: ResourceType) => ({
  kind: type.kind,
  name: meta.name ?? "",
  namespace: meta.namespace ?? "",
  type,
});
