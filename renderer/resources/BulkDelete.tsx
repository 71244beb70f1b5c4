import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ResourceType } from "../api/resourceType.ts";
import type { ResourceRow } from "../api/tableRow.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { Select } from "../ui/Select.tsx";
import { BulkDialog } from "./BulkDialog.tsx";
import { clientLines, curlText, deleteRequest, type PlannedRequest, type Propagation } from "./commandText.ts";
import { DependentsPreview } from "./DependentsPreview.tsx";
import { RequestPreview } from "./RequestPreview.tsx";
import { useBulk } from "./useBulk.ts";

export interface BulkDeleteProps {
  type: ResourceType;
  rows: readonly ResourceRow[];
  onClose(): void;
}

/** Deletes the marked objects: names each, what hangs on them, and the requests. */
export function BulkDelete({ type, rows, onClose }: BulkDeleteProps) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const [propagation, setPropagation] = useState<Propagation>("Background");
  const plan = (row: ResourceRow): PlannedRequest =>
    deleteRequest({ ...type, namespace: row.namespace, name: row.name }, propagation, row.uid);
  const bulk = useBulk(rows, plan);
  const count = bulk.outcomes.length;
  const items = bulk.outcomes.map((one) => one.item);
  const [owners] = useState(() => ({
    type,
    uids: rows.map((row) => row.uid),
    namespaces: [...new Set(rows.map((row) => row.namespace))],
  }));
  const policies = useMemo(
    () => [
      { value: "Background", label: t("remove.background") },
      { value: "Foreground", label: t("remove.foreground") },
      { value: "Orphan", label: t("remove.orphan") },
    ],
    [t],
  );
  return (
    <BulkDialog
      title={t("browse.deleteTitle", { count })}
      confirm={t("browse.confirmDelete", { count })}
      danger
      refusal={undefined}
      bulk={bulk}
      onClose={onClose}
      testId="bulk-delete"
    >
      <Select
        label={t("remove.propagation")}
        value={propagation}
        onChange={(value) => setPropagation(value as Propagation)}
        options={policies}
        testId="propagation"
      />
      <DependentsPreview owners={owners} propagation={propagation} />
      <RequestPreview
        curl={items.map((row) => curlText(cluster.apiServer, plan(row)))}
        client={clientLines("delete", type, items, [`--cascade=${propagation.toLowerCase()}`])}
      />
    </BulkDialog>
  );
}
