import { useEffect, useRef, useState } from "react";

/** Areas that take files themselves are marked so. */
const isInOwnArea = ({ target }: Event): boolean => target instanceof Element && target.closest(".dropArea") !== null;

const isDialogOpen = (): boolean => document.querySelector('[role="dialog"][data-state="open"]') !== null;

/**
 * Whether files are being dragged over the window, outside of areas that take them themselves. Files that are dropped anywhere
 * are kept from replacing the page, as browsers would have it.
 *
 * @param onFiles told what was dropped; nothing is dropped while a dialog is open
 */
export function useFileDrag(onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useEffect(() => {
    const onDrag = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes("Files") !== true) return;
      event.preventDefault();
      if (isDialogOpen()) event.dataTransfer.dropEffect = "none";
      setOver(!isDialogOpen() && !isInOwnArea(event));
    };
    const onLeave = (event: DragEvent): void => {
      // Leaving an element for another one names that; leaving the window names none.
      if (event.relatedTarget === null) setOver(false);
    };
    const onDropped = (): void => setOver(false);
    const onDrop = (event: DragEvent): void => {
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      if (!isInOwnArea(event) && !isDialogOpen()) latest.current(files);
    };
    const end = new AbortController();
    const { signal } = end;
    window.addEventListener("dragenter", onDrag, { signal });
    window.addEventListener("dragover", onDrag, { signal });
    window.addEventListener("dragleave", onLeave, { signal });
    // Before areas that keep the event to themselves.
    window.addEventListener("drop", onDropped, { capture: true, signal });
    window.addEventListener("drop", onDrop, { signal });
    return () => end.abort();
  }, []);
  return isOver;
}
