import { useTranslation } from "react-i18next";
import { useClusterScope } from "../app/clusterContext.ts";
import { Button } from "../ui/Button.tsx";
import { CheckLine } from "../ui/forms/CheckLine.tsx";
import { Dialog } from "../ui/layers/Dialog.tsx";
import { fieldManager } from "./applyRequest.ts";
import DiffView from "./diff/DiffView.tsx";
import type { OwnershipChange } from "./saving/ownershipChange.ts";
import type { Preview } from "./useApply.ts";
import "../ui/forms/Field.css";
import "./PreviewDialog.css";

export interface PreviewDialogProps {
  /** Undefined while the dialog is closed. */
  preview: Preview | undefined;
  before: string;
  after: string;
  busy: boolean;
  /** Whether the write claims every field of the text; undefined if the user has no choice. */
  ownsAll: boolean | undefined;
  /** Repeats the preview with the other choice. */
  onOwnAll(all: boolean): void;
  onApply(): void;
  onClose(): void;
}

/** The preview of a write: the diff, and the changes of field ownership. */
export function PreviewDialog(props: PreviewDialogProps) {
  const { preview, before, after, busy, ownsAll, onOwnAll, onApply, onClose } = props;
  const { t } = useTranslation();
  const same = before === after;
  return (
    <Dialog
      open={preview !== undefined}
      onClose={onClose}
      title={t("editor.previewTitle")}
      description={same ? t("editor.previewSame") : t("editor.previewText")}
      wide
      testId="preview-dialog"
    >
      {same || preview === undefined ? null : (
        <div className="previewDiff">
          <DiffView before={before} after={after} />
        </div>
      )}
      {preview?.ownership === undefined ? null : <Ownership {...preview.ownership} />}
      {preview?.claimsAll ? <p className="notice warn">{t("saving.otherVersion")}</p> : null}
      {ownsAll === undefined ? null : (
        <CheckLine className="ownAll" checked={ownsAll} disabled={busy} onChange={onOwnAll} testId="own-all">
          <span>
            {t("saving.ownAll")} <span className="muted">{t("saving.ownAllText")}</span>
          </span>
        </CheckLine>
      )}
      <div className="dialogActions">
        <Button onClick={onClose}>{t("app.close")}</Button>
        <Button
          variant="primary"
          disabled={busy}
          refusal={same && !ownsAll ? t("editor.previewSame") : undefined}
          onClick={onApply}
          data-testid="preview-apply"
        >
          {t("editor.dryRunFirst")}
        </Button>
      </div>
    </Dialog>
  );
}

/** Maximum number of listed fields; the others are only counted. */
const NAMED = 8;

function Fields({ text, fields, testId }: { text: string; fields: readonly string[]; testId: string }) {
  const { t } = useTranslation();
  const more = fields.length - NAMED;
  return (
    <li data-testid={testId}>
      {text}{" "}
      {fields.slice(0, NAMED).map((field) => (
        <code key={field}>{field} </code>
      ))}
      {more > 0 ? <span className="muted">{t("saving.more", { count: more })}</span> : null}
    </li>
  );
}

/** The fields whose owner changes. */
function Ownership({ gained, lost, taken }: OwnershipChange) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const manager = fieldManager(cluster.id);
  return (
    <ul className="ownershipChange" aria-label={t("saving.ownership")} data-testid="preview-ownership">
      {gained.length + lost.length + taken.length === 0 ? <li className="muted">{t("saving.sameOwners")}</li> : null}
      {gained.length === 0 ? null : (
        <Fields text={t("saving.gained", { manager, count: gained.length })} fields={gained} testId="gained" />
      )}
      {lost.length === 0 ? null : (
        <Fields text={t("saving.lost", { manager, count: lost.length })} fields={lost} testId="lost" />
      )}
      {taken.map((one) => (
        <Fields
          key={one.manager}
          text={t("saving.lost", { manager: one.manager, count: one.fields.length })}
          fields={one.fields}
          testId="taken"
        />
      ))}
    </ul>
  );
}
