import { useTranslation } from "react-i18next";
import { ErrorText } from "../access/refusals/ErrorText.tsx";
import { Badge } from "../ui/Badge.tsx";
import { Button } from "../ui/Button.tsx";
import { MAX_LINES } from "./logBuffer.ts";
import type { LogStates } from "./logFeed.ts";
import { type LogSource, MAX_SOURCES } from "./logSource.ts";

export interface LogStatusProps {
  sources: readonly LogSource[];
  states: LogStates;
  shown: number;
  kept: number;
  dropped: number;
  follows: boolean;
  onFollow(): void;
}

/** The state of the logs, and how many lines are not shown. */
export function LogStatus({ sources, states, shown, kept, dropped, follows, onFollow }: LogStatusProps) {
  const { t } = useTranslation();
  const all = [...states.values()];
  const live = all.filter(({ phase }) => phase === "live").length;
  const waiting = all.filter(({ phase }) => phase === "waiting" || phase === "opening").length;
  const ended = all.filter(({ phase }) => phase === "ended").length;
  return (
    <div className="logStatus" data-testid="log-status">
      {live > 0 ? (
        <Badge tone="good" dot>
          {t("logs.live", { count: live })}
        </Badge>
      ) : null}
      {waiting > 0 ? (
        <Badge tone="warn" dot>
          {t("logs.waiting", { count: waiting })}
        </Badge>
      ) : null}
      {ended > 0 ? <Badge>{t("logs.ended", { count: ended })}</Badge> : null}
      <span className="faint" data-testid="log-count">
        {shown === kept ? t("logs.count", { count: kept }) : t("activity.shownOf", { shown, total: kept })}
      </span>
      {dropped > 0 ? (
        <span className="muted" data-testid="log-dropped">
          {t("logs.dropped", { count: dropped, most: MAX_LINES })}
        </span>
      ) : null}
      {sources.length > MAX_SOURCES ? (
        <span className="muted">{t("logs.tooMany", { most: MAX_SOURCES, total: sources.length })}</span>
      ) : null}
      <span className="spacer" />
      {follows ? (
        <span className="faint">{t("logs.following")}</span>
      ) : (
        <Button className="small" icon="arrowDown" onClick={onFollow} data-testid="log-follow">
          {t("logs.follow")}
        </Button>
      )}
    </div>
  );
}

/** The server's errors for refused logs, each message once. */
export function LogTroubles({ sources, states }: Pick<LogStatusProps, "sources" | "states">) {
  const { t } = useTranslation();
  const byMessage = new Map<string, { error: Error; isFinal: boolean; containers: string[] }>();
  for (const { key, container } of sources) {
    const state = states.get(key);
    if (state === undefined || !("error" in state) || state.error === undefined) continue;
    const known = byMessage.get(state.error.message);
    if (known !== undefined) known.containers.push(container);
    else
      byMessage.set(state.error.message, {
        error: state.error,
        isFinal: state.phase === "refused",
        containers: [container],
      });
  }
  if (byMessage.size === 0) return null;
  const first = [...byMessage.values()].sort((a, b) => Number(b.isFinal) - Number(a.isFinal));
  return (
    <div className="logTroubles">
      {first.slice(0, 3).map(({ error, isFinal }) => (
        <p key={error.message} className={isFinal ? "notice bad" : "notice"} role="status" data-testid="log-trouble">
          <ErrorText error={error} />
        </p>
      ))}
      {first.length > 3 ? <p className="faint">{t("browse.andMore", { count: first.length - 3 })}</p> : null}
    </div>
  );
}
