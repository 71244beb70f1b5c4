import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { ScrollRegion } from "../../ui/ScrollRegion.tsx";
import { RelatedName } from "./RelatedList.tsx";
import type { RelatedObject } from "./relatedTree.ts";
import { layoutTree, type PlacedNode, type TreeNode } from "./treeLayout.ts";

const WIDTH = 138;
const HEIGHT = 42;
const COLUMN = 162;
const ROW = 52;

const boxAt = (node: PlacedNode<unknown>) => ({ x: node.depth * COLUMN, y: node.row * ROW });

function edge(parent: PlacedNode<unknown>, child: PlacedNode<unknown>): string {
  const from = boxAt(parent);
  const to = boxAt(child);
  const [x1, y1, x2, y2] = [from.x + WIDTH, from.y + HEIGHT / 2, to.x, to.y + HEIGHT / 2];
  const middle = (x1 + x2) / 2;
  return `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`;
}

/** The graph, with owners on the left and dependents on the right. */
export function RelatedGraph({ tree }: { tree: TreeNode<RelatedObject> }) {
  const { t } = useTranslation();
  const { nodes, rows, depth } = useMemo(() => layoutTree(tree), [tree]);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const size = { width: (depth - 1) * COLUMN + WIDTH + 2, height: (rows - 1) * ROW + HEIGHT + 2 };
  return (
    <ScrollRegion as="section" className="relatedGraph" aria-label={t("views.related")} data-testid="related-graph">
      <div style={size}>
        <svg {...size} aria-hidden="true">
          {nodes.map((node) => {
            const parent = node.parent === undefined ? undefined : byId.get(node.parent);
            return parent === undefined ? null : <path key={node.id} d={edge(parent, node)} />;
          })}
        </svg>
        {nodes.map((node) => {
          const { x, y } = boxAt(node);
          return (
            <div
              key={node.id}
              className={node.value.self ? "relatedBox self" : node.value.missing ? "relatedBox missing" : "relatedBox"}
              style={{ left: x, top: y, width: WIDTH, height: HEIGHT }}
              data-tip={node.value.name}
            >
              <RelatedName value={node.value} />
            </div>
          );
        })}
      </div>
    </ScrollRegion>
  );
}
