import { useState } from "react";
import { useTranslation } from "react-i18next";
import { placesOf, useRefusal } from "../../access/refusals/useRefusal.ts";
import type { ResourceType } from "../../api/resourceType.ts";
import type { ResourceRow } from "../../api/tables/tableRow.ts";
import { Button } from "../../ui/Button.tsx";
import { BulkDelete } from "./BulkDelete.tsx";
import { BulkMetadata } from "./BulkMetadata.tsx";
import "./BulkBar.css";

export interface BulkBarProps {
  type: ResourceType;
  marked: readonly ResourceRow[];
  onUnmark(): void;
  /** Why no action is possible on all of them together. */
  refusal?: string | undefined;
}

/** The actions for the marked rows; shown above the table while some rows are marked. */
export function BulkBar({ type, marked, onUnmark, refusal }: BulkBarProps) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<"labels" | "annotations" | "delete">();
  const places = placesOf(marked);
  const unpatched = useRefusal(type, ["patch"], places);
  const undeleted = useRefusal(type, ["delete"], places);
  const mayNotPatch = refusal ?? unpatched;
  const mayNotDelete = refusal ?? undeleted;
  if (marked.length === 0 && dialog === undefined) return null;
  const close = (): void => setDialog(undefined);
  return (
    <div className="bulkBar" data-testid="bulk-bar">
      <strong role="status">{t("browse.marked", { count: marked.length })}</strong>
      <span className="faint" data-testid="bulk-hint">
        {refusal ?? t("browse.markedHint")}
      </span>
      <span className="spacer" />
      <Button onClick={() => setDialog("labels")} refusal={mayNotPatch} data-testid="bulk-label">
        {t("browse.label")}
      </Button>
      <Button onClick={() => setDialog("annotations")} refusal={mayNotPatch} data-testid="bulk-annotate">
        {t("browse.annotate")}
      </Button>
      <Button
        variant="danger"
        icon="trash"
        onClick={() => setDialog("delete")}
        refusal={mayNotDelete}
        data-testid="bulk-delete-open"
      >
        {t("browse.delete")}
      </Button>
      <Button variant="quiet" onClick={onUnmark} data-testid="unmark">
        {t("browse.unmark")}
      </Button>
      {dialog === "delete" ? <BulkDelete type={type} rows={marked} onClose={close} /> : null}
      {dialog === "labels" || dialog === "annotations" ? (
        <BulkMetadata field={dialog} type={type} rows={marked} onClose={close} />
      ) : null}
    </div>
  );
}
