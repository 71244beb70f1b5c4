import { useTranslation } from "react-i18next";
import { Button } from "../ui/Button.tsx";
import { FilterBox } from "../ui/forms/FilterBox.tsx";
import { useAddressText } from "../ui/forms/useAddressText.ts";
import { grouped } from "../ui/numbers.ts";
import "../activity/LogBar.css";
import { ChoiceMenu } from "./ChoiceMenu.tsx";
import { type LogSettings, SINCE, TAIL } from "./useLogSettings.ts";

export interface LogToolbarProps {
  settings: LogSettings;
  /** The menu of containers. */
  children: React.ReactNode;
  /** Number of lines that contain the search text, and number of the current one, starting at 1; 0 for none yet. */
  hits: number;
  hit: number;
  onStep(step: 1 | -1): void;
  paused: boolean;
  onPause(paused: boolean): void;
  onDownload(): void;
}

/** The controls that choose which lines to show, and how. */
export function LogToolbar(props: LogToolbarProps) {
  const { t } = useTranslation();
  const { settings, hits, hit, onStep, paused } = props;
  const { text, only, since, tail, times, wrap, previous } = settings;
  const [draft, setDraft] = useAddressText(text.value, text.set);
  return (
    <div className="activityBar logBar" role="toolbar" aria-label={t("logs.toolbar")}>
      {props.children}
      <FilterBox label={t("logs.search")} value={draft} onChange={setDraft} onEnter={() => onStep(1)} testId="filter">
        {text.value === "" ? null : (
          <span className="logHits faint" aria-live="polite" data-testid="log-hits">
            {t("logs.hits", { hit, hits })}
          </span>
        )}
      </FilterBox>
      {text.value === "" ? null : (
        <>
          <Button variant="quiet" icon="arrowUp" aria-label={t("logs.hitBefore")} onClick={() => onStep(-1)} />
          <Button variant="quiet" icon="arrowDown" aria-label={t("logs.hitNext")} onClick={() => onStep(1)} />
          <Toggle on={only.on} set={only.set} text={t("logs.only")} testId="log-only" />
        </>
      )}
      <ChoiceMenu
        label={t("logs.since")}
        value={since.value}
        options={SINCE.map((value) => ({ value, label: value === "" ? t("logs.always") : ageText(Number(value), t) }))}
        onChange={since.set}
        testId="log-since"
      />
      <ChoiceMenu
        label={t("logs.tail")}
        value={tail.value}
        options={TAIL.map((value) => ({
          value,
          label: value === "" ? t("logs.all") : grouped(Number(value)),
        }))}
        onChange={tail.set}
        testId="log-tail"
      />
      <Toggle on={times.on} set={times.set} text={t("logs.times")} testId="log-times" />
      <Toggle on={wrap.on} set={wrap.set} text={t("logs.wrap")} testId="log-wrap" />
      <Toggle on={previous.on} set={previous.set} text={t("logs.previous")} testId="log-previous" />
      <span className="spacer" />
      <Button onClick={() => props.onPause(!paused)} aria-pressed={paused} data-testid="log-pause">
        {t(paused ? "activity.resume" : "activity.pause")}
      </Button>
      <Button icon="arrowDown" aria-label={t("logs.download")} onClick={props.onDownload} data-testid="log-download" />
    </div>
  );
}

function Toggle({ on, set, text, testId }: { on: boolean; set(on: boolean): void; text: string; testId: string }) {
  return (
    <Button aria-pressed={on} onClick={() => set(!on)} data-testid={testId}>
      {text}
    </Button>
  );
}

/** `5 min`, `6 h`. */
function ageText(seconds: number, t: (key: string, values: { count: number }) => string): string {
  return seconds < 3600 ? t("logs.minutes", { count: seconds / 60 }) : t("logs.hours", { count: seconds / 3600 });
}
