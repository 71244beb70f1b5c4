import type { ApiObject } from "../../shared/object.ts";
import type { ResourceLocator } from "../../shared/resourcePath.ts";
import { ActionDialog } from "./ActionDialog.tsx";
import { DrainDialog } from "./DrainDialog.tsx";
import type { Action } from "./model/plannedAction.ts";
import { RollBackDialog } from "./RollBackDialog.tsx";
import { SetImageDialog } from "./SetImageDialog.tsx";

export interface ActionDialogsProps {
  action: Action;
  object: ApiObject;
  locator: ResourceLocator;
  /** Whether the object has been deleted since the dialog opened. */
  gone: boolean;
  onClose(): void;
}

/** The dialog of an action. Loaded when the user chooses an action. */
export default function ActionDialogs({ action, ...rest }: ActionDialogsProps) {
  if (action === "rollBack") return <RollBackDialog {...rest} />;
  if (action === "drain") return <DrainDialog {...rest} />;
  if (action === "setImage") return <SetImageDialog {...rest} />;
  return <ActionDialog action={action} {...rest} />;
}
