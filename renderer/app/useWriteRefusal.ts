import { useTranslation } from "react-i18next";
import { useClusterScope } from "./clusterContext.ts";

/**
 * Why the user may not change anything on the current cluster; undefined when they may. The host enforces this in any
 * case.
 */
export function useWriteRefusal(): string | undefined {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  return cluster.readOnly === true ? t("app.readOnly", { name: cluster.name }) : undefined;
}
