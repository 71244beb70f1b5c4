import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../ui/Button.tsx";
import { FilterBox } from "../ui/forms/FilterBox.tsx";
import { useAddressText } from "../ui/forms/useAddressText.ts";
import "./LogBar.css";

export interface LogBarProps {
  /** The filter, mirrored in the address; `/` focuses it as in every list. */
  text: string;
  onText(text: string): void;
  /** Further controls, and the state of the log. */
  children: ReactNode;
  /** Controls at the end of the bar. */
  actions?: ReactNode;
}

/** The bar above a log, with its filters and actions. */
export function LogBar({ text, onText, children, actions }: LogBarProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useAddressText(text, onText);
  return (
    <div className="activityBar">
      <FilterBox label={t("activity.filter")} value={draft} onChange={setDraft} testId="filter" />
      {children}
      {actions === undefined ? null : (
        <>
          <span className="spacer" />
          {actions}
        </>
      )}
    </div>
  );
}

/** How many entries of a log match its filter; announced to screen readers when it changes. */
export function LogCount({ shown, total, children }: { shown: number; total: number; children?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <span className="faint" aria-live="polite">
      {t("activity.shownOf", { shown, total })}
      {children}
    </span>
  );
}

/** Pauses or resumes a log. */
export function PauseButton({
  paused,
  onPause,
  testId,
}: {
  paused: boolean;
  onPause(paused: boolean): void;
  testId: string;
}) {
  const { t } = useTranslation();
  return (
    <Button onClick={() => onPause(!paused)} data-testid={testId}>
      {t(paused ? "activity.resume" : "activity.pause")}
    </Button>
  );
}
