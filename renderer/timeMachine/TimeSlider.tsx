import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { lastManager } from "../history/authorship.ts";
import { formatTime } from "../ui/age/formatAge.ts";
import { Button } from "../ui/Button.tsx";
import { stopAt, stopsOf } from "./stops.ts";
import { MOMENTS_KEPT, type Revisions } from "./useRevisions.ts";

/** Keys of the texts for the kinds of change. */
const CHANGES = {
  ADDED: "timeMachine.created",
  MODIFIED: "timeMachine.modified",
  DELETED: "timeMachine.deleted",
} as const;

export interface TimeSliderProps {
  past: Revisions;
  revision: number;
  /** Whether the view follows the present. */
  live: boolean;
  /** Called with the chosen revision; empty for the present. */
  onChange(revision: string): void;
}

/** A slider over the moments. The last stop is the present, which updates itself. */
export function TimeSlider({ past, revision, live, onChange }: TimeSliderProps) {
  const { t, i18n } = useTranslation();
  const { moments, oldest = 1, replayedFrom = oldest, opened = 1 } = past;
  const stops = useMemo(() => stopsOf(moments, oldest), [moments, oldest]);
  const last = stops.length;
  const at = live ? last : stopAt(stops, revision);
  const go = (index: number): void => onChange(index >= last ? "" : String(stops[Math.max(0, index)] ?? ""));
  const moment = live ? undefined : moments.find((each) => each.revision === stops[at]);
  // A deletion has no author.
  const manager = moment === undefined || moment.state.deleted ? "" : lastManager(moment.state.object);
  const said = live ? t("timeMachine.nowLong") : t("timeMachine.at", { revision });
  return (
    <section className="timeBar" aria-label={t("timeMachine.slider")}>
      <div className="timeSlide">
        <Button
          icon="chevronLeft"
          aria-label={t("timeMachine.earlier")}
          onClick={() => go(at - 1)}
          disabled={at === 0}
        />
        <input
          type="range"
          min={0}
          max={last}
          value={at}
          aria-label={t("timeMachine.slider")}
          aria-valuetext={said}
          onChange={(event) => go(Number(event.target.value))}
          data-testid="time-slider"
        />
        <Button icon="chevronRight" aria-label={t("timeMachine.later")} onClick={() => go(at + 1)} disabled={live} />
        <Button onClick={() => onChange("")} aria-pressed={live} data-testid="time-now">
          {t("timeMachine.now")}
        </Button>
      </div>
      <p data-testid="time-said" data-revision={revision}>
        <b>{said}</b>{" "}
        {moment === undefined ? null : (
          <span className="muted">
            {moment.at === 0 ? "" : `${formatTime(moment.at, i18n.language)} · `}
            {moment.key.replace(/^\//, "")} {t(CHANGES[moment.type])}{" "}
            {manager === "" ? "" : t("timeMachine.by", { manager })}
          </span>
        )}
        <span className="faint timeCount">{t("timeMachine.moments", { count: moments.length })}</span>
      </p>
      <p className="faint" data-testid="time-retained">
        {oldest === 1
          ? t("timeMachine.everything")
          : oldest === opened
            ? t("timeMachine.goneAll")
            : t("timeMachine.gone", { revision: oldest })}{" "}
        {replayedFrom > oldest ? t("timeMachine.noReplay", { revision: replayedFrom }) : ""}{" "}
        {moments.length >= MOMENTS_KEPT ? t("timeMachine.capped", { count: MOMENTS_KEPT }) : ""}
      </p>
    </section>
  );
}
