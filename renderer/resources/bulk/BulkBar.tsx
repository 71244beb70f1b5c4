import { useState } from "react";
import { useTranslation } from "react-i18next";
import { placesOf, useRefusal } from "../../access/refusals/useRefusal.ts";
import type { ResourceType } from "../../api/resourceType.ts";
import type { ResourceRow } from "../../api/tables/tableRow.ts";
import { ScopeOf } from "../../app/ScopeOf.tsx";
import { Button } from "../../ui/Button.tsx";
import { BulkDelete } from "./BulkDelete.tsx";
import { BulkMetadata } from "./BulkMetadata.tsx";
import "./BulkBar.css";

export interface BulkBarProps {
  type: ResourceType;
  /** The marked rows, of one or several clusters. */
  marked: readonly ResourceRow[];
  onUnmark(): void;
}

type BulkAction = "labels" | "annotations" | "delete";

/** The actions for the marked rows; shown above the table while some rows are marked. */
export function BulkBar({ type, marked, onUnmark }: BulkBarProps) {
  // A dialog keeps its rows, and their cluster, when others delete the objects and the rows leave the list.
  const [chosen, setChosen] = useState<{ action: BulkAction; rows: readonly ResourceRow[] }>();
  const close = (): void => setChosen(undefined);
  return (
    <>
      {marked.length === 0 ? null : (
        <ScopeOf cluster={marked[0]?.cluster?.id}>
          <Bar
            type={type}
            marked={marked}
            onUnmark={onUnmark}
            onChoose={(action) => setChosen({ action, rows: marked })}
          />
        </ScopeOf>
      )}
      {chosen === undefined ? null : (
        <ScopeOf cluster={chosen.rows[0]?.cluster?.id}>
          {chosen.action === "delete" ? (
            <BulkDelete type={type} rows={chosen.rows} onClose={close} />
          ) : (
            <BulkMetadata field={chosen.action} type={type} rows={chosen.rows} onClose={close} />
          )}
        </ScopeOf>
      )}
    </>
  );
}

function Bar({ type, marked, onUnmark, onChoose }: BulkBarProps & { onChoose(action: BulkAction): void }) {
  const { t } = useTranslation();
  const places = placesOf(marked);
  const unpatched = useRefusal(type, ["patch"], places);
  const undeleted = useRefusal(type, ["delete"], places);
  const isOfOne = marked.every(({ cluster }) => cluster?.id === marked[0]?.cluster?.id);
  const refusal = isOfOne ? undefined : t("listSetup.oneCluster");
  const mayNotPatch = refusal ?? unpatched;
  const mayNotDelete = refusal ?? undeleted;
  return (
    <div className="bulkBar" data-testid="bulk-bar">
      <strong role="status">{t("browse.marked", { count: marked.length })}</strong>
      <span className="faint" data-testid="bulk-hint">
        {refusal ?? t("browse.markedHint")}
      </span>
      <span className="spacer" />
      <Button onClick={() => onChoose("labels")} refusal={mayNotPatch} data-testid="bulk-label">
        {t("browse.label")}
      </Button>
      <Button onClick={() => onChoose("annotations")} refusal={mayNotPatch} data-testid="bulk-annotate">
        {t("browse.annotate")}
      </Button>
      <Button
        variant="danger"
        icon="trash"
        onClick={() => onChoose("delete")}
        refusal={mayNotDelete}
        data-testid="bulk-delete-open"
      >
        {t("browse.delete")}
      </Button>
      <Button variant="quiet" onClick={onUnmark} data-testid="unmark">
        {t("browse.unmark")}
      </Button>
    </div>
  );
}
