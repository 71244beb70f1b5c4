import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { shownText } from "../../../shared/text/shownText.ts";
import "./Tooltip.css";
import "./TipLayer.css";

/** Milliseconds for which the pointer must rest before a tip is shown. */
const REST = 400;
/** The element that cuts a text off is at most so many levels above the one with the text. */
const CUT_DEPTH = 4;
/** Pixels between an element and its tip, and between a tip and the edge of the window. */
const GAP = 6;

interface ShownTip {
  readonly text: string;
  readonly of: DOMRect;
}

/** The element with a tip at a place of the page; without one, the innermost element, which may cut its text off. */
const candidateAt = (target: EventTarget | null): Element | null =>
  target instanceof Element ? (target.closest("[data-tip]") ?? target) : null;

/** The element that ends the text of `inner` with an ellipsis. */
function cutAround(inner: Element): HTMLElement | undefined {
  let element: Element | null = inner;
  for (let level = 0; element instanceof HTMLElement && level < CUT_DEPTH; level += 1) {
    if (element.scrollWidth > element.clientWidth && getComputedStyle(element).textOverflow === "ellipsis") {
      return element;
    }
    element = element.parentElement;
  }
  return undefined;
}

/**
 * The tips of all elements with the attribute `data-tip`: the full version of a clipped text, or the time behind an
 * age; and the whole of every text that ends with an ellipsis. One layer serves all elements, so that thousands of rows
 * cost nothing. Use {@link Tooltip} to explain controls.
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
const isWhole = (element: Element): boolean =>
  element.classList.contains("cut") && element.scrollWidth <= element.clientWidth;

/** Reports which tip to show. @returns a function that ends the subscription */
function watchTips(show: (tip: ShownTip | undefined) => void): () => void {
  let current: Element | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hide = (): void => {
    clearTimeout(timer);
    current = null;
    show(undefined);
  };
  const enter = (event: Event): void => {
    const candidate = candidateAt(event.target);
    if (candidate === current) return;
    hide();
    if (candidate === null) return;
    current = candidate;
    const given = candidate.getAttribute("data-tip");
    timer = setTimeout(() => {
      // The row may have been removed, or reused for another object, while the pointer rested.
      if (!candidate.isConnected || candidate.getAttribute("data-tip") !== given) return;
      const element = given === null ? cutAround(candidate) : candidate;
      const text = given ?? element?.textContent ?? "";
      if (element === undefined || text === "" || isWhole(element)) return;
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
