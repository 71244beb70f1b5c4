import { useTranslation } from "react-i18next";
import type { JournalPage } from "../history/journal.ts";
import { useClockTime } from "../ui/age/useClockTime.ts";

/** Maximum number of listed gaps; the others are only counted. */
const MOST = 3;

/** Periods for which a sandbox has no history, the latest first. */
export function GapList({ gaps }: { gaps: JournalPage["gaps"] }) {
  const { t } = useTranslation();
  const clock = useClockTime();
  if (gaps.length === 0) return null;
  return (
    <ul className="timeGaps" data-testid="time-gaps">
      {gaps
        .slice(-MOST)
        .reverse()
        .map(({ after, since, until, changes }) => (
          <li key={after}>
            {t("timeMachine.gap", {
              from: clock(Date.parse(since)),
              to: clock(Date.parse(until)),
              count: changes,
            })}
          </li>
        ))}
      {gaps.length > MOST ? <li>{t("timeMachine.moreGaps", { count: gaps.length - MOST })}</li> : null}
    </ul>
  );
}
