import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useClusterScope } from "../app/clusterContext.ts";
import { listUrl, objectUrl } from "../app/urls.ts";
import { Dot } from "../ui/Badge.tsx";
import { grouped } from "../ui/numbers.ts";
import { Card } from "./Card.tsx";
import { KIND_TYPES } from "./kindTypes.ts";
import { TONE_OF } from "./model/finding.ts";
import { type NodeTile, nodeTiles } from "./model/nodeTiles.ts";
import { StateLegend } from "./StateLegend.tsx";
import type { LiveKind } from "./useClusterObjects.ts";
import "./PodDot.css";
import "./NodesCard.css";

/** Maximum number of rendered dots and tiles; unhealthy ones are rendered first. */
const DOTS = 1_200;
const TILES = 60;

/** Nodes as tiles, their pods as dots in the colour of their state. */
export function NodesCard({ nodes, pods, now }: { nodes: LiveKind; pods: LiveKind; now: number }) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const tiles = useMemo(() => nodeTiles(nodes.objects, pods.objects, DOTS, now), [nodes.objects, pods.objects, now]);
  if (tiles.length === 0) return null;
  return (
    <Card title={t("overview.nodes")} note={<StateLegend />} testId="nodes-card">
      <ul className="nodeTiles">
        {tiles.slice(0, TILES).map((tile) => (
          <Tile key={tile.name} tile={tile} />
        ))}
      </ul>
      {tiles.length > TILES ? (
        <Link to={listUrl(cluster.id, KIND_TYPES.Node)}>{t("browse.andMore", { count: tiles.length - TILES })}</Link>
      ) : null}
    </Card>
  );
}

function Tile({ tile }: { tile: NodeTile }) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const { name, finding, dots, total } = tile;
  const podsHere = `${listUrl(cluster.id, KIND_TYPES.Pod)}?${new URLSearchParams({ fields: `spec.nodeName=${name}` })}`;
  return (
    <li className="nodeTile" data-testid={`node-${name}`} data-state={finding.state}>
      <p className="nodeName">
        <Dot tone={TONE_OF[finding.state]} />
        <Link to={objectUrl(cluster.id, KIND_TYPES.Node, { namespace: "", name })}>{name}</Link>
        {finding.state === "good" ? null : <span className={`nodeWord ${TONE_OF[finding.state]}`}>{finding.word}</span>}
        <span className="spacer" />
        <Link className="faint" to={podsHere} aria-label={t("overview.podsOn", { count: total, name })}>
          {grouped(total)}
        </Link>
      </p>
      <ul className="podDots" aria-label={t("overview.podsOn", { count: total, name })}>
        {dots.map((dot) => (
          <li key={dot.uid}>
            <Link
              className={`podDot ${TONE_OF[dot.state]}`}
              data-state={dot.state}
              to={objectUrl(cluster.id, KIND_TYPES.Pod, dot)}
              data-tip={`${dot.namespace}/${dot.name}: ${dot.word}`}
              aria-label={`${dot.name}: ${dot.word}`}
            />
          </li>
        ))}
        {total > dots.length ? <li className="faint">{`+${grouped(total - dots.length)}`}</li> : null}
      </ul>
    </li>
  );
}
