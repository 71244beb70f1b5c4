import { useTranslation } from "react-i18next";
import { SlowNotice } from "../ui/SlowNotice.tsx";

export interface LoadingProps {
  text?: string;
  /** Called to leave the view; offered when loading takes long. */
  onLeave?: () => void;
}

import "./Loading.css";

/** Shows that content is loading, also to screen readers. */
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
