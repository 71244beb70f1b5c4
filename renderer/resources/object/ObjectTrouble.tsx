import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { isApiError } from "../../../shared/status.ts";
import { ErrorMessage } from "../../access/refusals/ErrorText.tsx";
import { WhyLink } from "../../access/refusals/WhyLink.tsx";
import { Loading } from "../../app/Loading.tsx";
import { useGoBack } from "../../app/useGoBack.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";

interface ObjectTroubleProps {
  error: unknown;
  onRetry(): void;
  /** Link to the object's list, if the list is not visible anyway. */
  list?: { readonly url: string; readonly name: string };
}

/** Replaces an object that was deleted, refused, or could not be read. */
export function ObjectTrouble({ error, onRetry, list }: ObjectTroubleProps) {
  const { t } = useTranslation();
  const goBack = useGoBack();
  if (error === null || error === undefined) return <Loading onLeave={goBack} />;
  if (isApiError(error) && error.code === 404) {
    return (
      <EmptyState icon="inbox" title={t("object.gone")} testId="object-gone">
        <p>{t("object.goneText")}</p>
        <p className="mono">{error.message}</p>
        {list === undefined ? null : (
          <Link className="uiButton" to={list.url}>
            {t("object.toList", { kind: list.name })}
          </Link>
        )}
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
      <p className="mono">
        <ErrorMessage error={error} />
      </p>
      <div className="emptyActions">
        <WhyLink error={error} button />
        <Button icon="refresh" onClick={onRetry}>
          {t("app.retry")}
        </Button>
      </div>
    </EmptyState>
  );
}
