import { useTranslation } from "react-i18next";
import { formatAge, formatTime } from "./age.ts";
import { useNow } from "./useNow.ts";

/** A time span up to now that ticks by itself; the exact time is its tooltip. */
export function Age({ since }: { since: number }) {
  const { i18n } = useTranslation();
  const age = Date.now() - since;
  // What is old shows no seconds, so it need not be drawn every second.
  const now = useNow(age > 600_000 ? 30_000 : 1000);
  if (since === 0) return <span className="faint">–</span>;
  return <time title={formatTime(since, i18n.language)}>{formatAge(Math.max(now, Date.now() - 1000) - since)}</time>;
}
