import { turnIfSpent } from "../../../ground/turns/turns.ts";
import { linesBefore } from "./linesBefore.ts";
import { logFiles } from "./logFiles.ts";
import { type LogPlace, placeInFile, readPlace } from "./logPlace.ts";

/** The fields of a recorded event that the search itself needs. */
interface RecordedEvent {
  readonly auditID: string;
  readonly stage: string;
  readonly stageTimestamp: string;
}

export interface LogSearch<E extends RecordedEvent> {
  matches(event: E): boolean;
  /** Called with each event that the search reads, whether it matches or not. */
  onRead?(event: E): void;
  /** Where to begin, see `LogPlace`; empty: at the newest event. */
  readonly before: string;
  /** The search ends at an event before this time; empty: at the beginning of the log. */
  readonly since: string;
  /** Maximum number of events of the answer. */
  readonly limit: number;
  readonly signal?: AbortSignal;
}

export interface FoundEvent {
  /** The place before the event. */
  readonly place: string;
  readonly json: string;
}

export interface FoundEvents {
  /** Newest first. */
  readonly events: readonly FoundEvent[];
  /** Where the search has to go on; undefined when it reached its end. */
  readonly before?: string;
  /** Time of the oldest event that was read. */
  readonly reached?: string;
}

/** Maximum number of bytes that one search reads; the caller goes on with another one. */
const READ = 8 * 1024 * 1024;
/** Maximum number of characters of the events of one answer, but for the last one. */
const FOUND = 4 * 1024 * 1024;

/**
 * Searches the files of an audit log for events, the newest first. One search reads a bounded part of the log and
 * yields to the event loop, so any number of events may be in the log.
 * @param path of the file that is being written, in the JSON format
 * @throws the operating system's error; the signal's reason
 */
export async function searchLog<E extends RecordedEvent>(path: string, search: LogSearch<E>): Promise<FoundEvents> {
  const events: FoundEvent[] = [];
  let reached: string | undefined;
  let [read, found] = [0, 0];
  const place = readPlace(search.before);
  const isBefore = beginAt(place);
  let isInside = place === undefined || !("file" in place);
  for await (const { id, size, handle } of logFiles(path)) {
    const isNamed = place !== undefined && "file" in place && place.file === id;
    if (!isInside && !isNamed) continue;
    isInside = true;
    const end = isNamed ? Math.min(place.offset, size) : size;
    for await (const lines of linesBefore(handle, end)) {
      search.signal?.throwIfAborted();
      for (const { text, begin } of lines) {
        const spent = turnIfSpent();
        if (spent !== undefined) await spent;
        const event = parse<E>(text);
        // What comes before the place is not interrupted: another search would not know that it is not there yet.
        if (event !== undefined && !isBefore(event)) continue;
        read += text.length;
        if (event !== undefined) {
          search.onRead?.(event);
          reached = event.stageTimestamp;
          if (search.since !== "" && reached < search.since) return { events, reached };
          if (search.matches(event)) {
            found += text.length;
            events.push({ place: placeInFile(id, begin), json: text });
          }
        }
        if (events.length >= search.limit || read >= READ || found >= FOUND) {
          return { events, before: placeInFile(id, begin), ...(reached === undefined ? {} : { reached }) };
        }
      }
    }
  }
  return { events, ...(reached === undefined ? {} : { reached }) };
}

/**
 * Tells whether an event, in the order of the search, comes before a place. A file already begins there. The event of
 * another place may be missing from the log: then its time decides.
 */
function beginAt(place: LogPlace | undefined): (event: RecordedEvent) => boolean {
  let isPassed = place === undefined || "file" in place;
  return ({ auditID, stage, stageTimestamp }) => {
    if (isPassed || place === undefined || "file" in place) return true;
    const isItself = auditID === place.auditID && stage === place.stage && stageTimestamp === place.time;
    isPassed = isItself || stageTimestamp < place.time;
    return isPassed && !isItself;
  };
}

/** A line as an event; undefined for lines that were damaged, for example by a crash. */
function parse<E extends RecordedEvent>(line: string): E | undefined {
  try {
    const event = JSON.parse(line) as E | null;
    return typeof event?.stageTimestamp === "string" ? event : undefined;
  } catch {
    return undefined;
  }
}
