import { Command } from "cmdk";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ClusterSummary } from "../../shared/console/clusterSummary.ts";
import { CommandLineItems } from "./CommandLineItems.tsx";
import { useClusterScope } from "./clusterContext.ts";
import { PaletteActions } from "./PaletteActions.tsx";
import { PaletteDestinations } from "./PaletteDestinations.tsx";
import type { RunAction } from "./PaletteItem.tsx";
import { sidebarGroups } from "./sidebarGroups.ts";
import "../ui/Dialog.css";
import "../ui/popover.css";
import "./CommandPalette.css";

export interface CommandPaletteProps {
  open: boolean;
  onClose(): void;
  onHelp(): void;
  clusters: ClusterSummary[];
  /** What stands in the field when it opens: a colon begins a command line. */
  initial?: string;
}

/** Goes anywhere by typing: kinds (with their short names), namespaces, clusters, actions. */
export function CommandPalette({ open, onClose, onHelp, clusters, initial = "" }: CommandPaletteProps) {
  const { t } = useTranslation();
  const { vocabulary, types } = useClusterScope();
  const [text, setText] = useState(initial);
  useEffect(() => {
    if (open) setText(initial);
  }, [open, initial]);
  const line = text.startsWith(":") ? text.slice(1) : undefined;
  const entries = useMemo(
    () => sidebarGroups(types, vocabulary.domain).flatMap((group) => group.entries),
    [types, vocabulary],
  );
  const run: RunAction = (action) => () => {
    onClose();
    action();
  };
  return (
    <Command.Dialog
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
      label={t("palette.label")}
      overlayClassName="overlay"
      contentClassName="modalBox palette"
      loop
      shouldFilter={line === undefined}
    >
      <Command.Input
        className="paletteInput"
        placeholder={t("palette.placeholder")}
        value={text}
        onValueChange={setText}
        onFocus={(event) => {
          // The dialog selects what it focuses; a colon that stands there already must not be typed over.
          const field = event.currentTarget;
          queueMicrotask(() => field.setSelectionRange(field.value.length, field.value.length));
        }}
        data-testid="palette-input"
      />
      <Command.List className="paletteList">
        {line !== undefined ? (
          <CommandLineItems line={line} clusters={clusters} onGo={onClose} />
        ) : (
          <>
            <Command.Empty className="paletteEmpty">{t("palette.nothing")}</Command.Empty>
            <PaletteDestinations entries={entries} clusters={clusters} run={run} />
            <PaletteActions entries={entries} onHelp={onHelp} run={run} />
          </>
        )}
      </Command.List>
    </Command.Dialog>
  );
}
