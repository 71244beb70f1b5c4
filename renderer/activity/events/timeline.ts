/** API events arranged on a time axis, per object. */
import { minOf } from "../../../shared/collections/extremes.ts";
import type { EventObject } from "../../api/eventObject.ts";

interface Mark {
  readonly key: string;
  /** Milliseconds since the epoch. `from` equals `to` for an event that occurred once. */
  readonly from: number;
  readonly to: number;
  readonly warning: boolean;
  readonly reason: string;
  readonly message: string;
  readonly count: number;
  readonly source: string;
}

export interface Lane {
  /** `Pod/dev/web`: kind, namespace (may be empty), name. */
  readonly key: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  /** Newest first. */
  readonly marks: readonly Mark[];
  readonly warnings: number;
  readonly latest: number;
}

/** An event of either API: core, or the events group with a series and a note. */
export interface AnyEvent extends EventObject {
  regarding?: ObjectRef;
  note?: string;
  deprecatedFirstTimestamp?: string | null;
  deprecatedLastTimestamp?: string | null;
  deprecatedCount?: number;
  series?: { count?: number; lastObservedTime?: string | null } | null;
  reportingController?: string;
}

interface ObjectRef {
  kind?: string;
  namespace?: string;
  name?: string;
}

const timeOf = (...texts: (string | null | undefined)[]): number => {
  for (const text of texts) {
    const time = text ? Date.parse(text) : Number.NaN;
    if (!Number.isNaN(time)) return time;
  }
  return 0;
};

function markOf(event: AnyEvent): Mark {
  const created = event.metadata.creationTimestamp;
  const { eventTime, series } = event;
  const from = timeOf(event.firstTimestamp, event.deprecatedFirstTimestamp, eventTime, event.lastTimestamp, created);
  const to = timeOf(event.lastTimestamp, series?.lastObservedTime, event.deprecatedLastTimestamp, eventTime, created);
  return {
    key: event.metadata.uid ?? event.metadata.name ?? "",
    from: Math.min(from, to),
    to,
    warning: event.type === "Warning",
    reason: event.reason ?? "",
    message: event.message ?? event.note ?? "",
    count: series?.count ?? event.count ?? event.deprecatedCount ?? 1,
    source: event.source?.component || event.reportingComponent || event.reportingController || "",
  };
}

interface LaneFilter {
  warningsOnly: boolean;
  /** Words that must occur in kind, name, namespace, reason or message. */
  text: string;
}

/** Groups events by the object they are about; the object with the latest event comes first. */
export function lanesOf(events: readonly AnyEvent[], filter: LaneFilter): Lane[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  const lanes = new Map<string, { ref: Required<ObjectRef>; marks: Mark[] }>();
  for (const event of events) {
    const { kind = "", namespace = "", name = "" } = event.involvedObject ?? event.regarding ?? {};
    const mark = markOf(event);
    if (filter.warningsOnly && !mark.warning) continue;
    const said = `${kind} ${namespace}/${name} ${mark.reason} ${mark.message}`.toLowerCase();
    if (!words.every((word) => said.includes(word))) continue;
    const key = `${kind}/${namespace}/${name}`;
    const lane = lanes.get(key) ?? { ref: { kind, namespace, name }, marks: [] };
    lane.marks.push(mark);
    lanes.set(key, lane);
  }
  return [...lanes]
    .map(([key, { ref, marks }]) => ({
      key,
      ...ref,
      marks: marks.sort((a, b) => b.to - a.to),
      warnings: marks.filter((mark) => mark.warning).length,
      latest: marks[0]?.to ?? 0,
    }))
    .sort((a, b) => b.latest - a.latest || (a.key < b.key ? -1 : 1));
}

/** Spans that a time axis may show, in milliseconds. */
const SPANS = [60_000, 300_000, 900_000, 3_600_000, 4 * 3_600_000, 24 * 3_600_000, 7 * 24 * 3_600_000];

/** The shortest span up to `now` that shows the earliest mark; the longest span if no span shows it. */
export function spanFor(lanes: readonly Lane[], now: number): number {
  const earliest = Math.min(now, minOf(lanes.flatMap((lane) => lane.marks.map((mark) => mark.from))));
  return SPANS.find((span) => now - span <= earliest) ?? (SPANS.at(-1) as number);
}

/** The position of a time on an axis that ends at `now`: 0 at its beginning, 1 at its end; clamped. */
export const placeOf = (time: number, now: number, span: number): number =>
  Math.max(0, Math.min(1, (time - (now - span)) / span));
