import { lazy, Suspense, useSyncExternalStore } from "react";
import { dockIsOpen } from "../commandLine/dockState.ts";

const CommandDock = lazy(() => import("../commandLine/CommandDock.tsx"));

/** The command line, when it is open; nothing, and nothing loaded, when it is not. */
export function DockInUse() {
  const isOpen = useSyncExternalStore(dockIsOpen.subscribe, dockIsOpen.read);
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <CommandDock />
    </Suspense>
  );
}
