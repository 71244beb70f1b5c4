import { useTranslation } from "react-i18next";
import { isApiError } from "../../shared/status.ts";
import { ErrorText } from "../access/refusals/ErrorText.tsx";
import { refusalWord } from "../access/refusals/refusalWord.ts";
import { isUnanswered } from "../api/requests/request.ts";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { type Attempt, effectOf } from "./refusal.ts";
import "./EditorNotices.css";

export interface RefusalNoticeProps {
  error: Error;
  /** The attempted action. */
  attempt: Attempt;
  /** Sends the same request again; set when repeating may help. */
  onAgain?: (() => void) | undefined;
}

/** The error with the server's message, its reason and the affected fields, and the consequence for the text. */
export function RefusalNotice({ error, attempt, onAgain }: RefusalNoticeProps) {
  const { t } = useTranslation();
  const isUnheard = isApiError(error) && isUnanswered(error);
  const causes = isApiError(error) ? (error.status.details?.causes ?? []) : [];
  const effect = effectOf(error, attempt);
  return (
    <div className="notice bad" role="alert" data-testid="editor-error">
      <Icon name="alert" />
      <div>
        <strong>
          {t(`refusal.${refusalWord(error)}`)}
          {isApiError(error) && error.reason !== "" ? ` (${error.reason})` : ""}
        </strong>
        <p>
          <ErrorText error={error} />
        </p>
        {effect === undefined ? null : (
          <p className="againLine">
            {t(`refusal.${effect}`)}
            {isUnheard && onAgain !== undefined ? (
              <Button icon="refresh" onClick={onAgain} data-testid="apply-again">
                {t("waiting.again")}
              </Button>
            ) : null}
          </p>
        )}
        {causes.length < 2 ? null : (
          <ul className="causes">
            {causes.map((cause) => (
              <li key={`${cause.field}/${cause.message}`}>
                <code>{cause.field}</code> {cause.message}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** The `Warning` headers of the last response. */
export function WarningNotice({ warnings }: { warnings: readonly string[] }) {
  const { t } = useTranslation();
  if (warnings.length === 0) return null;
  return (
    <div className="notice warn" role="status" data-testid="editor-warnings">
      <Icon name="alert" />
      <div>
        <strong>{t("editor.warnings")}</strong>
        {warnings.map((warning) => (
          <p key={warning}>{warning}</p>
        ))}
      </div>
    </div>
  );
}
