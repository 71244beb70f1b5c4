import type { SettingValue } from "../../localSettings/registry.ts";
import { formatAge, formatTime } from "./formatAge.ts";
import { useNow } from "./useNow.ts";

export interface AgeTextProps {
  /** Milliseconds since the epoch; 0 when not known. */
  since: number;
  format: SettingValue<"ageFormat">;
  language: string;
}

/** {@link Age} for who draws many: what is the same for all is handed in, not subscribed to by each. */
export function AgeText({ since, format, language }: AgeTextProps) {
  const age = Date.now() - since;
  // What is old shows no seconds, so it need not be drawn every second.
  const now = useNow(age > 600_000 ? 30_000 : 1000);
  if (since === 0) return <span className="faint">–</span>;
  const exact = formatTime(since, language);
  const relative = formatAge(Math.max(now, Date.now() - 1000) - since);
  const shown = { relative, time: exact, both: `${relative} · ${exact}` }[format];
  return <time title={exact}>{shown}</time>;
}
