import { useTranslation } from "react-i18next";
import { MAX_OBJECTS } from "../api/lists/listing.ts";
import { Icon } from "../ui/Icon.tsx";
import type { AccessState } from "./model/accessState.ts";
import { ErrorText } from "./refusals/ErrorText.tsx";
import { WhyLink } from "./refusals/WhyLink.tsx";
import "./Gaps.css";

const SHOWN = 6;

/** Lists what the answers of this area do not take into account, because the user may not read it. */
export function Gaps({ state }: { state: AccessState }) {
  const { t } = useTranslation();
  const { gaps, error } = state;
  if (error !== undefined) {
    return (
      <p className="notice bad" role="alert">
        {t("rights.readFailed")}: <ErrorText error={error} />
      </p>
    );
  }
  if (gaps.length === 0) return null;
  return (
    <details className="notice warn gaps" data-testid="access-gaps">
      <summary>
        <Icon name="lock" /> {t("rights.incomplete")}
      </summary>
      <ul>
        {gaps.map(({ resource, message, namespaces, refusal }) => (
          <li key={resource}>
            {message === ""
              ? t("rights.tooMany", { resource, count: MAX_OBJECTS })
              : t("rights.mayNotList", { resource })}{" "}
            {namespaces.length === 0 ? null : (
              <span>
                {t("rights.onlyNamespaces", {
                  namespaces: namespaces.slice(0, SHOWN).join(", ") + (namespaces.length > SHOWN ? ", …" : ""),
                })}{" "}
              </span>
            )}
            <WhyLink error={refusal} />
          </li>
        ))}
      </ul>
    </details>
  );
}
