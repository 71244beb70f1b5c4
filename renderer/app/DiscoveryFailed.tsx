import { useTranslation } from "react-i18next";
import { ErrorMessage } from "../access/refusals/ErrorText.tsx";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import type { ClusterScope } from "./clusterContext.ts";

/** Replaces a view that needs the cluster's kinds when discovery failed. */
export function DiscoveryFailed({ error, retry }: NonNullable<ClusterScope["undiscovered"]>) {
  const { t } = useTranslation();
  return (
    <EmptyState icon="alert" tone="bad" title={t("side.failed")} testId="discovery-failed">
      <p className="mono">
        <ErrorMessage error={error} />
      </p>
      <Button icon="refresh" onClick={retry}>
        {t("app.retry")}
      </Button>
    </EmptyState>
  );
}
