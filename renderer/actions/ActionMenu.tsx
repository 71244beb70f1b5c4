import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../ui/Icon.tsx";
import { Menu } from "../ui/layers/Menu.tsx";
import { ActionItems, type ActionItemsProps } from "./ActionItems.tsx";
import { ChosenAction } from "./ChosenAction.tsx";
import type { Action } from "./model/plannedAction.ts";

/** The actions of an object other than editing and deleting it. Every action shows its request first. */
export function ActionMenu(about: Omit<ActionItemsProps, "onChoose">) {
  const { t } = useTranslation();
  const [action, choose] = useState<Action>();
  const { object, locator } = about;
  return (
    <>
      <Menu
        trigger={
          <button type="button" className="uiButton" data-testid="action-menu">
            {t("actions.menu")}
            <Icon name="chevronDown" size={12} />
          </button>
        }
      >
        <ActionItems {...about} onChoose={choose} />
      </Menu>
      <ChosenAction
        chosen={action === undefined ? undefined : { action, object, locator }}
        onClose={() => choose(undefined)}
      />
    </>
  );
}
