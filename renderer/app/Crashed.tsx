import { useTranslation } from "react-i18next";
import { Link, useRouteError } from "react-router";
import { messageOf } from "../../shared/text/messageOf.ts";
import { Button } from "../ui/Button.tsx";
import { EmptyState } from "../ui/EmptyState.tsx";
import { isCodeError } from "./codeErrors.ts";
import { NotLoaded } from "./NotLoaded.tsx";

/** Replaces a view that threw an error; the rest of the console keeps working. */
export function Crashed() {
  const { t } = useTranslation();
  const error = useRouteError();
  if (isCodeError(error)) return <NotLoaded error={error} />;
  return (
    <EmptyState icon="alert" tone="bad" title={t("app.crashed")} testId="crashed">
      <p className="mono">{messageOf(error)}</p>
      <Button onClick={() => location.reload()}>{t("app.reload")}</Button>
    </EmptyState>
  );
}

/** Shown when no view matches the address. */
export function NotFound() {
  const { t } = useTranslation();
  return (
    <EmptyState icon="search" title={t("app.notFound")} testId="not-found">
      <p>{t("app.notFoundText")}</p>
      <Link className="uiButton" to="/">
        {t("app.home")}
      </Link>
    </EmptyState>
  );
}
