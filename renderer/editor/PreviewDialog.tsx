import { useTranslation } from "react-i18next";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import DiffView from "./DiffView.tsx";

export interface PreviewDialogProps {
  before: string;
  /** Undefined closes the dialog. */
  after: string | undefined;
  busy: boolean;
  onApply(): void;
  onClose(): void;
}

/** What a write would do, as a diff, before anything is written. */
export function PreviewDialog({ before, after, busy, onApply, onClose }: PreviewDialogProps) {
  const { t } = useTranslation();
  const same = before === after;
  return (
    <Dialog
      open={after !== undefined}
      onClose={onClose}
      title={t("editor.previewTitle")}
      description={same ? t("editor.previewSame") : t("editor.previewText")}
      wide
      testId="preview-dialog"
    >
      {same || after === undefined ? null : <DiffView before={before} after={after} />}
      <div className="dialogActions">
        <Button onClick={onClose}>{t("app.close")}</Button>
        <Button variant="primary" disabled={busy || same} onClick={onApply} data-testid="preview-apply">
          {t("editor.dryRunFirst")}
        </Button>
      </div>
    </Dialog>
  );
}
