import type { AccessGraph } from "./accessGraph.ts";
import { NodeText } from "./GraphNodeView.tsx";

/** The same graph as nested lists, for screen readers and keyboards: below each node, the nodes that it leads to. */
export function GraphList({ graph, label }: { graph: AccessGraph; label: string }) {
  const targets = new Set(graph.edges.map(({ to }) => to));
  const roots = graph.nodes.filter(({ id }) => !targets.has(id)).map(({ id }) => id);
  return (
    <ul className="graphList" aria-label={label} data-testid="graph-list">
      {roots.map((id) => (
        <Branch key={id} graph={graph} id={id} />
      ))}
    </ul>
  );
}

function Branch({ graph, id }: { graph: AccessGraph; id: string }) {
  const node = graph.nodes.find((one) => one.id === id);
  const next = graph.edges.filter(({ from }) => from === id);
  if (node === undefined) return null;
  return (
    <li>
      <NodeText node={node} />
      {next.length === 0 ? null : (
        <ul>
          {next.map(({ to }) => (
            <Branch key={to} graph={graph} id={to} />
          ))}
        </ul>
      )}
    </li>
  );
}
