import { useTranslation } from "react-i18next";
import { isApiError } from "../../../shared/status.ts";
import { messageOf } from "../../../shared/text/messageOf.ts";
import { HOST_UNAUTHORIZED, UNREACHABLE, UNREADABLE } from "../../api/requests/request.ts";
import { WhyLink } from "./WhyLink.tsx";

/** Keys of the console's own texts for failures that no cluster reported, by reason. */
const OWN_TEXTS: Readonly<Record<string, string>> = {
  // Each browser words this differently.
  [UNREACHABLE]: "app.hostGoneText",
  [HOST_UNAUTHORIZED]: "app.openAgainText",
  [UNREADABLE]: "app.unreadableText",
};

/** The server's error message, and for a refusal a link to its explanation. */
export function ErrorText({ error }: { error: unknown }) {
  return (
    <>
      <ErrorMessage error={error} /> <WhyLink error={error} />
    </>
  );
}

/** The server's error message, or the console's own text for a failure that no cluster reported. */
export function ErrorMessage({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const own = isApiError(error) ? OWN_TEXTS[error.reason] : undefined;
  return own === undefined ? messageOf(error) : t(own);
}
