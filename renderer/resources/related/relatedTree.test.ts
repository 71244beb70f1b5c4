import { describe, expect, it } from "vitest";
import type { ResourceType } from "../../api/resourceType.ts";
import { CHILDREN_SHOWN, relatedTree } from "./relatedTree.ts";
import type { TreeNode } from "./treeLayout.ts";

const type = { group: "", version: "v1", resource: "pods", kind: "Pod" } as ResourceType;
const owned = (uid: string, owner: string) => ({ type, meta: { uid, name: uid }, owners: [owner] });
const object = { metadata: { uid: "self", name: "me", namespace: "n" } };
const outline = (node: TreeNode<{ name: string; more?: number }>): unknown[] => [
  node.value.more ?? node.value.name,
  ...node.children.map(outline),
];

describe("relatedTree", () => {
  it("has owners above and dependents below, with cycles cut", () => {
    const owner = { kind: "Deployment", name: "top", namespace: "n", type: undefined, missing: true };
    const tree = relatedTree(object, type, [owner], [owned("a", "self"), owned("b", "a"), owned("self", "b")]);
    expect(outline(tree)).toEqual(["top", ["me", ["a", ["b"]]]]);
    expect(tree.value).toMatchObject({ missing: true, self: false });
  });

  it("truncates long lists of children and counts the omitted ones", () => {
    const many = Array.from({ length: CHILDREN_SHOWN + 5 }, (_, i) => owned(`p${i}`, "self"));
    const tree = relatedTree(object, type, [], many);
    expect(tree.children).toHaveLength(CHILDREN_SHOWN + 1);
    expect(tree.children.at(-1)?.value.more).toBe(5);
  });
});
