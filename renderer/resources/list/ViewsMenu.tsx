import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { type ResourceType, typeKey } from "../../api/resourceType.ts";
import { useClusterScope } from "../../app/clusterContext.ts";
import {
  LONGEST_VIEW_NAME,
  MAX_VIEWS,
  type SavedView,
  savedViews,
  useSavedViews,
  viewQuery,
} from "../../app/sidebar/savedViews.ts";
import { viewUrl } from "../../app/urls.ts";
import { Button } from "../../ui/Button.tsx";
import { Form } from "../../ui/forms/Form.tsx";
import { TextField } from "../../ui/forms/TextField.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Dialog } from "../../ui/layers/Dialog.tsx";
import { Menu, MenuChoices, MenuItem, MenuLabel, MenuSeparator } from "../../ui/layers/Menu.tsx";
import { copyColumns, forgetColumns } from "../table/keptColumns.ts";
import { columnsKey } from "./columnsKey.ts";

export interface ViewsMenuProps {
  type: ResourceType;
  /** Id of the current saved view; empty for none. */
  current: string;
}

/** The saved views of a kind: opens, saves, replaces and deletes them. */
export function ViewsMenu({ type, current }: ViewsMenuProps) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const navigate = useNavigate();
  const { search, pathname } = useLocation();
  const all = useSavedViews();
  const [naming, setNaming] = useState(false);
  const views = all.filter(({ group, resource }) => group === type.group && resource === type.resource);
  const shown = views.find(({ id }) => id === current);
  const query = viewQuery(new URLSearchParams(search));
  const open = (view: SavedView): void => void navigate(viewUrl(cluster.id, view));

  const save = (name: string): void => {
    const { group, version, resource } = type;
    const id = views.find((view) => view.name === name)?.id ?? crypto.randomUUID();
    const view = { id, name, group, version, resource, query };
    if (id !== current) copyColumns(columnsKey(typeKey(type), current), columnsKey(typeKey(type), id));
    savedViews.save(view);
    setNaming(false);
    open(view);
  };
  const remove = (view: SavedView): void => {
    savedViews.remove(view.id);
    forgetColumns(columnsKey(typeKey(type), view.id));
    navigate(`${pathname}?${query}`, { replace: true });
  };
  return (
    <>
      <Menu
        trigger={
          <button type="button" className="uiButton quiet small" data-testid="views-menu">
            <Icon name="bookmark" size={13} />
            {shown === undefined ? t("listSetup.views") : shown.name}
            {shown === undefined || shown.query === query ? null : (
              <span className="faint">{t("listSetup.changed")}</span>
            )}
          </button>
        }
      >
        <MenuLabel>{t("listSetup.views")}</MenuLabel>
        <MenuChoices
          label={t("listSetup.views")}
          value={current}
          options={views.map(({ id, name }) => ({ value: id, label: name, testId: `view-${name}` }))}
          onChange={(id) => {
            const chosen = views.find((view) => view.id === id);
            if (chosen !== undefined) open(chosen);
          }}
        />
        {views.length === 0 ? <p className="menuHint faint">{t("listSetup.viewsHint")}</p> : null}
        <MenuSeparator />
        {shown === undefined || shown.query === query ? null : (
          <MenuItem icon="check" onSelect={() => save(shown.name)} testId="view-update">
            {t("listSetup.update", { name: shown.name })}
          </MenuItem>
        )}
        <MenuItem icon="plus" disabled={all.length >= MAX_VIEWS} onSelect={() => setNaming(true)} testId="view-save">
          {t("listSetup.save")}
        </MenuItem>
        {shown === undefined ? null : (
          <MenuItem icon="trash" onSelect={() => remove(shown)} testId="view-delete">
            {t("listSetup.delete", { name: shown.name })}
          </MenuItem>
        )}
      </Menu>
      {naming ? <NameDialog taken={views} onSave={save} onClose={() => setNaming(false)} /> : null}
    </>
  );
}

interface NameDialogProps {
  taken: readonly SavedView[];
  onSave(name: string): void;
  onClose(): void;
}

function NameDialog({ taken, onSave, onClose }: NameDialogProps) {
  const { t } = useTranslation();
  const [name, setName] = useState("");
  const trimmed = name.trim();
  const isTaken = taken.some((view) => view.name === trimmed);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("listSetup.saveTitle")}
      description={t("listSetup.saveText")}
      testId="view-dialog"
    >
      <Form
        className="formStack"
        onSubmit={() => {
          if (trimmed !== "") onSave(trimmed);
        }}
      >
        <TextField
          label={t("listSetup.viewName")}
          value={name}
          maxLength={LONGEST_VIEW_NAME}
          autoFocus
          onChange={(event) => setName(event.target.value)}
          {...(isTaken ? { hint: t("listSetup.replaces", { name: trimmed }) } : {})}
          data-testid="view-name"
        />
        <div className="dialogActions">
          <Button onClick={onClose}>{t("app.cancel")}</Button>
          <Button
            type="submit"
            variant="primary"
            refusal={trimmed === "" ? t("listSetup.nameMissing") : undefined}
            data-testid="view-confirm"
          >
            {t("listSetup.saveDo")}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
