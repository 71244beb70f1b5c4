import { lazy, Suspense } from "react";
import type { ActionDialogsProps } from "./ActionDialogs.tsx";

const ActionDialogs = lazy(() => import("./ActionDialogs.tsx"));

/** The dialog of the chosen action, which shows its request first. Without one, renders and loads nothing. */
export function ChosenAction({
  chosen,
  onClose,
}: {
  chosen: Omit<ActionDialogsProps, "onClose"> | undefined;
  onClose(): void;
}) {
  if (chosen === undefined) return null;
  return (
    <Suspense fallback={null}>
      <ActionDialogs {...chosen} onClose={onClose} />
    </Suspense>
  );
}
