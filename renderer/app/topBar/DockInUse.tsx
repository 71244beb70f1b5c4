import { useEffect, useSyncExternalStore } from "react";
import { dockIsOpen } from "../../commandLine/dockState.ts";
import { lazyPart } from "../../ui/lazyPart.tsx";

const CommandDock = lazyPart(() => import("../../commandLine/CommandDock.tsx").then((m) => m.CommandDock));

/** The command line, if it is open. Loaded in advance, so that keys typed right after its shortcut go to it. */
export function DockInUse() {
  const isOpen = useSyncExternalStore(dockIsOpen.subscribe, dockIsOpen.read);
  useEffect(() => void CommandDock.preload(), []);
  return isOpen ? <CommandDock /> : null;
}
