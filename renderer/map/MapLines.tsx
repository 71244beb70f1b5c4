import { useTranslation } from "react-i18next";
import { type Box, overlaps } from "./model/box.ts";
import type { Relation } from "./model/clusterMap.ts";
import type { DrawnEdge, LineLabel } from "./model/drawnEdges.ts";
import "./MapLines.css";

export interface Lines {
  readonly edges: readonly DrawnEdge[];
  readonly labels: readonly LineLabel[];
}

export interface MapLinesProps {
  lines: Lines;
  part: Box;
  chain: ReadonlySet<string> | undefined;
  withLabels: boolean;
  /**
   * Whether to draw the lines between groups, which are below the groups in order not to cover them; all other lines
   * are above.
   */
  below: boolean;
}

/** Style of the lines: traffic is bold, supervision is dashed. */
const CLASS_OF_RELATION: Partial<Record<Relation, string>> = {
  routesTo: "traffic",
  selects: "traffic",
  scales: "guard",
  protects: "guard",
  restricts: "guard",
};

/** The lines between nodes, with their labels. Screen readers get the same information from the list and the nodes. */
export function MapLines({ lines, part, chain, withLabels, below }: MapLinesProps) {
  const { t } = useTranslation();
  const isLit = ({ from, to }: DrawnEdge): boolean => chain?.has(from) === true && chain.has(to);
  const edges = lines.edges.filter((edge) => (edge.far && !isLit(edge)) === below && overlaps(edge.bounds, part));
  const around = { x: part.x, y: part.y, width: 1, height: 1 };
  const isSaid = ({ at, id }: LineLabel): boolean =>
    (chain === undefined || chain.has(id)) && overlaps({ ...at, width: 1, height: 1 }, part);
  return (
    <svg
      className={chain === undefined ? "mapLines" : "mapLines narrowed"}
      {...around}
      viewBox={`${part.x} ${part.y} 1 1`}
      style={{ left: part.x, top: part.y }}
      aria-hidden="true"
    >
      {edges.map((edge) => (
        <g
          key={edge.id}
          className={`mapLine ${CLASS_OF_RELATION[edge.relations[0] ?? "owns"] ?? ""} ${isLit(edge) ? "lit" : ""}`}
        >
          <path d={edge.path} />
          <circle cx={edge.end.x} cy={edge.end.y} r={3} />
        </g>
      ))}
      {withLabels && !below
        ? lines.labels.filter(isSaid).map(({ id, relations, at, side }) => (
            <text
              key={`${id} ${side}`}
              x={at.x + (side === "left" ? -8 : 8)}
              y={at.y - 5}
              textAnchor={side === "left" ? "end" : "start"}
            >
              {relations.map((relation) => t(`map.relation.${relation}`)).join(", ")}
            </text>
          ))
        : null}
    </svg>
  );
}
