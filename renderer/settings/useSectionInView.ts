import { type RefObject, useEffect, useState } from "react";

/** Position at which the user is assumed to read, as a share of the region's height from its top. */
const READ_AT = 0.3;
/** Events with which a user scrolls: by wheel, key, finger or scroll bar. A jump to an anchor causes none of them. */
const MOVES = ["wheel", "keydown", "pointerdown", "touchmove"] as const;

/**
 * The id of the section that the user has scrolled to. Undefined until the user scrolls, and again after each jump to
 * an anchor, because a short last section never reaches the top.
 *
 * @param region the scrolling element, which contains the sections
 * @param jump identifies the last jump
 */
export function useSectionInView(region: RefObject<HTMLElement | null>, jump: string): string | undefined {
  const [seen, setSeen] = useState({ jump, id: "" });
  useEffect(() => {
    const element = region.current;
    if (element === null) return;
    let isMoving = false;
    const onMove = (): void => {
      isMoving = true;
    };
    const onScroll = (): void => {
      if (!isMoving) return;
      const { top, height } = element.getBoundingClientRect();
      const sections = [...element.querySelectorAll(":scope > section")];
      const read = sections.findLast((section) => section.getBoundingClientRect().top < top + height * READ_AT);
      setSeen({ jump, id: read?.id ?? "" });
    };
    for (const move of MOVES) element.addEventListener(move, onMove, { passive: true });
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      for (const move of MOVES) element.removeEventListener(move, onMove);
      element.removeEventListener("scroll", onScroll);
    };
  }, [region, jump]);
  return seen.jump === jump && seen.id !== "" ? seen.id : undefined;
}
