import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ResourceType } from "../../api/resourceType.ts";
import type { ResourceRow } from "../../api/tables/tableRow.ts";
import { useViewAs } from "../../api/viewAs.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { fieldManager } from "../../editor/applyRequest.ts";
import { clientLines } from "../../requests/clientLine.ts";
import { curlLine } from "../../requests/curlLine.ts";
import { changeWords, parseChange } from "../../requests/metadataChange.ts";
import { metadataRequest, type PlannedRequest } from "../../requests/plannedRequest.ts";
import { RequestPreview } from "../../requests/RequestPreview.tsx";
import { shellAccess } from "../../requests/shellAccess.ts";
import { TextField } from "../../ui/forms/TextField.tsx";
import { BulkDialog } from "./BulkDialog.tsx";
import { useBulk } from "./useBulk.ts";

export interface BulkMetadataProps {
  field: "labels" | "annotations";
  type: ResourceType;
  rows: readonly ResourceRow[];
  onClose(): void;
}

/** Sets or removes labels or annotations of the marked objects. */
export function BulkMetadata({ field, type, rows, onClose }: BulkMetadataProps) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const [text, setText] = useState("");
  const change = parseChange(text);
  const plan = (row: ResourceRow): PlannedRequest =>
    metadataRequest(
      { ...type, namespace: row.namespace, name: row.name },
      field,
      change ?? {},
      fieldManager(cluster.id),
    );
  const bulk = useBulk(rows, plan);
  const { items } = bulk;
  const count = items.length;
  const access = shellAccess(cluster, useViewAs(cluster.id));
  const words = changeWords(change ?? {});
  return (
    <BulkDialog
      action={field}
      confirm={t("browse.confirmChange", { count })}
      refusal={change === undefined ? t("browse.badChange") : undefined}
      bulk={bulk}
      onClose={onClose}
      testId="bulk-metadata"
    >
      <TextField
        label={t("browse.change")}
        hint={t("browse.changeHint")}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && change !== undefined) bulk.run();
        }}
        data-testid="bulk-change"
      />
      {change === undefined || bulk.busy || bulk.finished ? null : (
        <RequestPreview
          curl={items.map((row) => curlLine(access, plan(row)))}
          client={clientLines(
            field === "labels" ? "label" : "annotate",
            type,
            items,
            [...words, "--overwrite"],
            access,
          )}
        />
      )}
    </BulkDialog>
  );
}
