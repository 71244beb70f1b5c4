import type { ApiObject } from "../../../shared/object.ts";
import { ChosenAction } from "../../actions/ChosenAction.tsx";
import type { Action } from "../../actions/model/plannedAction.ts";
import type { ResourceType } from "../../api/resourceType.ts";
import { objectUid, type ResourceRow } from "../../api/tables/tableRow.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import { DeleteDialog } from "../deletion/DeleteDialog.tsx";
import { isGone } from "../live/isGone.ts";
import { useLiveObject } from "../live/useLiveObject.ts";

/** What the user wants to do with the object of one row: an action on its state when they chose it, or its deletion. */
export type RowWish =
  | { readonly row: ResourceRow; readonly action: Action; readonly object: ApiObject }
  | { readonly row: ResourceRow; readonly action: "delete" };

export interface RowDialogsProps {
  type: ResourceType;
  wish: RowWish;
  onClose(): void;
  /** Called when the server has accepted the deletion. */
  onDeleted(row: ResourceRow): void;
}

/** The dialog for the object of one row. It follows the object, because the row may leave the list. */
export function RowDialogs({ type, wish, onClose, onDeleted }: RowDialogsProps) {
  const { cluster } = useClusterScope();
  const { row } = wish;
  const locator = { ...type, namespace: row.namespace, name: row.name };
  const uid = objectUid(row);
  const gone = isGone(useLiveObject(cluster.id, type, row), uid);
  if (wish.action === "delete") {
    return (
      <DeleteDialog
        open
        type={type}
        locator={locator}
        uid={uid}
        gone={gone}
        onClose={onClose}
        onDone={() => onDeleted(row)}
      />
    );
  }
  const { action, object } = wish;
  return <ChosenAction chosen={{ action, object, locator, gone }} onClose={onClose} />;
}
