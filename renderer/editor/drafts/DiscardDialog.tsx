import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/layers/Dialog.tsx";

export interface DiscardDialogProps {
  /** The object whose draft would be lost. */
  name: string;
  /** Number of lines in which the draft differs from the object. */
  lines: number;
  onDiscard(): void;
  onClose(): void;
}

/** Asks before discarding typed text. */
export function DiscardDialog({ name, lines, onDiscard, onClose }: DiscardDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("editor.discardTitle", { name })}
      description={t("editor.discardText", { count: lines })}
      testId="discard-dialog"
    >
      <div className="dialogActions">
        <Button onClick={onClose} data-testid="discard-keep">
          {t("editor.discardKeep")}
        </Button>
        <Button variant="dangerSolid" onClick={onDiscard} data-testid="discard-yes">
          {t("editor.discard")}
        </Button>
      </div>
    </Dialog>
  );
}
