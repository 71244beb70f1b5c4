import { memo } from "react";
import { MapCard } from "./MapCard.tsx";
import { MapGroupBox } from "./MapGroupBox.tsx";
import { type Lines, MapLines } from "./MapLines.tsx";
import { overlaps } from "./model/box.ts";
import { groupId } from "./model/drawnEdges.ts";
import type { DrawnMap } from "./useClusterMap.ts";

export interface MapPlaneProps {
  drawn: DrawnMap;
  lines: Lines;
  /** The rendered part of the map. */
  left: number;
  top: number;
  width: number;
  height: number;
  withLabels: boolean;
  /** The node under the pointer with all nodes that it is connected to; undefined if there is none. */
  chain: ReadonlySet<string> | undefined;
  selected: string;
  /** The node that is the tab stop. */
  entry: string;
  onPoint(id: string): void;
  onFocus(id: string): void;
  onSelect(id: string): void;
  onOpen(id: string): void;
  onToggle(key: string): void;
}

/** The part of the map near the viewport: groups, the lines above them, and the nodes on top. */
export const MapPlane = memo(function MapPlane(props: MapPlaneProps) {
  const { drawn, lines, left, top, width, height, chain, selected, entry } = props;
  const { layout, shown } = drawn;
  const part = { x: left, y: top, width, height };
  const groups = layout.groups.filter((group) => overlaps(group, part));
  const common = {
    onPoint: props.onPoint,
    onFocus: props.onFocus,
    onSelect: props.onSelect,
    onOpen: props.onOpen,
    onToggle: props.onToggle,
  };
  const isFaded = (id: string): boolean => chain !== undefined && !chain.has(id);
  return (
    <>
      <MapLines lines={lines} part={part} chain={chain} withLabels={false} below />
      {groups.map((placed) => (
        <MapGroupBox
          key={placed.group.key}
          placed={placed}
          faded={placed.folded && isFaded(groupId(placed.group.key))}
          isEntry={entry === groupId(placed.group.key)}
          {...common}
        />
      ))}
      <MapLines lines={lines} part={part} chain={chain} withLabels={props.withLabels} below={false} />
      {groups
        .filter(({ folded }) => !folded)
        .flatMap(({ group }) =>
          group.nodes.map((node) => {
            const box = layout.nodes.get(node.id);
            // The focused node stays rendered, because it would lose the focus otherwise.
            if (box === undefined || (!overlaps(box, part) && node.id !== entry)) return null;
            return (
              <MapCard
                key={node.id}
                node={node}
                {...box}
                faded={isFaded(node.id)}
                beside={shown.found !== undefined && !shown.found.has(node.id)}
                isSelected={node.id === selected}
                isEntry={node.id === entry}
                {...common}
              />
            );
          }),
        )}
    </>
  );
});
