import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiObject } from "../../shared/object.ts";
import { isGone } from "../resources/live/isGone.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Menu } from "../ui/layers/Menu.tsx";
import { ActionItems, type ActionItemsProps } from "./ActionItems.tsx";
import { ChosenAction } from "./ChosenAction.tsx";
import type { Action } from "./model/plannedAction.ts";

export interface ActionMenuProps extends Omit<ActionItemsProps, "onChoose"> {
  /** Whether the object has been deleted: an open dialog then stays, with what the user typed. */
  gone: boolean;
}

/** The actions of an object other than editing and deleting it. Every action shows its request first. */
export function ActionMenu({ gone, ...about }: ActionMenuProps) {
  const { t } = useTranslation();
  const [chosen, choose] = useState<{ action: Action; object: ApiObject }>();
  const { object, locator } = about;
  const trigger = (
    <Button refusal={gone ? t("object.deletedText") : undefined} data-testid="action-menu">
      {t("actions.menu")}
      <Icon name="chevronDown" size={12} />
    </Button>
  );
  const uid = chosen?.object.metadata.uid;
  const isLost = isGone({ object, gone }, uid);
  return (
    <>
      {gone ? (
        trigger
      ) : (
        <Menu trigger={trigger}>
          <ActionItems {...about} onChoose={(action) => choose({ action, object })} />
        </Menu>
      )}
      <ChosenAction
        chosen={
          chosen === undefined
            ? undefined
            : { action: chosen.action, object: isLost ? chosen.object : object, locator, gone: isLost }
        }
        onClose={() => choose(undefined)}
      />
    </>
  );
}
