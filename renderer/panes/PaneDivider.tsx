import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { LEAST_SHARE, MAX_SHARE, shareOf } from "./panesUrl.ts";

/** Percent by which an arrow key moves the divider. */
const STEP = 2;

/** The divider between the panes: dragging it or the arrow keys change the widths; a double click makes them equal. */
export function PaneDivider({ share, onChange }: { readonly share: number; onChange(share: number): void }) {
  const { t } = useTranslation();
  const [isDragged, setDragged] = useState(false);
  // The next key press may come before the last change is rendered.
  const latest = useRef(share);
  useEffect(() => {
    latest.current = share;
  }, [share]);
  const set = (next: number): void => {
    if (shareOf(next) === latest.current) return;
    latest.current = shareOf(next);
    onChange(latest.current);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const now = latest.current;
    const next = { ArrowLeft: now - STEP, ArrowRight: now + STEP, Home: LEAST_SHARE, End: MAX_SHARE, Enter: 50 }[
      event.key
    ];
    if (next === undefined) return;
    event.preventDefault();
    set(next);
  };
  const onPointerMove = (event: PointerEvent): void => {
    if (isDragged) set((event.clientX / window.innerWidth) * 100);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a thematic break cannot be moved
    <div
      role="separator"
      className={isDragged ? "paneDivider dragged" : "paneDivider"}
      aria-orientation="vertical"
      aria-label={t("panes.divider")}
      aria-valuenow={share}
      aria-valuemin={LEAST_SHARE}
      aria-valuemax={MAX_SHARE}
      aria-valuetext={t("panes.share", { share })}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragged(true);
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => setDragged(false)}
      onPointerCancel={() => setDragged(false)}
      onDoubleClick={() => set(50)}
      data-testid="pane-divider"
    />
  );
}
