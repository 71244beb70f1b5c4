import { useTranslation } from "react-i18next";
import { useClusterScope } from "./clusterContext.ts";

/** Why nothing may be changed on the cluster of this view; undefined when it may be. The host refuses it in any case. */
export function useWriteRefusal(): string | undefined {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  return cluster.readOnly === true ? t("app.readOnly", { name: cluster.name }) : undefined;
}
