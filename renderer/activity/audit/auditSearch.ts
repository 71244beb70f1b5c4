import { actorOf } from "../../../shared/console/auditEvent.ts";
import type { AuditPage, OccurringValues, ShownAuditEvent } from "../../../shared/console/auditFeed.ts";
import type { AuditQuery } from "../../../shared/console/auditQuery.ts";
import type { FeedHandlers, FeedPhase } from "./auditFeed.ts";
import type { RequestPage } from "./auditRequests.ts";
import { AuditRows } from "./auditRows.ts";
import { type AuditRow, rowOf, rowsOf } from "./auditView.ts";

/**
 * Earlier events of the log: `more` can be loaded, are `loading`, there are none (`end`), the page holds as many events
 * as it can (`full`), or loading them failed.
 */
export type Earlier = "more" | "loading" | "end" | "full" | Error;

export interface AuditSearchState {
  readonly phase: FeedPhase;
  /** Newest first. Until the first answer to a new query, those of the query before. */
  readonly rows: readonly AuditRow[];
  readonly isAnswered: boolean;
  readonly earlier: Earlier;
  /** Time of the oldest event that was searched; empty if none was. */
  readonly reached: string;
  readonly users: readonly string[];
  readonly verbs: readonly string[];
}

export interface AuditSearchParts {
  /** Follows new events, see `followAudit`. */
  follow(query: AuditQuery, handlers: FeedHandlers): () => void;
  readonly page: RequestPage;
  /** Batches notifications. */
  soon(run: () => void): void;
}

/** The search in a sandbox's audit log: new events as they come, earlier ones page by page. */
export interface AuditSearch {
  /** Replaces the query. @returns a function that ends its search */
  start(query: AuditQuery): () => void;
  /** Loads the next page of earlier events, if there are any and none is loading. */
  loadEarlier(): void;
  state(): AuditSearchState;
  subscribe(listener: () => void): () => void;
}

export function createAuditSearch({ follow, page, soon }: AuditSearchParts): AuditSearch {
  const listeners = new Set<() => void>();
  const [users, verbs] = [new Set<string>(), new Set<string>()];
  let rows = new AuditRows();
  let query: AuditQuery | undefined;
  let abort = new AbortController();
  let phase: FeedPhase = "opening";
  let earlier: Earlier = "more";
  let reached = "";
  let isAnswered = false;
  let state: AuditSearchState | undefined;
  let isPending = false;
  const changed = (): void => {
    if (isPending) return;
    isPending = true;
    soon(() => {
      isPending = false;
      state = undefined;
      for (const listener of listeners) listener();
    });
  };
  const note = (event: ShownAuditEvent): void => {
    users.add(actorOf(event));
    verbs.add(event.verb);
  };
  const noteAll = (values: OccurringValues | undefined): void => {
    for (const user of values?.users ?? []) users.add(user);
    for (const verb of values?.verbs ?? []) verbs.add(verb);
  };
  const onEvents: FeedHandlers["events"] = (events, message) => {
    if (!isAnswered) rows = new AuditRows(message.begin);
    isAnswered = true;
    for (const placed of events) {
      note(placed.event);
      rows.push(rowOf(placed));
    }
    noteAll(message.occurring);
    if (rows.hasDropped) earlier = "full";
    changed();
  };
  const addPage = (answer: AuditPage): void => {
    // New events have displaced those before which the page belongs.
    if (rows.hasDropped) return;
    for (const row of rowsOf(answer)) {
      note(row.event);
      rows.addEarlier(row);
    }
    noteAll(answer.occurring);
    reached = answer.reached ?? reached;
    rows.earliest = answer.before ?? "";
    earlier = rows.isFull ? "full" : answer.before === undefined ? "end" : "more";
  };
  return {
    start(next) {
      abort.abort();
      const ended = new AbortController();
      abort = ended;
      query = next;
      [isAnswered, earlier, reached, phase] = [false, "more", "", "opening"];
      const stop = follow(next, {
        phase: (now) => {
          phase = now;
          changed();
        },
        events: onEvents,
      });
      changed();
      return () => {
        ended.abort();
        stop();
      };
    },
    loadEarlier() {
      if (query === undefined || !isAnswered || earlier === "loading" || earlier === "end" || earlier === "full")
        return;
      const { signal } = abort;
      earlier = "loading";
      changed();
      page(query, rows.earliest, signal).then(
        (answer) => {
          if (signal.aborted) return;
          addPage(answer);
          changed();
        },
        (error: unknown) => {
          if (signal.aborted) return;
          earlier = error instanceof Error ? error : new Error(String(error));
          changed();
        },
      );
    },
    state: () => {
      state ??= {
        phase,
        rows: rows.newestFirst(),
        isAnswered,
        earlier,
        reached: reached === "" ? rows.oldestTime() : reached,
        users: sorted(users),
        verbs: sorted(verbs),
      };
      return state;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const sorted = (values: ReadonlySet<string>): string[] => [...values].filter((value) => value !== "").sort();
