import { useEffect, useRef } from "react";

/** Milliseconds between two checks of a cluster while the user works on a step. */
const PAUSE = 1_500;

/** Checks repeatedly whether a step is done, while the page is visible. @param check never rejects */
export function useLiveChecks(isOpen: boolean, check: () => Promise<void>): void {
  const latest = useRef(check);
  latest.current = check;
  useEffect(() => {
    if (!isOpen) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const again = async (): Promise<void> => {
      if (!document.hidden) await latest.current();
      if (!isOver) timer = setTimeout(again, PAUSE);
    };
    timer = setTimeout(again, PAUSE);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isOpen]);
}
