import { useTranslation } from "react-i18next";
import { isApiError } from "../../shared/status.ts";
import { WhyLink } from "../access/WhyLink.tsx";
import { Icon } from "../ui/Icon.tsx";

/** The server's refusal in its own words, with its reason and the fields it complains about. */
export function RefusalNotice({ error }: { error: Error }) {
  const { t } = useTranslation();
  const causes = isApiError(error) ? (error.status.details?.causes ?? []) : [];
  return (
    <div className="notice bad" role="alert" data-testid="editor-error">
      <Icon name="alert" />
      <div>
        <strong>
          {t("editor.rejected")}
          {isApiError(error) && error.reason !== "" ? ` (${error.reason})` : ""}
        </strong>
        <p>
          {error.message} <WhyLink error={error} />
        </p>
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

/** `Warning` headers of the last answer. */
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
