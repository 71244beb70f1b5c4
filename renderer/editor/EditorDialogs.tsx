import { useTranslation } from "react-i18next";
import { Button } from "../ui/Button.tsx";
import { changedLines } from "./diff/changedLines.ts";
import { DiffDialog } from "./diff/DiffDialog.tsx";
import { MergeDialog } from "./diff/MergeDialog.tsx";
import { DiscardDialog } from "./drafts/DiscardDialog.tsx";
import type { Editing } from "./useEditing.ts";

export type EditorDialog = "merge" | "compare" | "undo" | "discard" | undefined;

export interface EditorDialogsProps {
  dialog: EditorDialog;
  editing: Editing;
  /** The text before the last write. */
  previous: string | undefined;
  /** Name of the object being edited. */
  name: string;
  onDiscard(): void;
  onClose(): void;
}

/** Dialogs that compare texts. They change the edited text only, and write nothing to the server. */
export function EditorDialogs({ dialog, editing, previous, name, onDiscard, onClose }: EditorDialogsProps) {
  const { t } = useTranslation();
  if (dialog === "merge") {
    return (
      <MergeDialog
        base={editing.base}
        theirs={editing.serverText}
        mine={editing.text}
        onClose={onClose}
        onMerge={(text) => {
          editing.rebase(text);
          onClose();
        }}
      />
    );
  }
  if (dialog === "discard") {
    const lines = changedLines(editing.serverText, editing.text);
    return <DiscardDialog name={name} lines={lines} onDiscard={onDiscard} onClose={onClose} />;
  }
  if (dialog === "compare") {
    return (
      <DiffDialog
        title={t("write.compareTitle")}
        text={t("write.compareText")}
        before={editing.serverText}
        after={editing.text}
        onClose={onClose}
        testId="compare-dialog"
      />
    );
  }
  if (dialog !== "undo" || previous === undefined) return null;
  return (
    <DiffDialog
      title={t("write.undoTitle")}
      text={t("write.undoText")}
      before={editing.serverText}
      after={previous}
      onClose={onClose}
      testId="undo-dialog"
      actions={
        <Button
          variant="primary"
          onClick={() => {
            editing.rewrite(previous);
            onClose();
          }}
          data-testid="undo-take"
        >
          {t("write.undoTake")}
        </Button>
      }
    />
  );
}
