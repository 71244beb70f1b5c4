import { useSyncExternalStore } from "react";
import { dockIsOpen } from "../../commandLine/dockState.ts";
import { lazyPart } from "../../ui/lazyPart.tsx";

const CommandDock = lazyPart(() => import("../../commandLine/CommandDock.tsx").then((m) => m.CommandDock));

/** The command line, if it is open. Otherwise renders and loads nothing. */
export function DockInUse() {
  const isOpen = useSyncExternalStore(dockIsOpen.subscribe, dockIsOpen.read);
  return isOpen ? <CommandDock /> : null;
}
