/** Arranges a tree of boxes from left to right: parents before their children, vertically centred on them. */

export interface TreeNode<T> {
  id: string;
  value: T;
  children: TreeNode<T>[];
}

export interface PlacedNode<T> {
  id: string;
  value: T;
  depth: number;
  /** In units of rows; a parent may be between two rows. */
  row: number;
  parent?: string | undefined;
}

/** All nodes with column and row. Each leaf takes one row, in order. */
export function layoutTree<T>(root: TreeNode<T>): { nodes: PlacedNode<T>[]; rows: number; depth: number } {
  const nodes: PlacedNode<T>[] = [];
  let next = 0;
  let deepest = 0;
  const place = (node: TreeNode<T>, depth: number, parent: string | undefined): number => {
    deepest = Math.max(deepest, depth);
    const placed: PlacedNode<T> = { id: node.id, value: node.value, depth, row: 0, parent };
    nodes.push(placed);
    const rows = node.children.map((child) => place(child, depth + 1, node.id));
    const first = rows[0];
    const last = rows.at(-1);
    if (first === undefined || last === undefined) {
      placed.row = next;
      next += 1;
    } else placed.row = (first + last) / 2;
    return placed.row;
  };
  place(root, 0, undefined);
  return { nodes, rows: Math.max(1, next), depth: deepest + 1 };
}
