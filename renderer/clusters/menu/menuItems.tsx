import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ClusterSummary } from "../../../shared/console/clusterSummary.ts";
import { MenuItem } from "../../ui/layers/Menu.tsx";
import { changeCluster } from "../hostActions.ts";
import { useClusterAction } from "../useClusterAction.ts";
import "./ClusterMenu.css";

/** The dialogs of a cluster's menu. */
export type Opened = "edit" | "flags" | "merge" | "delete" | "reset" | "forget";

export interface ItemsProps {
  cluster: ClusterSummary;
  onOpen(dialog: Opened): void;
}

/** Why an item is unavailable. */
export const Why = ({ children }: { children: ReactNode }) => <span className="menuWhy">{children}</span>;

/** The actions for all kinds of clusters. */
export function CommonItems({ cluster, onOpen }: ItemsProps) {
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

export interface RemoveItemProps {
  cluster: ClusterSummary;
  onSelect(): void;
  disabledReason: string;
  children: ReactNode;
  testId: string;
}

/** Removes the cluster from the start page, if it was created or added in the console. */
export function RemoveItem({ cluster, onSelect, disabledReason, children, testId }: RemoveItemProps) {
  const isAllowed = cluster.removable === true;
  return (
    <MenuItem bad={isAllowed} icon="trash" disabled={!isAllowed} onSelect={onSelect} testId={testId}>
      {children}
      {isAllowed ? null : <Why>{disabledReason}</Why>}
    </MenuItem>
  );
}
