import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "./Button.tsx";
import "./SlowNotice.css";

/** Milliseconds after which the user can stop waiting. */
const LONG = 3_000;

export interface SlowNoticeProps {
  onCancel(): void;
  /** Default: cancel. */
  label?: string;
}

/** A notice next to a pending operation; appears when it takes long, with a button to cancel. */
export function SlowNotice({ onCancel, label }: SlowNoticeProps) {
  const { t } = useTranslation();
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG);
    return () => clearTimeout(timer);
  }, []);
  if (!isLong) return null;
  return (
    <div className="notice slowNotice" role="status" data-testid="slow">
      <span className="spinner" aria-hidden="true" />
      <span>{t("waiting.slow")}</span>
      <span className="spacer" />
      <Button onClick={onCancel} data-testid="slow-cancel">
        {label ?? t("app.cancel")}
      </Button>
    </div>
  );
}
