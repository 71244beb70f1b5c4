import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/layers/Dialog.tsx";

export interface DiscardDialogProps {
  /** The object whose draft goes. */
  name: string;
  /** Lines of the draft that differ from the object. */
  lines: number;
  onDiscard(): void;
  onClose(): void;
}

/** Asks before typed text is lost. */
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
