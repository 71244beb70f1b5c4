import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../ui/Button.tsx";
import { useCopy } from "../ui/useCopy.ts";
import "./LogDetail.css";

export interface LogDetailProps {
  /** The accessible name of the panel. */
  label: string;
  title: ReactNode;
  /** The text that a button copies; without it there is no button. */
  text?: string;
  onClose(): void;
  testId: string;
  children: ReactNode;
}

/** The panel beside a log that shows the selected entry in full. */
export function LogDetail({ label, title, text, onClose, testId, children }: LogDetailProps) {
  const { t } = useTranslation();
  const copy = useCopy();
  return (
    <aside className="logDetail" aria-label={label} data-testid={testId}>
      <header>
        <h2>{title}</h2>
        {text === undefined ? null : (
          <Button variant="quiet" icon="copy" aria-label={t("app.copy")} onClick={() => copy(text)} />
        )}
        <Button variant="quiet" icon="close" aria-label={t("app.close")} onClick={onClose} />
      </header>
      {children}
    </aside>
  );
}
