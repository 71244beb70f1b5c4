import { useEffect, useRef, useState } from "react";

/** Whether the event is inside an area that handles dropped files itself. */
const isInOwnArea = ({ target }: Event): boolean => target instanceof Element && target.closest(".dropArea") !== null;

const isDialogOpen = (): boolean => document.querySelector('[role="dialog"][data-state="open"]') !== null;

/**
 * Whether the user is dragging files over the window, outside areas that handle dropped files themselves. Prevents the
 * browser's default, which replaces the page with a dropped file.
 *
 * @param onFiles called with the dropped files; drops are ignored while a dialog is open
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
      // `relatedTarget` is the element that the pointer enters, and null when it leaves the window.
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
    // In the capture phase, because areas may stop the event.
    window.addEventListener("drop", onDropped, { capture: true, signal });
    window.addEventListener("drop", onDrop, { signal });
    return () => end.abort();
  }, []);
  return isOver;
}
