import { useTranslation } from "react-i18next";
import { isApiError } from "../../../shared/status.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorText } from "./ErrorText.tsx";

export interface UnreadListProps {
  error: Error | null;
  /** The kind in the plural. */
  kinds: string;
  /** Whether the request was for all namespaces, although the user may be allowed to read some of them. */
  isEverywhere: boolean;
  onRetry?: () => void;
}

/** Shown in place of a list that could not be read, because it is forbidden or the request failed. */
export function UnreadList({ error, kinds, isEverywhere, onRetry }: UnreadListProps) {
  const { t } = useTranslation();
  const isForbidden = isApiError(error) && error.code === 403;
  return (
    <EmptyState
      icon={isForbidden ? "lock" : "alert"}
      tone={isForbidden ? "warn" : "bad"}
      title={isForbidden ? t("list.forbiddenTitle", { kind: kinds }) : t("list.failedTitle")}
    >
      <p>
        <ErrorText error={error} />
      </p>
      {isForbidden && isEverywhere ? <p>{t("list.forbiddenHint")}</p> : null}
      {onRetry === undefined ? null : (
        <Button icon="refresh" onClick={onRetry}>
          {t("app.retry")}
        </Button>
      )}
    </EmptyState>
  );
}
