import { useTranslation } from "react-i18next";
import { SlowNotice } from "../ui/SlowNotice.tsx";

export interface LoadingProps {
  text?: string;
  /** Goes elsewhere; offered when it takes long. */
  onLeave?: () => void;
}

import "./Loading.css";

/** Something is on its way; says so to everybody. */
export function Loading({ text, onLeave }: LoadingProps) {
  const { t } = useTranslation();
  return (
    <>
      <div className="loading" role="status">
        <span className="spinner" aria-hidden="true" />
        {text ?? t("app.loading")}
      </div>
      {onLeave === undefined ? null : <SlowNotice onCancel={onLeave} label={t("waiting.goBack")} />}
    </>
  );
}
