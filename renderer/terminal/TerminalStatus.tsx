import { useTranslation } from "react-i18next";
import { shownText } from "../../shared/text/shownText.ts";
import { Badge } from "../ui/Badge.tsx";
import { Button } from "../ui/Button.tsx";
import type { SessionEnd } from "./commandSession.ts";
import type { Conversation } from "./useConversation.ts";

export interface TerminalStatusProps {
  talk: Conversation;
  /** The name of the pod if it was deleted; empty otherwise. */
  podGone: string;
  /** The starting debug container; empty for none. */
  awaited: string;
  awaitedState: string;
}

/** The state of the session, and the key that leaves it. */
export function TerminalStatus({ talk, podGone, awaited, awaitedState }: TerminalStatusProps) {
  const { t } = useTranslation();
  const { phase, request, program, session } = talk;
  return (
    <div className="terminalStatus" role="status" data-testid="terminal-status" data-phase={phase.name}>
      {podGone === "" ? null : (
        <Badge tone="bad" dot>
          {t("terminal.podGone", { name: podGone })}
        </Badge>
      )}
      {awaited === "" || podGone !== "" ? null : (
        <Badge tone="warn" dot>
          {t("terminal.awaits", { name: awaited })} {awaitedState}
        </Badge>
      )}
      {phase.name === "opening" ? <Badge dot>{t("terminal.opening")}</Badge> : null}
      {phase.name === "open" ? (
        <Badge tone="good" dot>
          {t("terminal.connected")}
        </Badge>
      ) : null}
      {phase.name === "ended" ? <Ending end={phase.end} /> : null}
      {request === undefined ? null : (
        <span className="muted">
          {request.container}
          {program === "" ? "" : ` · ${shownText(program)}`}
        </span>
      )}
      <span className="spacer" />
      {phase.name === "open" && session?.endsInput === true && request?.mode === "attach" && request.stdin ? (
        <Button className="small" onClick={() => session.endInput()} data-testid="terminal-end-input">
          {t("terminal.endInput")}
        </Button>
      ) : null}
      {phase.name === "open" ? (
        <span className="faint">
          <kbd>Shift</kbd> <kbd>F6</kbd> {t("terminal.leaves")}
        </span>
      ) : null}
    </div>
  );
}

function Ending({ end }: { end: SessionEnd }) {
  const { t } = useTranslation();
  switch (end.kind) {
    case "exited":
      return (
        <Badge tone={end.code === 0 ? "neutral" : "bad"} dot>
          {t("terminal.exited", { code: end.code })}
        </Badge>
      );
    case "failed":
      return (
        <>
          <Badge tone="bad" dot>
            {t("terminal.failed")}
          </Badge>
          <span>{shownText(end.message)}</span>
        </>
      );
    case "refused":
      return (
        <Badge tone="bad" dot>
          {t("terminal.refused")}
        </Badge>
      );
    case "lost":
      return (
        <Badge tone="warn" dot>
          {t("terminal.lost")}
        </Badge>
      );
  }
}
