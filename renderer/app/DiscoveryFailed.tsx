import { useTranslation } from "react-i18next";
import type { useDiscovery } from "../api/queries.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";

export interface DiscoveryFailedProps {
  /** Of the view in whose place this stands: a reader of its own would ask the server again each time it appears. */
  discovery: Pick<ReturnType<typeof useDiscovery>, "error" | "refetch">;
}

/** In place of a view that needs the kinds of a cluster, where the server did not tell them. */
export function DiscoveryFailed({ discovery: { error, refetch } }: DiscoveryFailedProps) {
  const { t } = useTranslation();
  return (
    <EmptyState icon="alert" tone="bad" title={t("side.failed")} testId="discovery-failed">
      <p className="mono">{error?.message}</p>
      <Button icon="refresh" onClick={() => void refetch()}>
        {t("app.retry")}
      </Button>
    </EmptyState>
  );
}
