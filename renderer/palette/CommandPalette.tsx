import { Command } from "cmdk";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ClusterSummary } from "../../shared/console/clusterSummary.ts";
import { CommandLineItems } from "./CommandLineItems.tsx";
import { PaletteItems } from "./PaletteItems.tsx";
import "../ui/layers/Dialog.css";
import "../ui/layers/popover.css";
import "./CommandPalette.css";

export interface CommandPaletteProps {
  open: boolean;
  onClose(): void;
  onHelp(): void;
  clusters: ClusterSummary[];
  /** The initial text of the field; a colon at its beginning starts a command line. */
  initial?: string;
}

/** Opens anything by typing: pages, kinds (with their short names), objects by name, namespaces, clusters, actions. */
export function CommandPalette({ open, onClose, onHelp, clusters, initial = "" }: CommandPaletteProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(initial);
  useEffect(() => {
    if (open) setText(initial);
  }, [open, initial]);
  return (
    <Command.Dialog
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
      label={t("palette.label")}
      overlayClassName="overlay"
      contentClassName="modalBox palette"
      loop
      // The palette ranks entries itself: see rankEntries.
      shouldFilter={false}
    >
      <Command.Input
        className="paletteInput"
        placeholder={t("palette.placeholder")}
        value={text}
        onValueChange={setText}
        onFocus={(event) => {
          // The dialog selects the text of a focused field, and typing would replace the initial colon.
          const field = event.currentTarget;
          queueMicrotask(() => field.setSelectionRange(field.value.length, field.value.length));
        }}
        data-testid="palette-input"
      />
      {text.startsWith(":") ? (
        <Command.List className="paletteList">
          <CommandLineItems line={text.slice(1)} clusters={clusters} onGo={onClose} />
        </Command.List>
      ) : (
        <PaletteItems query={text} clusters={clusters} onGo={onClose} onHelp={onHelp} />
      )}
    </Command.Dialog>
  );
}
