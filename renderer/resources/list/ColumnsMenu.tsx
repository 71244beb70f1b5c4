import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ResourceList } from "../../api/lists/useResourceList.ts";
import type { ResourceType } from "../../api/resourceType.ts";
import { MAX_OWN_COLUMNS } from "../../api/tables/ownColumns.ts";
import type { ResourceRow } from "../../api/tables/tableRow.ts";
import { Icon } from "../../ui/Icon.tsx";
import { Menu, MenuCheck, MenuItem, MenuLabel, MenuSeparator } from "../../ui/layers/Menu.tsx";
import { isColumnShown } from "../table/columnPlan.ts";
import type { ColumnSetup } from "../table/keptColumns.ts";
import { AddColumnDialog } from "./AddColumnDialog.tsx";

export interface ColumnsMenuProps {
  type: ResourceType;
  list: ResourceList;
  columns: ColumnSetup;
  /** A row whose object is used as the example. */
  example: ResourceRow | undefined;
  labels: readonly string[];
}

/** Chooses the visible columns of the server, and manages user-defined columns. */
export function ColumnsMenu({ type, list, columns, example, labels }: ColumnsMenuProps) {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  const ownNames = columns.own.map(({ name }) => name);
  const check = (name: string, isShown: boolean) => (
    <MenuCheck key={name} checked={isShown} onChange={(shown) => columns.choose(name, shown)}>
      {name}
    </MenuCheck>
  );
  return (
    <>
      <Menu
        trigger={
          <button type="button" className="uiButton quiet" data-testid="columns">
            <Icon name="columns" />
            {t("list.columns")}
          </button>
        }
      >
        <MenuLabel>{t("list.columns")}</MenuLabel>
        {list.columns
          .filter(({ name }) => !ownNames.includes(name))
          .map((column) => check(column.name, isColumnShown(column, columns.choices)))}
        <MenuSeparator />
        {columns.own.length === 0 ? null : <MenuLabel>{t("listSetup.ownColumns")}</MenuLabel>}
        {ownNames.map((name) => check(name, columns.choices[name] ?? true))}
        {ownNames.map((name) => (
          <MenuItem key={name} icon="trash" onSelect={() => columns.remove(name)} testId={`column-remove-${name}`}>
            {t("listSetup.removeColumn", { name })}
          </MenuItem>
        ))}
        <MenuItem
          icon="plus"
          disabled={columns.own.length >= MAX_OWN_COLUMNS}
          onSelect={() => setAdding(true)}
          testId="column-add"
        >
          {t("listSetup.addColumn")}
        </MenuItem>
      </Menu>
      {adding ? (
        <AddColumnDialog
          type={type}
          taken={[...list.columns.map(({ name }) => name), ...ownNames]}
          example={example}
          labels={labels}
          onAdd={columns.add}
          onClose={() => setAdding(false)}
        />
      ) : null}
    </>
  );
}
