import { memo } from "react";
import { useTranslation } from "react-i18next";
import { useClusterScope } from "../app/clusterContext.ts";
import { Icon } from "../ui/Icon.tsx";
import { grouped } from "../ui/numbers.ts";
import type { MapNode } from "./model/clusterMap.ts";
import { groupId } from "./model/drawnEdges.ts";
import type { PlacedGroup } from "./model/layout.ts";
import { needsAttention } from "./model/nodeState.ts";
import { PodCounts } from "./PodDots.tsx";
import { useGroupName } from "./useGroupName.ts";
import "./MapGroupBox.css";

export interface MapGroupBoxProps {
  placed: PlacedGroup;
  faded: boolean;
  isEntry: boolean;
  onPoint(id: string): void;
  onFocus(id: string): void;
  onToggle(key: string): void;
}

/** The frame around the nodes of a group, with its name; a collapsed group is a card with the number of its nodes. */
export const MapGroupBox = memo(function MapGroupBox(props: MapGroupBoxProps) {
  const { placed, faded, isEntry, onPoint, onFocus, onToggle } = props;
  const { t } = useTranslation();
  const { namespace } = useClusterScope();
  const { group, folded, x, y, width, height } = placed;
  const name = useGroupName()(group);
  const id = groupId(group.key);
  return (
    <div
      className={`mapGroup ${folded ? "folded" : ""} ${faded ? "faded" : ""}`}
      style={{ left: x, top: y, width, height }}
      data-testid={folded ? "map-folded" : "map-group"}
      data-name={name}
      onPointerEnter={folded ? () => onPoint(id) : undefined}
      onPointerLeave={folded ? () => onPoint("") : undefined}
    >
      <button
        type="button"
        className="mapGroupHead"
        aria-expanded={!folded}
        aria-label={folded ? t("map.unfold", { name }) : t("map.fold", { name })}
        tabIndex={!folded || isEntry ? 0 : -1}
        onClick={() => onToggle(group.key)}
        onFocus={folded ? () => onFocus(id) : undefined}
        onBlur={folded ? () => onFocus("") : undefined}
        data-map-item={folded ? id : undefined}
      >
        <Icon name={folded ? "chevronRight" : "chevronDown"} size={12} />
        <span className="mapGroupName">{name}</span>
        {namespace === "" && group.namespace !== "" ? <span className="faint">{group.namespace}</span> : null}
        {folded && group.nodes.some(needsAttention) ? (
          <span className="warn mapWord">
            <Icon name="alert" size={12} />
            {grouped(group.nodes.filter(needsAttention).length)}
          </span>
        ) : null}
      </button>
      {folded ? <Contents nodes={group.nodes} /> : null}
    </div>
  );
});

function Contents({ nodes }: { nodes: readonly MapNode[] }) {
  const counts = new Map<string, number>();
  for (const { kind } of nodes) if (kind !== "Pod") counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const pods = nodes.flatMap((node) => node.pods);
  const kinds = [...counts].map(([kind, count]) => (count === 1 ? kind : `${grouped(count)} ${kind}`));
  return (
    <>
      <p className="mapGroupKinds faint">{kinds.join(" · ")}</p>
      {pods.length === 0 ? null : <PodCounts pods={pods} />}
    </>
  );
}
