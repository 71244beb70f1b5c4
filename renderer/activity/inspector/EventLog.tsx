import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useViewParam } from "../../app/useViewParam.ts";
import { Badge, type Tone } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { downloadText } from "../../ui/downloadText.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Select } from "../../ui/forms/Select.tsx";
import { byteSize, clockTime } from "../formats.ts";
import { LogBar, LogCount, PauseButton } from "../LogBar.tsx";
import { LogSplit } from "../LogSplit.tsx";
import type { LogColumn } from "../LogTable.tsx";
import { usePaused } from "../usePaused.ts";
import { useRing } from "../useRing.ts";
import { EventDetail } from "./EventDetail.tsx";
import { EVENT_TYPES, eventLines, filterEvents, type RawEvent } from "./rawEvent.ts";
import type { RawWatch, WatchPhase } from "./useRawWatch.ts";

const keyOf = (event: RawEvent): string => String(event.id);
const TONES: Readonly<Record<string, Tone>> = { ADDED: "good", MODIFIED: "accent", DELETED: "warn", ERROR: "bad" };
const PHASES: Readonly<Record<WatchPhase, { text: string; tone: Tone }>> = {
  idle: { text: "activity.watchIdle", tone: "neutral" },
  opening: { text: "activity.watchOpening", tone: "neutral" },
  open: { text: "activity.watchOpen", tone: "good" },
  ended: { text: "activity.watchEnded", tone: "warn" },
};

/** The received events of a watch, with filter, pause, clear and save. */
export function EventLog({ watch, name }: { watch: RawWatch; name: string }) {
  const { t } = useTranslation();
  const [text, setText] = useViewParam("q");
  const [type, setType] = useViewParam("type");
  const [selected, select] = useState("");
  const [events, paused, setPaused] = usePaused(useRing(watch.buffer));
  const shown = useMemo(() => filterEvents(events, type, text), [events, type, text]);
  const columns = useMemo<LogColumn<RawEvent>[]>(
    () => [
      { id: "time", title: t("activity.time"), width: "96px", cell: (event) => clockTime(event.at) },
      {
        id: "type",
        title: t("activity.eventType"),
        width: "112px",
        cell: (event) => <Badge tone={TONES[event.type] ?? "neutral"}>{event.type || "?"}</Badge>,
      },
      { id: "name", title: t("activity.name"), width: "minmax(200px, 1fr)", cell: (event) => event.name || "–" },
      { id: "revision", title: t("activity.revision"), width: "96px", cell: (event) => event.resourceVersion },
      { id: "size", title: t("activity.size"), width: "88px", cell: (event) => byteSize(event.size) },
    ],
    [t],
  );
  const phase = PHASES[watch.phase];
  const dropped = watch.buffer.total() > events.length && !paused;
  return (
    <>
      <LogBar
        text={text}
        onText={setText}
        actions={
          <>
            <PauseButton paused={paused} onPause={setPaused} testId="watch-pause" />
            <Button onClick={watch.clear} data-testid="watch-clear">
              {t("activity.clear")}
            </Button>
            <Button
              onClick={() => downloadText(`${name}.jsonl`, eventLines(shown))}
              refusal={shown.length === 0 ? t("activity.watchQuiet") : undefined}
              data-testid="watch-export"
            >
              {t("activity.download")}
            </Button>
          </>
        }
      >
        <Select
          label={t("activity.eventType")}
          isLabelHidden
          value={type}
          onChange={setType}
          options={[
            { value: "", label: t("activity.allTypes") },
            ...EVENT_TYPES.map((each) => ({ value: each, label: each })),
          ]}
          testId="event-type"
        />
        <span data-testid="watch-phase" data-phase={watch.phase}>
          <Badge tone={phase.tone} dot>
            {t(phase.text)}
          </Badge>
        </span>
        <LogCount shown={shown.length} total={events.length}>
          {dropped ? ` ${t("activity.dropped", { kept: events.length, total: watch.buffer.total() })}` : null}
        </LogCount>
      </LogBar>
      <LogSplit
        label={t("activity.watch")}
        columns={columns}
        items={shown}
        keyOf={keyOf}
        selected={selected}
        onSelect={select}
        testId="events"
        empty={<Nothing phase={watch.phase} filtered={events.length > 0} />}
        detail={(event, close) => <EventDetail event={event} onClose={close} />}
      />
    </>
  );
}

function Nothing({ phase, filtered }: { phase: WatchPhase; filtered: boolean }) {
  const { t } = useTranslation();
  if (filtered) return <EmptyState icon="search" title={t("activity.watchNoMatch")} />;
  const quiet = phase === "open";
  return (
    <EmptyState icon="inbox" title={t(quiet ? "activity.watchQuiet" : PHASES[phase].text)}>
      <p>{t(quiet ? "activity.watchQuietText" : "activity.watchIdleText")}</p>
    </EmptyState>
  );
}
