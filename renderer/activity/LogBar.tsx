import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../ui/Button.tsx";
import { FilterBox } from "../ui/FilterBox.tsx";
import { useFilterText } from "../ui/useFilterText.ts";
import "./LogBar.css";

export interface LogBarProps {
  /** The filter, mirrored into the address; `/` leads to it as in every list. */
  text: string;
  onText(text: string): void;
  /** Further choices, and how the log stands. */
  children: ReactNode;
  /** What stands at the far end. */
  actions?: ReactNode;
}

/** The bar above a log: what of it is shown, and what can be done with it. */
export function LogBar({ text, onText, children, actions }: LogBarProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useFilterText(text, onText);
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

/** How much of a log passes its filter, told when it changes. */
export function LogCount({ shown, total, children }: { shown: number; total: number; children?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <span className="faint" aria-live="polite">
      {t("activity.shownOf", { shown, total })}
      {children}
    </span>
  );
}

/** Holds a log still, or lets it go on. */
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
