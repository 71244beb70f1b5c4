import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { layoutTree, type TreeNode } from "./treeLayout.ts";

const node = (id: string, ...children: TreeNode<string>[]): TreeNode<string> => ({ id, value: id, children });

describe("layoutTree", () => {
  it("centers parents above their children", () => {
    const { nodes, rows, depth } = layoutTree(node("a", node("b", node("c"), node("d")), node("e")));
    expect(Object.fromEntries(nodes.map((n) => [n.id, [n.depth, n.row]]))).toEqual({
      a: [0, 1.25],
      b: [1, 0.5],
      c: [2, 0],
      d: [2, 1],
      e: [1, 2],
    });
    expect([rows, depth]).toEqual([3, 3]);
  });

  it("never puts two leaves in one row or nodes outside", () => {
    // Node i is a child of an earlier node.
    const tree = fc.array(fc.nat(), { maxLength: 30 }).map((choices) => {
      const all = [node("0")];
      choices.forEach((choice, i) => {
        const child = node(String(i + 1));
        all[choice % all.length]?.children.push(child);
        all.push(child);
      });
      return all[0] ?? node("0");
    });
    fc.assert(
      fc.property(tree, (root) => {
        const { nodes, rows } = layoutTree(root);
        const parents = new Set(nodes.map((n) => n.parent));
        const leafRows = nodes.filter((n) => !parents.has(n.id)).map((n) => n.row);
        expect(new Set(leafRows).size).toBe(leafRows.length);
        expect(nodes.every((n) => n.row >= 0 && n.row <= rows - 1)).toBe(true);
      }),
    );
  });
});
