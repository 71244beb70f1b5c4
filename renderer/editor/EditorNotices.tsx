import { useTranslation } from "react-i18next";
import { formatTime } from "../resources/age.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { RefusalNotice, WarningNotice } from "./Notices.tsx";
import type { Applying } from "./useApply.ts";
import type { Editing } from "./useEditing.ts";

export interface EditorNoticesProps {
  editing: Editing;
  applying: Applying;
  /** There is a write of this session that can be taken back. */
  undoable: boolean;
  onMerge(): void;
  onUndo(): void;
  onForgetUndo(): void;
}

/** What the user should know about the text: restored, overtaken, refused, written. */
export function EditorNotices({ editing, applying, undoable, onMerge, onUndo, onForgetUndo }: EditorNoticesProps) {
  const { t, i18n } = useTranslation();
  return (
    <div className="editorNotices">
      {editing.restored === undefined || !editing.dirty ? null : (
        <p className="notice" role="status" data-testid="draft-restored">
          {t("editor.draftKept", { time: formatTime(editing.restored, i18n.language) })}
        </p>
      )}
      {editing.moved ? (
        <div className="notice warn withActions" role="status" data-testid="server-changed">
          <Icon name="alert" />
          <span className="toastText">{t("editor.serverChanged")}</span>
          <Button onClick={onMerge} data-testid="merge">
            {t("write.mergeOpen")}
          </Button>
        </div>
      ) : null}
      {undoable && !editing.dirty ? (
        <div className="notice good withActions" role="status" data-testid="undo-notice">
          <Icon name="check" />
          <span className="toastText">{t("write.written")}</span>
          <Button onClick={onUndo} data-testid="undo">
            {t("write.undo")}
          </Button>
          <Button variant="quiet" icon="close" aria-label={t("app.close")} onClick={onForgetUndo} />
        </div>
      ) : null}
      {applying.error === undefined ? null : <RefusalNotice error={applying.error} />}
      <WarningNotice warnings={applying.warnings} />
    </div>
  );
}
