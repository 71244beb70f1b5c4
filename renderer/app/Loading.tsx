import { useTranslation } from "react-i18next";

/** Something is on its way; says so to everybody. */
export function Loading({ text }: { text?: string }) {
  const { t } = useTranslation();
  return (
    <div className="loading" role="status">
      <span className="spinner" aria-hidden="true" />
      {text ?? t("app.loading")}
    </div>
  );
}
