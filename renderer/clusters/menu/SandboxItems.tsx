import { useTranslation } from "react-i18next";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import { MenuItem, MenuSeparator } from "../../ui/layers/Menu.tsx";
import { useCopy } from "../../ui/useCopy.ts";
import { canStart, canStop, shellCommand } from "../home/clusterGroups.ts";
import { act, duplicate, exportSandbox } from "../hostActions.ts";
import { useClusterAction } from "../useClusterAction.ts";
import { CommonItems, type ItemsProps, RemoveItem, Why } from "./menuItems.tsx";

/** The environment variable in which other tools look for kubeconfigs. */
export const CLIENT_VARIABLE = `${createVocabulary().prefix}config`.toUpperCase();

/** The actions for a sandbox. */
export function SandboxItems({ cluster, onOpen }: ItemsProps) {
  const { t } = useTranslation();
  const copy = useCopy();
  const { id, state, name } = cluster;
  const plain = useClusterAction(() => act(id, canStart(state) ? "start" : "stop"));
  const copyOf = useClusterAction(
    () => duplicate(id),
    () => t("home.done.created", { name }),
  );
  const save = useClusterAction(
    () => exportSandbox(id),
    ({ path }) => t("home.done.exported", { path }),
  );
  const isBusy = state === "starting" || state === "stopping";
  const neverRan = cluster.apiServer === "" && state === "failed";
  return (
    <>
      <MenuItem disabled={isBusy} onSelect={() => plain.mutate()} testId="do-toggle">
        {t(canStop(state) ? "home.do.stop" : "home.do.start")}
      </MenuItem>
      <MenuItem disabled={isBusy || neverRan} onSelect={() => copyOf.mutate()} icon="copy" testId="do-duplicate">
        {t("home.do.duplicate")}
        {neverRan ? <Why>{t("home.do.notYet")}</Why> : null}
      </MenuItem>
      <CommonItems cluster={cluster} onOpen={onOpen} />
      <MenuItem
        icon="columns"
        disabled={isBusy || cluster.flags === undefined}
        onSelect={() => onOpen("flags")}
        testId="do-flags"
      >
        {t("home.do.flags")}
        {cluster.flags === undefined ? <Why>{t("home.do.flagsOfStart")}</Why> : null}
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={() => copy(cluster.kubeconfig)}>{t("home.do.copyPath")}</MenuItem>
      <MenuItem onSelect={() => copy(shellCommand(CLIENT_VARIABLE, cluster.kubeconfig))}>
        {t("home.do.copyCommand")}
      </MenuItem>
      <MenuItem onSelect={() => onOpen("merge")} testId="do-merge">
        {t("home.do.merge")}
      </MenuItem>
      <MenuItem disabled={isBusy} onSelect={() => save.mutate()} testId="do-export">
        {t("home.do.export")}
      </MenuItem>
      <MenuSeparator />
      <MenuItem bad icon="refresh" disabled={isBusy} onSelect={() => onOpen("reset")} testId="do-reset">
        {t("home.do.reset")}
      </MenuItem>
      <RemoveItem
        cluster={cluster}
        onSelect={() => onOpen("delete")}
        testId="do-delete"
        disabledReason={t("home.do.keepFirst")}
      >
        {t("home.do.delete")}
      </RemoveItem>
    </>
  );
}
