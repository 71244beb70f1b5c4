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
  /** The part that is drawn. */
  left: number;
  top: number;
  width: number;
  height: number;
  withLabels: boolean;
  /** What one points at with all it is connected with; undefined when one points at nothing. */
  chain: ReadonlySet<string> | undefined;
  selected: string;
  /** The thing that Tab reaches. */
  entry: string;
  onPoint(id: string): void;
  onFocus(id: string): void;
  onSelect(id: string): void;
  onOpen(id: string): void;
  onToggle(key: string): void;
}

/** What of the map is near the window: groups, the lines over them, and on top the things. */
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
            // What has the focus stays, or the focus were lost.
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
