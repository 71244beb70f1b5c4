import { useTranslation } from "react-i18next";
import type { ApiObject } from "../../../shared/object.ts";
import { useRefusal } from "../../access/refusals/useRefusal.ts";
import { ActionItems } from "../../actions/ActionItems.tsx";
import type { Action } from "../../actions/model/plannedAction.ts";
import { useObject } from "../../api/queries.ts";
import type { ResourceType } from "../../api/resourceType.ts";
import type { ResourceRow } from "../../api/tables/tableRow.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import type { ObjectTab } from "../../app/urls.ts";
import { MenuItem, MenuLabel, MenuSeparator } from "../../ui/layers/Menu.tsx";
import { MenuAt, type MenuPlace } from "../../ui/layers/MenuAt.tsx";
import { useCopy } from "../../ui/useCopy.ts";

export interface RowMenuProps {
  type: ResourceType;
  row: ResourceRow;
  at: MenuPlace;
  onOpen(row: ResourceRow, tab?: ObjectTab): void;
  onDelete(row: ResourceRow): void;
  onAct(action: Action, object: ApiObject): void;
  onClose(): void;
}

/** The actions for the object of one row. */
export function RowMenu({ type, row, at, onOpen, onDelete, onAct, onClose }: RowMenuProps) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const copy = useCopy();
  const locator = { ...type, namespace: row.namespace, name: row.name };
  const asked = useObject(cluster.id, locator, { live: false, fresh: true });
  const object = asked.isFetchedAfterMount ? asked.data : undefined;
  const mayNotEdit = useRefusal(type, ["patch", "update"], [row]);
  const mayNotDelete = useRefusal(type, ["delete"], [row]);
  // Not shown until the answer is known, because an entry must not move away from under the pointer.
  if (!asked.isFetchedAfterMount && asked.failureCount === 0) return null;
  return (
    <MenuAt at={at} onClose={onClose}>
      <MenuLabel>{row.name}</MenuLabel>
      <MenuItem icon="external" onSelect={() => onOpen(row)} testId="row-open">
        {t("object.open")}
      </MenuItem>
      <MenuItem
        icon="pencil"
        disabled={mayNotEdit !== undefined}
        onSelect={() => onOpen(row, "yaml")}
        testId="row-edit"
      >
        {t("object.edit")}
      </MenuItem>
      <MenuItem icon="clock" onSelect={() => onOpen(row, "history")}>
        {t("views.history")}
      </MenuItem>
      <MenuItem icon="copy" onSelect={() => copy(row.name)} testId="row-copy">
        {t("browse.copyName")}
      </MenuItem>
      <MenuSeparator />
      {object === undefined ? null : (
        <>
          <ActionItems object={object} type={type} locator={locator} onChoose={(action) => onAct(action, object)} />
          <MenuSeparator />
        </>
      )}
      <MenuItem
        icon="trash"
        bad
        disabled={mayNotDelete !== undefined}
        onSelect={() => onDelete(row)}
        testId="row-delete"
      >
        {t("object.delete")}
      </MenuItem>
    </MenuAt>
  );
}
