import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { shownText } from "../../../shared/text/shownText.ts";
import "./Tooltip.css";
import "./TipLayer.css";

/** Milliseconds for which the pointer must rest before a tip is shown. */
const REST = 400;
/** Pixels between an element and its tip, and between a tip and the edge of the window. */
const GAP = 6;

interface ShownTip {
  readonly text: string;
  readonly of: DOMRect;
}

const tipOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("[data-tip]") : null;

/**
 * The tips of all elements with the attribute `data-tip`: the full version of a clipped text, or the time behind an
 * age. One layer serves all elements, so that thousands of rows cost nothing. Use {@link Tooltip} to explain controls.
 */
export function TipLayer() {
  const [tip, setTip] = useState<ShownTip>();
  const layer = useRef<HTMLDivElement>(null);
  useEffect(() => watchTips(setTip), []);
  useLayoutEffect(() => {
    const element = layer.current;
    if (element === null || tip === undefined) return;
    const { width, height } = element.getBoundingClientRect();
    const { left, bottom, top } = tip.of;
    const fitsBelow = bottom + GAP + height <= window.innerHeight - GAP;
    element.style.left = `${Math.max(GAP, Math.min(left, window.innerWidth - width - GAP))}px`;
    element.style.top = `${fitsBelow ? bottom + GAP : Math.max(GAP, top - GAP - height)}px`;
  }, [tip]);
  if (tip === undefined) return null;
  return (
    <div ref={layer} className="tooltip tipLayer" role="tooltip">
      {shownText(tip.text)}
    </div>
  );
}

/** Whether a text that was estimated not to fit does fit; measured only where the pointer rests, not for every cell. */
const isWhole = (element: HTMLElement): boolean =>
  element.classList.contains("cut") && element.scrollWidth <= element.clientWidth;

/** Reports which tip to show. @returns a function that ends the subscription */
function watchTips(show: (tip: ShownTip | undefined) => void): () => void {
  let current: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hide = (): void => {
    clearTimeout(timer);
    current = null;
    show(undefined);
  };
  const enter = (event: Event): void => {
    const element = tipOf(event.target);
    if (element === current) return;
    hide();
    const text = element?.dataset["tip"] ?? "";
    if (element === null || text === "") return;
    current = element;
    timer = setTimeout(() => {
      // The row may have been removed, or reused for another object, while the pointer rested.
      if (!element.isConnected || element.dataset["tip"] !== text || isWhole(element)) return;
      show({ text, of: element.getBoundingClientRect() });
    }, REST);
  };
  const onKey = ({ key }: KeyboardEvent): void => {
    if (key === "Escape") hide();
  };
  document.addEventListener("pointerover", enter);
  document.addEventListener("focusin", enter);
  document.addEventListener("pointerdown", hide, true);
  document.addEventListener("scroll", hide, true);
  document.addEventListener("keydown", onKey);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("pointerover", enter);
    document.removeEventListener("focusin", enter);
    document.removeEventListener("pointerdown", hide, true);
    document.removeEventListener("scroll", hide, true);
    document.removeEventListener("keydown", onKey);
  };
}
