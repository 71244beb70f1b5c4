import { useTranslation } from "react-i18next";
import { isApiError } from "../../shared/status.ts";
import { messageOf } from "../../shared/text/messageOf.ts";
import { HOST_UNAUTHORIZED } from "../api/requests/request.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { Notice } from "../ui/Notice.tsx";

export interface HostTroubleProps {
  readonly error: unknown;
  onRetry(): void;
}

const isSessionOver = (error: unknown): boolean =>
  isApiError(error) && (error.reason === HOST_UNAUTHORIZED || error.code === 401);

/** The console's own host refused a request or did not respond, so nothing else can work. */
export function HostTrouble({ error, onRetry }: HostTroubleProps) {
  const { t } = useTranslation();
  if (isSessionOver(error)) {
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

/** {@link HostTrouble} above a view that still shows what it has read. */
export function HostNotice({ error, onRetry }: HostTroubleProps) {
  const { t } = useTranslation();
  const isOver = isSessionOver(error);
  return (
    <Notice
      tone="bad"
      testId="host-notice"
      steps={
        isOver ? null : (
          <Button icon="refresh" onClick={onRetry}>
            {t("app.retry")}
          </Button>
        )
      }
    >
      <strong>{t(isOver ? "app.openAgain" : "app.hostGone")}.</strong>{" "}
      {t(isOver ? "app.openAgainText" : "app.hostGoneText")}
    </Notice>
  );
}
