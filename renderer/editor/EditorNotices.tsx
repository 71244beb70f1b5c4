import { useTranslation } from "react-i18next";
import type { ApiObject } from "../../shared/object.ts";
import { AutoscalerNotice } from "../actions/AutoscalerNotice.tsx";
import { formatTime } from "../ui/age/formatAge.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { SlowNotice } from "../ui/SlowNotice.tsx";
import { RefusalNotice, WarningNotice } from "./Notices.tsx";
import { replicasOf } from "./text/textVerdict.ts";
import type { Applying } from "./useApply.ts";
import type { Editing } from "./useEditing.ts";
import "./EditorNotices.css";

export interface EditorNoticesProps {
  object: ApiObject;
  /** The replicas in the text; undefined if it names no number. */
  replicas: number | undefined;
  editing: Editing;
  applying: Applying;
  /** Whether the object was deleted. */
  gone: boolean;
  /** Sends the text again; undefined when it cannot be sent. */
  onAgain: (() => void) | undefined;
  /** Whether a write of this session can be undone. */
  undoable: boolean;
  onMerge(): void;
  onUndo(): void;
  onForgetUndo(): void;
}

/** Notices about the text: restored from a draft, outdated by other changes, refused, saved. */
export function EditorNotices(props: EditorNoticesProps) {
  const { replicas, editing, applying, undoable, onMerge, onUndo, onForgetUndo } = props;
  const { t, i18n } = useTranslation();
  return (
    <div className="editorNotices">
      {editing.restored === undefined || !editing.dirty ? null : (
        <p className="notice" role="status" data-testid="draft-restored">
          {t("editor.draftKept", { time: formatTime(editing.restored, i18n.language) })}
        </p>
      )}
      {props.gone ? (
        <p className="notice warn" role="status" data-testid="editor-gone">
          {t("waiting.gone")}
        </p>
      ) : null}
      {applying.busy !== undefined ? <SlowNotice onCancel={applying.cancel} /> : null}
      {applying.abandoned ? (
        <p className="notice warn" role="status" data-testid="write-abandoned">
          {t("waiting.writeAbandoned")}
        </p>
      ) : null}
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
      {applying.error === undefined ? null : (
        <RefusalNotice
          error={applying.error}
          attempt={applying.dryRun === true ? "preview" : "save"}
          onAgain={props.onAgain}
        />
      )}
      {applying.unclaimed === undefined ? null : (
        <p className="notice warn" role="status" data-testid="unclaimed">
          {t("saving.unclaimed", { message: applying.unclaimed.message })}
        </p>
      )}
      <WarningNotice warnings={applying.warnings} />
      <AutoscalerNotice object={props.object} replicas={replicas} enabled={replicas !== replicasOf(props.object)} />
    </div>
  );
}
