import { useCallback, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useClusterScope } from "../app/clusterContext.ts";
import { downloadText } from "../ui/downloadText.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { linesWith, nextHit, searchFor } from "./findText.ts";
import { LogLines } from "./LogLines.tsx";
import { LogSources, sourceName } from "./LogSources.tsx";
import { LogStatus, LogTroubles } from "./LogStatus.tsx";
import { LogToolbar } from "./LogToolbar.tsx";
import { isSameLine, type LogLine } from "./logLine.ts";
import { hueOf, type LogSource, shortName } from "./logSource.ts";
import { logText } from "./logText.ts";
import "./ansi.css";
import "./hues.css";
import "./logs.css";
import { useLogFeed } from "./useLogFeed.ts";
import { useLogSettings } from "./useLogSettings.ts";

export interface LogPanelProps {
  /** The containers whose logs to show; undefined while unknown. The same array while nothing changes. */
  sources: readonly LogSource[] | undefined;
  /** Name of the saved file. */
  name: string;
}

/** The logs of containers as one stream, with search and filters. */
export function LogPanel({ sources, name }: LogPanelProps) {
  const { t } = useTranslation();
  const { cluster } = useClusterScope();
  const settings = useLogSettings();
  const { text, only, hidden, wrap, times } = settings;
  const feed = useLogFeed(cluster.id, sources, settings.options);
  const [held, setHeld] = useState<typeof feed.lines | undefined>(undefined);
  const [follows, setFollows] = useState(true);
  const [current, setCurrent] = useState<LogLine | undefined>(undefined);
  const known = useKnownSources(sources);

  const search = useMemo(() => searchFor(text.value), [text.value]);
  const kept = held ?? feed.lines;
  const without = hidden.names;
  const visible = useMemo(() => {
    if (without.size === 0) return kept;
    const left = new Set(
      [...known.byKey.values()].filter((each) => without.has(sourceName(each))).map(({ key }) => key),
    );
    return kept.filter(({ source }) => !left.has(source));
  }, [kept, without, known]);
  const hits = useMemo(() => linesWith(search, visible), [search, visible]);
  const isFiltered = only.on && search !== undefined;
  const shown = useMemo(
    () => (isFiltered ? hits.flatMap((index) => visible[index] ?? []) : visible),
    [isFiltered, hits, visible],
  );
  // The current hit is stored as a line, because its index changes when lines are added, dropped, or read again.
  const at = useMemo(
    () => (current === undefined ? -1 : shown.findIndex((line) => isSameLine(line, current))),
    [shown, current],
  );
  const hitLines = useMemo(() => (isFiltered ? shown.map((_, index) => index) : hits), [isFiltered, shown, hits]);
  const hit = at < 0 ? 0 : hitLines.indexOf(at) + 1;
  const step = (direction: 1 | -1): void => {
    const from = at >= 0 ? at : direction === 1 ? -1 : shown.length;
    const line = shown[hitLines[nextHit(hitLines, from, direction)] ?? -1];
    if (line === undefined) return;
    setFollows(false);
    setCurrent(line);
  };

  const all = [...known.byKey.values()];
  const names = useMemo(() => {
    const list = [...known.byKey.values()];
    return new Map(list.map((source) => [source.key, list.length === 1 ? "" : shortName(source, list)]));
  }, [known]);
  const placeOf = useCallback((key: string): number => known.places.get(key) ?? 0, [known]);
  const width = Math.min(36, Math.max(0, ...[...names.values()].map((each) => each.length)));

  return (
    <section className="logPanel" style={{ "--name": `${width}ch` } as React.CSSProperties} data-testid="logs">
      <LogToolbar
        settings={settings}
        hits={hitLines.length}
        hit={hit}
        onStep={step}
        paused={held !== undefined}
        onPause={(paused) => setHeld(paused ? feed.lines : undefined)}
        onDownload={() => downloadText(`${name}.log`, logText(shown, names), "text/plain")}
      >
        {all.length > 1 ? <LogSources sources={sources ?? []} hidden={hidden} placeOf={placeOf} /> : null}
      </LogToolbar>
      <LogTroubles sources={all} states={feed.states} />
      {sources?.length === 0 && kept.length === 0 ? (
        <EmptyState icon="inbox" title={t("logs.noPods")} testId="logs-empty">
          <p>{t("logs.noPodsLead")}</p>
        </EmptyState>
      ) : (
        <LogLines
          lines={shown}
          nameOf={(key) => names.get(key) ?? ""}
          hueOf={(key) => hueOf(placeOf(key))}
          search={search}
          current={at}
          hasTimes={times.on}
          wraps={wrap.on}
          follows={follows && held === undefined}
          onFollow={setFollows}
        />
      )}
      <LogStatus
        sources={sources ?? []}
        states={feed.states}
        shown={shown.length}
        kept={kept.length}
        dropped={feed.dropped}
        follows={follows && held === undefined}
        onFollow={() => {
          setHeld(undefined);
          setCurrent(undefined);
          setFollows(true);
        }}
      />
    </section>
  );
}

interface KnownSources {
  byKey: ReadonlyMap<string, LogSource>;
  places: ReadonlyMap<string, number>;
}

/** All sources seen so far, so that the lines of a deleted pod keep their name and colour. */
function useKnownSources(sources: readonly LogSource[] | undefined): KnownSources {
  const known = useRef<KnownSources>({ byKey: new Map(), places: new Map() });
  return useMemo(() => {
    const byKey = new Map(known.current.byKey);
    for (const source of sources ?? []) byKey.set(source.key, source);
    known.current = { byKey, places: new Map([...byKey.keys()].map((key, place) => [key, place])) };
    return known.current;
  }, [sources]);
}
