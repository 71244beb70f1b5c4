import { memo } from "react";
import { useTranslation } from "react-i18next";
import { deepEqual } from "../../shared/collections/deepEqual.ts";
import { shownText } from "../../shared/text/shownText.ts";
import { type Finding, TONE_OF } from "../overview/model/finding.ts";
import { Icon } from "../ui/Icon.tsx";
import type { MapNode } from "./model/clusterMap.ts";
import { LAYER } from "./model/kinds.ts";
import { nodeState, worstFinding } from "./model/nodeState.ts";
import { PodDots } from "./PodDots.tsx";
import { useNodeWords } from "./useNodeWords.ts";
import "./MapCard.css";

export interface MapCardProps {
  node: MapNode;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Whether the pointer is on a node that this one is not connected to. */
  faded: boolean;
  /** Whether it is only shown as a neighbour of a match of the filter. */
  beside: boolean;
  isSelected: boolean;
  isEntry: boolean;
  onPoint(id: string): void;
  onFocus(id: string): void;
  onSelect(id: string): void;
  onOpen(id: string): void;
}

/** One node of the map: its kind, state, name and pods. */
export const MapCard = memo(function MapCard(props: MapCardProps) {
  const { node, x, y, width, height, faded, beside, isSelected, isEntry, onPoint, onFocus, onSelect, onOpen } = props;
  const { t } = useTranslation();
  const words = useNodeWords();
  const state = nodeState(node);
  const { wrong, plain } = words.notesOf(node);
  const classes = [
    "mapCard",
    node.presence,
    faded ? "faded" : "",
    beside ? "beside" : "",
    isSelected ? "selected" : "",
  ];
  return (
    <div
      className={classes.filter((each) => each !== "").join(" ")}
      style={{ left: x, top: y, width, height }}
      data-state={state}
      onPointerEnter={() => onPoint(node.id)}
      onPointerLeave={() => onPoint("")}
    >
      <button
        type="button"
        className="mapCardMain"
        tabIndex={isEntry ? 0 : -1}
        aria-pressed={isSelected}
        aria-label={words.labelOf(node)}
        onClick={() => onSelect(node.id)}
        onDoubleClick={() => onOpen(node.id)}
        onFocus={() => onFocus(node.id)}
        onBlur={() => onFocus("")}
        data-map-item={node.id}
        data-testid="map-thing"
      >
        <span className="mapCardHead">
          <span className="mapKind">{node.kind}</span>
          <CardWord finding={worstFinding(node)} wrong={wrong} />
        </span>
        <span className="mapCardHead">
          <span className="mapName">{shownText(node.name)}</span>
          {plain === "" ? null : <span className="mapFact">{plain}</span>}
        </span>
      </button>
      {node.layer === LAYER.workload && node.presence !== "missing" ? (
        <PodDots node={node} label={t("map.podsOf", { name: node.name })} isReached={isEntry} onSelect={onSelect} />
      ) : null}
    </div>
  );
}, isSame);

/** Compares the content of nodes, because updates create all nodes again, although most are unchanged. */
function isSame(before: MapCardProps, after: MapCardProps): boolean {
  const { node, ...rest } = before;
  const names = Object.keys(rest) as (keyof typeof rest)[];
  return names.every((name) => before[name] === after[name]) && deepEqual(node, after.node);
}

/** The problem of a node, or else its state unless it is healthy. */
function CardWord({ finding, wrong }: { finding: Finding | undefined; wrong: string }) {
  if (wrong !== "") {
    return (
      <span className="mapWord warn">
        <Icon name="alert" size={12} />
        {wrong}
      </span>
    );
  }
  if (finding === undefined || finding.state === "good") return null;
  return <span className={`mapWord ${TONE_OF[finding.state]}`}>{shownText(finding.word)}</span>;
}
