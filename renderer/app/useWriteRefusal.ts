import { useTranslation } from "react-i18next";
import { useClusterScope } from "./clusterContext.ts";

/**
 * Why the user may not change anything on the current cluster, or cannot because it does not run; undefined when they
 * may. The host enforces this in any case.
 */
export function useWriteRefusal(): string | undefined {
  const { t } = useTranslation();
  const { name, kind, state, readOnly } = useClusterScope().cluster;
  if (kind === "sandbox" && state !== "running") return t("app.notRunning", { name });
  return readOnly === true ? t("app.readOnly", { name }) : undefined;
}
