import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { messageOf } from "../../../shared/messageOf.ts";
import { isApiError } from "../../../shared/status.ts";
import { WhyLink } from "../../access/WhyLink.tsx";
import { Loading } from "../../app/Loading.tsx";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";

/** The content in place of an object that is deleted, refused, or could not be read. */
export function ObjectTrouble({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  if (error === null || error === undefined) return <Loading onLeave={() => navigate(-1)} />;
  if (isApiError(error) && error.code === 404) {
    return (
      <EmptyState icon="inbox" title={t("object.gone")} testId="object-gone">
        <p>{t("object.goneText")}</p>
        <p className="mono">{error.message}</p>
      </EmptyState>
    );
  }
  const refused = isApiError(error) && error.code === 403;
  return (
    <EmptyState
      icon={refused ? "lock" : "alert"}
      tone={refused ? "warn" : "bad"}
      title={refused ? t("object.forbidden") : t("object.failed")}
      testId="object-trouble"
    >
      <p className="mono">{messageOf(error)}</p>
      <WhyLink error={error} button />
      <Button icon="refresh" onClick={onRetry}>
        {t("app.retry")}
      </Button>
    </EmptyState>
  );
}
