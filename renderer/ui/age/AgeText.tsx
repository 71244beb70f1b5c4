import { use } from "react";
import type { SettingValue } from "../../localSettings/registry.ts";
import { AgeClockContext } from "./ageClock.ts";
import { formatAge, formatTime } from "./formatAge.ts";
import { useNow } from "./useNow.ts";

export interface AgeTextProps {
  /** Milliseconds since the epoch; 0 if unknown. */
  since: number;
  format: SettingValue<"ageFormat">;
  language: string;
}

/** {@link Age} for long lists: shared values are props, so that no subscription per item is needed. */
export function AgeText({ since, format, language }: AgeTextProps) {
  const clock = use(AgeClockContext);
  const age = clock(Date.now()) - since;
  // Old ages show no seconds, so they need not render every second.
  const now = useNow(age > 600_000 ? 30_000 : 1000);
  if (since === 0) return <span className="faint">–</span>;
  const exact = formatTime(since, language);
  const relative = formatAge(clock(Math.max(now, Date.now() - 1000)) - since);
  const shown = { relative, time: exact, both: `${relative} · ${exact}` }[format];
  return (
    <time dateTime={new Date(since).toISOString()} data-tip={exact}>
      {shown}
    </time>
  );
}
