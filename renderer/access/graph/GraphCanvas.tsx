import { Background, type Edge, type Node, ReactFlow, useReactFlow } from "@xyflow/react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { messageOf } from "../../../shared/text/messageOf.ts";
import { Loading } from "../../app/Loading.tsx";
import { useIsDark } from "../../ui/theme/theme.ts";
import { ZoomBar } from "../../ui/ZoomBar.tsx";
import type { AccessGraph } from "./accessGraph.ts";
import { GraphNodeView } from "./GraphNodeView.tsx";
import { layoutGraph } from "./layout.ts";
import "@xyflow/react/dist/style.css";

const FIT = { maxZoom: 1, padding: 0.08 };
const NODE_TYPES = { access: GraphNodeView };

/** The graph as a drawing that the user can pan and zoom; a worker places the nodes. The last drawing stays meanwhile. */
export function GraphCanvas({ graph, label }: { graph: AccessGraph; label: string }) {
  const { t } = useTranslation();
  const dark = useIsDark();
  const [drawn, setDrawn] = useState<{ graph: AccessGraph; nodes: Node[]; edges: Edge[] }>();
  const [failed, setFailed] = useState<{ graph: AccessGraph; message: string }>();
  useEffect(() => {
    const abort = new AbortController();
    layoutGraph(graph, abort.signal).then(
      (places) => {
        if (abort.signal.aborted) return;
        setDrawn({
          graph,
          nodes: graph.nodes.map((node) => {
            const { x = 0, y = 0, width = 0, height = 0 } = places.get(node.id) ?? {};
            return { id: node.id, type: "access", position: { x, y }, width, height, data: { node }, draggable: false };
          }),
          edges: graph.edges.map(({ from, to }) => ({ id: `${from} ${to}`, source: from, target: to })),
        });
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setFailed({ graph, message: messageOf(error) });
      },
    );
    return () => abort.abort();
  }, [graph]);
  if (failed?.graph === graph) return <p className="notice bad">{failed.message}</p>;
  if (drawn === undefined) return <Loading text={t("rights.layingOut")} />;
  const isCurrent = drawn.graph === graph;
  return (
    <div className="graphCanvas" data-testid="graph" data-current={String(isCurrent)}>
      {isCurrent ? null : (
        <div className="graphBusy">
          <Loading text={t("rights.layingOut")} />
        </div>
      )}
      <ReactFlow
        key={drawn.nodes.map(({ id }) => id).join(" ")}
        aria-label={label}
        nodes={drawn.nodes}
        edges={drawn.edges}
        nodeTypes={NODE_TYPES}
        colorMode={dark ? "dark" : "light"}
        nodesConnectable={false}
        edgesFocusable={false}
        deleteKeyCode={null}
        fitView
        fitViewOptions={FIT}
        minZoom={0.1}
        onlyRenderVisibleElements
        proOptions={{ hideAttribution: true }}
      >
        <Background gap={20} />
        <Zoom />
      </ReactFlow>
    </div>
  );
}

/** Zooms the drawing around it. */
function Zoom() {
  const flow = useReactFlow();
  return (
    <ZoomBar
      onZoom={(direction) => void (direction === 1 ? flow.zoomIn() : flow.zoomOut())}
      onFit={() => void flow.fitView(FIT)}
      testId="graph"
    />
  );
}
