import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { ApiObject } from "../../shared/object.ts";
import type { ResourceLocator } from "../../shared/resourcePath.ts";
import { newPlaces, useRefusal } from "../access/refusals/useRefusal.ts";
import type { ResourceType } from "../api/resourceType.ts";
import { useClusterScope } from "../app/clusterContext.ts";
import { newUrl } from "../app/urls.ts";
import { keepOpened } from "../editor/manifests/openedText.ts";
import { downloadText } from "../ui/downloadText.ts";
import type { IconName } from "../ui/Icon.tsx";
import { MenuItem, MenuSeparator } from "../ui/layers/Menu.tsx";
import { cloneOf } from "./model/cloneOf.ts";
import { type Action, actionsFor, RIGHTS } from "./model/plannedAction.ts";

export interface ActionItemsProps {
  object: ApiObject;
  type: ResourceType;
  locator: ResourceLocator;
  onChoose(action: Action): void;
}

const ICONS: Readonly<Record<Action, IconName>> = {
  scale: "columns",
  setImage: "layers",
  restart: "refresh",
  rollBack: "clock",
  pause: "pause",
  unpause: "play",
  trigger: "play",
  suspend: "pause",
  unsuspend: "play",
  cordon: "lock",
  uncordon: "check",
  drain: "arrowDown",
  evict: "external",
};

/** The actions of an object other than editing and deleting it, as menu items. */
export function ActionItems({ object, type, locator, onChoose }: ActionItemsProps) {
  const { t } = useTranslation();
  const { cluster, vocabulary } = useClusterScope();
  const navigate = useNavigate();
  const mayNotCreate = useRefusal(type, ["create"], newPlaces(type, locator.namespace ?? ""));
  const actions = actionsFor(object, type.subresources);
  const clone = async (): Promise<void> => {
    const { stringify } = await import("yaml");
    const state = keepOpened(stringify(cloneOf(object, vocabulary)));
    navigate(newUrl(cluster.id, type, locator.namespace), { state });
  };
  const download = async (): Promise<void> => {
    const { stringify } = await import("yaml");
    const { managedFields: _, ...metadata } = object.metadata;
    downloadText(`${type.resource}-${locator.name}.yaml`, stringify({ ...object, metadata }), "application/yaml");
  };
  return (
    <>
      {actions.map((action) => (
        <ActionItem key={action} action={action} type={type} locator={locator} onChoose={onChoose} />
      ))}
      {actions.length === 0 ? null : <MenuSeparator />}
      <MenuItem icon="plus" disabled={mayNotCreate !== undefined} onSelect={() => void clone()} testId="action-clone">
        {t("actions.clone")}
      </MenuItem>
      <MenuItem icon="arrowDown" onSelect={() => void download()} testId="action-download">
        {t("actions.download")}
      </MenuItem>
    </>
  );
}

function ActionItem({
  action,
  type,
  locator,
  onChoose,
}: Omit<ActionItemsProps, "object"> & { readonly action: Action }) {
  const { t } = useTranslation();
  const { verb, subresource } = RIGHTS[action];
  const { namespace = "", name = "" } = locator;
  // For the object itself, use the verbs of its kind; for its subresources, ask the server.
  const asked = subresource === "" ? type : { ...type, verbs: [...type.verbs, verb] };
  const refusal = useRefusal(asked, [verb], [{ namespace, name }], subresource);
  return (
    <MenuItem
      icon={ICONS[action]}
      disabled={refusal !== undefined}
      onSelect={() => onChoose(action)}
      testId={`action-${action}`}
    >
      {t(`actions.${action}.item`)}
    </MenuItem>
  );
}
