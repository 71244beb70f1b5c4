import { useTranslation } from "react-i18next";
import { isApiError } from "../../shared/status.ts";
import { messageOf } from "../../shared/text/messageOf.ts";
import { HOST_UNAUTHORIZED } from "../api/requests/request.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";

/** The console's own host refused a request or did not respond, so nothing else can work. */
export function HostTrouble({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const { t } = useTranslation();
  if (isApiError(error) && (error.reason === HOST_UNAUTHORIZED || error.code === 401)) {
    return (
      <EmptyState icon="lock" tone="warn" title={t("app.openAgain")} testId="open-again">
        <p>{t("app.openAgainText")}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="plug" tone="bad" title={t("app.hostGone")} testId="host-gone">
      <p>{t("app.hostGoneText")}</p>
      <p className="mono">{messageOf(error)}</p>
      <Button icon="refresh" onClick={onRetry}>
        {t("app.retry")}
      </Button>
    </EmptyState>
  );
}
