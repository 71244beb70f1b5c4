import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { ErrorNotice } from "../access/refusals/ErrorNotice.tsx";
import { lastManager } from "../history/authorship.ts";
import { useClockTime } from "../ui/age/useClockTime.ts";
import { Button } from "../ui/Button.tsx";
import { useShownChoice } from "../ui/forms/useShownChoice.ts";
import { DeletedList } from "./DeletedList.tsx";
import { GapList } from "./GapList.tsx";
import { Remembering } from "./Remembering.tsx";
import { stopAt, stopsOf } from "./stops.ts";
import { TimeMarks } from "./TimeMarks.tsx";
import { timeAt } from "./timeMarks.ts";
import type { Earlier } from "./useEarlier.ts";
import { MOMENTS_KEPT, type Revisions } from "./useRevisions.ts";

/** Text keys for the types of changes. */
const CHANGES = {
  ADDED: "timeMachine.created",
  MODIFIED: "timeMachine.modified",
  DELETED: "timeMachine.deleted",
} as const;

export interface TimeSliderProps {
  past: Revisions;
  earlier: Earlier;
  revision: number;
  /** Whether the view follows the latest changes. */
  live: boolean;
  /** Called with the chosen revision; empty for the present. */
  onChange(revision: string): void;
  /** The revision to compare with; undefined for none. */
  compared: number | undefined;
  onCompare(): void;
  onSelect(key: string): void;
}

/** A slider over the moments. The last stop is the present, which advances automatically. */
export function TimeSlider(props: TimeSliderProps) {
  const { past, earlier, revision, live, onChange, compared } = props;
  const { t } = useTranslation();
  const clock = useClockTime();
  const { moments, oldest = 1, replayedFrom = oldest, opened = 1 } = past;
  const stops = useMemo(() => stopsOf(moments, oldest), [moments, oldest]);
  const last = stops.length;
  const at = live ? last : stopAt(stops, revision);
  const go = (index: number): void => onChange(index >= last ? "" : String(stops[Math.max(0, index)] ?? ""));
  const [shownAt, moveTo] = useShownChoice(at, go);
  const moment = live ? undefined : moments.find((each) => each.revision === stops[at]);
  // A deletion has no recorded author.
  const manager = moment === undefined || moment.state.deleted ? "" : lastManager(moment.state.object);
  const time = live || moment?.at === 0 ? 0 : timeAt(moments, revision);
  const named = t("timeMachine.at", { revision });
  const said = live ? t("timeMachine.nowLong") : time === 0 ? named : `${clock(time)} · ${named}`;
  return (
    <section className="timeBar" aria-label={t("timeMachine.slider")}>
      <div className="timeSlide">
        {earlier.more === undefined ? null : (
          <Button icon="clock" onClick={earlier.more} disabled={earlier.loading} data-testid="time-more">
            {t("timeMachine.more")}
          </Button>
        )}
        <Button
          icon="chevronLeft"
          aria-label={t("timeMachine.earlier")}
          onClick={() => go(at - 1)}
          disabled={at === 0}
        />
        <div className="timeTrack">
          <input
            type="range"
            min={0}
            max={last}
            value={shownAt}
            aria-label={t("timeMachine.slider")}
            aria-valuetext={said}
            onChange={(event) => moveTo(Number(event.target.value))}
            data-testid="time-slider"
          />
          <TimeMarks
            moments={moments}
            stops={stops}
            compared={compared === undefined ? undefined : stopAt(stops, compared)}
          />
        </div>
        <Button icon="chevronRight" aria-label={t("timeMachine.later")} onClick={() => go(at + 1)} disabled={live} />
        <Button onClick={() => onChange("")} aria-pressed={live} data-testid="time-now">
          {t("timeMachine.now")}
        </Button>
      </div>
      <div className="timeLine">
        <p data-testid="time-said" data-revision={revision}>
          <b>{said}</b>{" "}
          {moment === undefined ? null : (
            <span className="muted">
              {moment.key.replace(/^\//, "")} {t(CHANGES[moment.type])}{" "}
              {manager === "" ? "" : t("timeMachine.by", { manager })}
            </span>
          )}
        </p>
        <span className="spacer" />
        <span className="faint timeCount">{t("timeMachine.moments", { count: moments.length })}</span>
        <Remembering />
        <DeletedList moments={moments} onSelect={props.onSelect} />
        {compared === undefined && !live ? (
          <Button onClick={props.onCompare} data-testid="time-compare">
            {t("timeMachine.compare")}
          </Button>
        ) : null}
      </div>
      <p className="faint" data-testid="time-retained">
        {earlier.since !== undefined
          ? t("timeMachine.remembered", { time: clock(earlier.since) })
          : oldest === 1
            ? t("timeMachine.everything")
            : oldest === opened
              ? t("timeMachine.goneAll")
              : t("timeMachine.gone", { revision: oldest })}{" "}
        {replayedFrom > oldest ? t("timeMachine.noReplay", { revision: replayedFrom }) : ""}{" "}
        {moments.length - earlier.moments.length >= MOMENTS_KEPT
          ? t("timeMachine.capped", { count: MOMENTS_KEPT })
          : ""}
      </p>
      <GapList gaps={earlier.gaps} />
      <ErrorNotice error={earlier.error} />
    </section>
  );
}
