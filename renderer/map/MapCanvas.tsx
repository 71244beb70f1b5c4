import { type FocusEvent, type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { StateLegend } from "../overview/StateLegend.tsx";
import { ZoomBar } from "../ui/ZoomBar.tsx";
import { MapPlane } from "./MapPlane.tsx";
import { Adjacency } from "./model/adjacency.ts";
import { drawEdges, drawnElements } from "./model/drawnEdges.ts";
import { moveAlong } from "./model/moveAlong.ts";
import { boxAt, drawnPart } from "./model/viewport.ts";
import type { DrawnMap } from "./useClusterMap.ts";
import { usePanZoom } from "./usePanZoom.ts";
import "./MapCanvas.css";

export interface MapCanvasProps {
  drawn: DrawnMap;
  /** A text that identifies the filter: when it changes, the map changes, and the viewport is reset. */
  filtered: string;
  /** Id of the selected node; empty for none. */
  selected: string;
  onSelect(id: string): void;
  /** Opens the page of an object. */
  onOpen(id: string): void;
  /** Collapses or expands a group. */
  onToggle(key: string): void;
}

/** Zoom factor below which nodes are too small for labels on their lines. */
const LABELS_FROM = 0.6;

/**
 * The map as a drawing: the user moves it by pointer, wheel and keys; the node under the pointer is highlighted
 * together with its connections.
 */
export function MapCanvas({ drawn, filtered, selected, onSelect, onOpen, onToggle }: MapCanvasProps) {
  const { t } = useTranslation();
  const { layout, shown } = drawn;
  const pan = usePanZoom(layout, () => onSelect(""));
  const elements = useMemo(() => drawnElements(layout), [layout]);
  const { boxes, idOf } = elements;
  const lines = useMemo(() => drawEdges(shown.edges, elements), [shown, elements]);
  const adjacency = useMemo(() => new Adjacency(lines.edges), [lines]);
  const [pointed, setPointed] = useState("");
  const [focused, setFocused] = useState("");
  const chosen = idOf.get(selected) ?? "";
  const active = [pointed, focused, chosen].find((id) => boxes.has(id));
  const chain = useMemo(() => (active === undefined ? undefined : adjacency.chain(active)), [active, adjacency]);
  // The map is one tab stop; from there, the arrow keys move.
  const [last, setLast] = useState("");
  const entry = [last, chosen].find((id) => boxes.has(id)) ?? boxes.keys().next().value ?? "";
  const { show, begin } = pan;
  const before = useRef(filtered);
  useEffect(() => {
    if (before.current !== filtered) begin();
    before.current = filtered;
  }, [filtered, begin]);
  const chosenBox = boxes.get(chosen);
  const isMeasured = pan.window.width > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown when it is chosen and when the window changes, not when it moves
  useEffect(() => {
    if (chosenBox !== undefined && isMeasured) show(chosenBox);
  }, [chosen, pan.window.width, show]);

  const onFocus = useCallback((id: string) => {
    setFocused(id);
    if (id !== "") setLast(id);
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "+" || event.key === "=") pan.zoom(1);
    else if (event.key === "-") pan.zoom(-1);
    else if (event.key === "0") pan.fit();
    else if (event.target instanceof HTMLElement && event.target.dataset["mapItem"] !== undefined) {
      const id = event.target.dataset["mapItem"];
      if (event.key === "Enter" && drawn.layout.nodes.has(id)) onOpen(id);
      else {
        const next = moveAlong(event.key, id, boxes, adjacency);
        const box = next === undefined ? undefined : boxes.get(next);
        if (next === undefined || box === undefined) return;
        setLast(next);
        show(box);
        focusSoon(next);
      }
    } else return;
    event.preventDefault();
  };
  // Scrolls the map to an element that gets the focus outside the visible part.
  const onReach = ({ target, currentTarget }: FocusEvent<HTMLElement>): void => {
    if (!target.matches(".mapSheet :focus-visible")) return;
    const [frame, { left, top, width, height }] = [
      currentTarget.getBoundingClientRect(),
      target.getBoundingClientRect(),
    ];
    show(boxAt(pan.view, { left: left - frame.left, top: top - frame.top, width, height }));
  };
  const { view, window } = pan;
  const part = drawnPart(view, window);
  return (
    <section
      className={pan.dragging ? "mapFrame dragging" : "mapFrame"}
      ref={pan.frame}
      aria-label={t("map.picture", { count: shown.nodes.length, groups: layout.groups.length })}
      onKeyDown={onKeyDown}
      onFocus={onReach}
      data-testid="map"
      data-count={shown.nodes.length}
      {...pan.handlers}
    >
      <div
        className="mapSheet"
        style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
        data-scale={view.scale.toFixed(2)}
      >
        <MapPlane
          drawn={drawn}
          lines={lines}
          left={part.x}
          top={part.y}
          width={part.width}
          height={part.height}
          withLabels={view.scale >= LABELS_FROM}
          chain={chain}
          selected={selected}
          entry={entry}
          onPoint={setPointed}
          onFocus={onFocus}
          onSelect={onSelect}
          onOpen={onOpen}
          onToggle={onToggle}
        />
      </div>
      <div className="mapKey">
        <StateLegend />
      </div>
      <ZoomBar onZoom={pan.zoom} onFit={pan.fit} testId="map" />
    </section>
  );
}

/** A node outside the viewport must be rendered before it can get the focus. */
function focusSoon(id: string): void {
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>(`[data-map-item="${CSS.escape(id)}"]`)?.focus({ preventScroll: true });
  });
}
