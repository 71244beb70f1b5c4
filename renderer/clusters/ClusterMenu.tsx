import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { createVocabulary } from "../../shared/vocabulary.ts";
import type { Cluster } from "../api/host.ts";
import { Button } from "../ui/Button.tsx";
import { Menu, MenuItem, MenuSeparator } from "../ui/Menu.tsx";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import { useCopy } from "./CopyLine.tsx";
import { canRetry, canStart, canStop, shellCommand } from "./clusterGroups.ts";
import { EditDialog } from "./EditDialog.tsx";
import { act, changeCluster, duplicate, exportSandbox, type PlainAction } from "./hostActions.ts";
import { MergeDialog } from "./MergeDialog.tsx";
import { useClusterAction } from "./useClusterAction.ts";
import { useSignIn } from "./useSignIn.ts";

type Opened = "edit" | "merge" | "delete" | "reset" | "forget";

/** The environment variable that names kubeconfigs to other tools. */
const VARIABLE = `${createVocabulary().prefix}config`.toUpperCase();

/** All that can be done with a cluster; what cannot be done now says why. */
export function ClusterMenu({ cluster }: { cluster: Cluster }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<Opened>();
  const close = (): void => setOpened(undefined);
  return (
    <>
      <Menu
        trigger={
          <Button
            variant="quiet"
            icon="more"
            aria-label={t("home.actions", { name: cluster.name })}
            data-testid={`actions-${cluster.id}`}
          />
        }
      >
        {cluster.kind === "sandbox" ? (
          <SandboxItems cluster={cluster} onOpen={setOpened} />
        ) : (
          <RemoteItems cluster={cluster} onOpen={setOpened} />
        )}
      </Menu>
      {opened === "edit" ? <EditDialog cluster={cluster} onClose={close} /> : null}
      {opened === "merge" ? <MergeDialog cluster={cluster} onClose={close} /> : null}
      {opened === "delete" || opened === "reset" || opened === "forget" ? (
        <ConfirmDialog cluster={cluster} what={opened} onClose={close} />
      ) : null}
    </>
  );
}

interface ItemsProps {
  cluster: Cluster;
  onOpen(what: Opened): void;
}

const Why = ({ children }: { children: ReactNode }) => <span className="menuWhy">{children}</span>;

function SandboxItems({ cluster, onOpen }: ItemsProps) {
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
      <MenuSeparator />
      <MenuItem onSelect={() => copy(cluster.kubeconfig)}>{t("home.do.copyPath")}</MenuItem>
      <MenuItem onSelect={() => copy(shellCommand(VARIABLE, cluster.kubeconfig))}>{t("home.do.copyCommand")}</MenuItem>
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
      <MenuItem
        bad={cluster.removable === true}
        icon="trash"
        disabled={cluster.removable !== true}
        onSelect={() => onOpen("delete")}
        testId="do-delete"
      >
        {t("home.do.delete")}
        {cluster.removable === true ? null : <Why>{t("home.do.keepFirst")}</Why>}
      </MenuItem>
    </>
  );
}

function RemoteItems({ cluster, onOpen }: ItemsProps) {
  const { t } = useTranslation();
  const copy = useCopy();
  const action: PlainAction = canRetry(cluster.state) ? "retry" : "open";
  const retry = useClusterAction(() => act(cluster.id, action));
  const signIn = useSignIn(cluster.id);
  return (
    <>
      <MenuItem icon="plug" onSelect={() => retry.mutate()} testId="do-retry">
        {t(action === "retry" ? "home.do.retry" : "clusters.open")}
      </MenuItem>
      {cluster.login === "oidc" ? (
        <MenuItem icon="key" onSelect={() => signIn.mutate()}>
          {t("home.do.signIn")}
        </MenuItem>
      ) : null}
      <CommonItems cluster={cluster} onOpen={onOpen} />
      <MenuItem onSelect={() => copy(cluster.apiServer)}>{t("clusters.copyAddress")}</MenuItem>
      <MenuSeparator />
      <MenuItem
        bad={cluster.removable === true}
        icon="trash"
        disabled={cluster.removable !== true}
        onSelect={() => onOpen("forget")}
        testId="do-forget"
      >
        {t("home.do.forget")}
        {cluster.removable === true ? null : <Why>{t("home.do.keepOwn")}</Why>}
      </MenuItem>
    </>
  );
}

function CommonItems({ cluster, onOpen }: ItemsProps) {
  const { t } = useTranslation();
  const isReadOnly = cluster.readOnly === true;
  const turn = useClusterAction(() => changeCluster(cluster.id, { readOnly: !isReadOnly }));
  return (
    <>
      <MenuItem icon="pencil" onSelect={() => onOpen("edit")} testId="do-edit">
        {t("home.do.edit")}
      </MenuItem>
      <MenuItem icon="lock" onSelect={() => turn.mutate()} testId="do-read-only">
        {t(isReadOnly ? "home.do.readOnlyOff" : "home.do.readOnlyOn")}
      </MenuItem>
    </>
  );
}
