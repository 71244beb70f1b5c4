import { useTranslation } from "react-i18next";
import { ErrorMessage } from "../access/refusals/ErrorText.tsx";
import type { useDiscovery } from "../api/queries.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";

export interface DiscoveryFailedProps {
  /**
   * The query of the view that this component replaces. A separate query would be sent each time this component mounts.
   */
  discovery: Pick<ReturnType<typeof useDiscovery>, "error" | "refetch">;
}

/** Replaces a view that needs the cluster's kinds when discovery failed. */
export function DiscoveryFailed({ discovery: { error, refetch } }: DiscoveryFailedProps) {
  const { t } = useTranslation();
  return (
    <EmptyState icon="alert" tone="bad" title={t("side.failed")} testId="discovery-failed">
      <p className="mono">
        <ErrorMessage error={error} />
      </p>
      <Button icon="refresh" onClick={() => void refetch()}>
        {t("app.retry")}
      </Button>
    </EmptyState>
  );
}
