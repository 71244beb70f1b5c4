import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ClusterSummary } from "../../shared/console/clusterSummary.ts";
import { MenuItem } from "../ui/Menu.tsx";
import { changeCluster } from "./hostActions.ts";
import { useClusterAction } from "./useClusterAction.ts";
import "./ClusterMenu.css";

/** What a cluster's menu opens a dialogue for. */
export type Opened = "edit" | "flags" | "merge" | "delete" | "reset" | "forget";

export interface ItemsProps {
  cluster: ClusterSummary;
  onOpen(what: Opened): void;
}

/** Why an item cannot be chosen now. */
export const Why = ({ children }: { children: ReactNode }) => <span className="menuWhy">{children}</span>;

/** What can be done with any cluster. */
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
  whyNot: string;
  children: ReactNode;
  testId: string;
}

/** Takes the cluster off the start page, if it was made or added here. */
export function RemoveItem({ cluster, onSelect, whyNot, children, testId }: RemoveItemProps) {
  const isAllowed = cluster.removable === true;
  return (
    <MenuItem bad={isAllowed} icon="trash" disabled={!isAllowed} onSelect={onSelect} testId={testId}>
      {children}
      {isAllowed ? null : <Why>{whyNot}</Why>}
    </MenuItem>
  );
}
