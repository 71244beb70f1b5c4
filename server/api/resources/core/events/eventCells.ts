/** Cells of the event table. */
import type { Event } from "kubernetes-types/core/v1";
import { ageText } from "../../../registry/columns/age.ts";

type EventView = Omit<Event, "metadata">;

/** Age of the first occurrence. */
export const firstSeen = (event: EventView, now: number): string =>
  ageText(event.firstTimestamp ?? event.eventTime, now);

/** Age of the latest occurrence: of the series when there is one. */
export function lastSeen(event: EventView, now: number): string {
  if (event.series !== undefined && event.series !== null) return ageText(event.series.lastObservedTime, now);
  return event.lastTimestamp === undefined || event.lastTimestamp === null
    ? firstSeen(event, now)
    : ageText(event.lastTimestamp, now);
}

/** Number of occurrences, at least 1. */
export function countOf(event: EventView): number {
  if (event.series !== undefined && event.series !== null) return event.series.count ?? 0;
  return event.count === undefined || event.count === 0 ? 1 : event.count;
}

/** `pod/web-0`, in lower case as typed on a command line. */
export function targetText(event: EventView): string {
  const { kind = "", name = "" } = event.involvedObject ?? {};
  return name === "" ? kind.toLowerCase() : `${kind.toLowerCase()}/${name}`;
}

/** The component that reported the event, and its host when known. */
export function sourceText(event: EventView): string {
  const component = firstOf(event.source?.component, event.reportingComponent);
  const host = firstOf(event.source?.host, event.reportingInstance);
  return host === "" ? component : `${component}, ${host}`;
}

const firstOf = (a: string | undefined, b: string | undefined): string => (a === undefined || a === "" ? (b ?? "") : a);
