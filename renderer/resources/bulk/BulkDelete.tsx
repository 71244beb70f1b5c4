import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ResourceType } from "../../api/resourceType.ts";
import { objectUid, type ResourceRow } from "../../api/tables/tableRow.ts";
import type { Propagation } from "../../requests/plannedRequest.ts";
import { TypedNameField, useTypedName } from "../../settings/TypedName.tsx";
import { DeletionFields, deletionOf } from "../deletion/DeletionFields.tsx";
import { BulkDialog } from "./BulkDialog.tsx";
import { useBulk } from "./useBulk.ts";

export interface BulkDeleteProps {
  type: ResourceType;
  rows: readonly ResourceRow[];
  onClose(): void;
}

/** The object of a row: in a list of several clusters, the uid of the row is not the object's. */
const doomed = (row: ResourceRow) => ({ namespace: row.namespace, name: row.name, uid: objectUid(row) });

/** Deletes the marked objects, after showing their names, their dependents, and the requests. */
export function BulkDelete({ type, rows, onClose }: BulkDeleteProps) {
  const { t } = useTranslation();
  const [propagation, setPropagation] = useState<Propagation>("Background");
  const bulk = useBulk(rows, (row) => deletionOf(type, doomed(row), propagation));
  const count = bulk.items.length;
  const typed = useTypedName(type.resource);
  return (
    <BulkDialog
      action="delete"
      confirm={t("browse.confirmDelete", { count })}
      danger
      refusal={typed.refusal}
      bulk={bulk}
      onClose={onClose}
      testId="bulk-delete"
    >
      <DeletionFields
        type={type}
        objects={bulk.items.map(doomed)}
        propagation={propagation}
        onPropagation={setPropagation}
      />
      <TypedNameField typed={typed} />
    </BulkDialog>
  );
}
