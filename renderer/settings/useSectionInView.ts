import { type RefObject, useEffect, useState } from "react";

/** Share of the region, from its top, in which the section that the user reads begins or goes on. */
const BAND = 0.3;

/**
 * The section that a user has scrolled to; undefined until they scroll, and again after each jump to an anchor, since a
 * short last section never comes to the top.
 *
 * @param region the element that scrolls
 * @param sections ids of elements in it, from top to bottom
 * @param jump identifies the last jump
 */
export function useSectionInView<T extends string>(
  region: RefObject<HTMLElement | null>,
  sections: readonly T[],
  jump: string,
): T | undefined {
  const [seen, setSeen] = useState<T>();
  const ids = sections.join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids stand for the sections, which are a new list each time
  useEffect(() => {
    const element = region.current;
    if (element === null) return;
    setSeen(undefined);
    const look = (): void => {
      const { top, height } = element.getBoundingClientRect();
      const line = top + height * BAND;
      setSeen(sections.findLast((id) => (document.getElementById(id)?.getBoundingClientRect().top ?? line) < line));
    };
    // A jump scrolls, too: only what the user does with a wheel, a key, a finger or the bar counts.
    let isMoving = false;
    const onMove = (): void => {
      isMoving = true;
    };
    const onScroll = (): void => {
      if (isMoving) look();
    };
    const moves = ["wheel", "keydown", "pointerdown", "touchmove"] as const;
    for (const move of moves) element.addEventListener(move, onMove, { passive: true });
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      for (const move of moves) element.removeEventListener(move, onMove);
      element.removeEventListener("scroll", onScroll);
    };
  }, [region, ids, jump]);
  return seen;
}
