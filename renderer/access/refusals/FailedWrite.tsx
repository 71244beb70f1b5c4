import { useTranslation } from "react-i18next";
import { isApiError } from "../../../shared/status.ts";
import { Icon } from "../../ui/Icon.tsx";
import { ErrorText } from "./ErrorText.tsx";
import { isOutcomeUnknown, refusalWord } from "./refusalWord.ts";

/** Shows why a change failed, and whether the server may have made it; renders nothing without an error. */
export function FailedWrite({ error, testId }: { error: Error | null; testId?: string }) {
  const { t } = useTranslation();
  if (error === null) return null;
  const reason = isApiError(error) ? error.reason : "";
  return (
    <div className="notice bad" role="alert" data-testid={testId}>
      <Icon name="alert" />
      <div>
        <strong>
          {t(`refusal.${refusalWord(error)}`)}
          {reason === "" ? "" : ` (${reason})`}
        </strong>
        <p>
          <ErrorText error={error} />
        </p>
        <p>{t(isOutcomeUnknown(error) ? "refusal.changedPerhaps" : "refusal.notChanged")}</p>
      </div>
    </div>
  );
}
