/** The current state of priority and fairness, as tables for people (`/debug/api_priority_and_fairness/…`). */

import { maxOf } from "../../../shared/collections/extremes.ts";
import type { Queue } from "./fairQueues.ts";
import type { FlowController } from "./flowController.ts";
import type { LevelRequest, PriorityLevel } from "./priorityLevel.ts";

type Row = readonly (string | number | boolean)[];

/** Columns are aligned and end with a comma, as in the reference. */
function table(head: readonly string[], rows: readonly Row[]): string {
  const cells = [head, ...rows.map((row) => row.map(String))];
  const widths = head.map((_, column) => maxOf(cells.map((row) => (row[column] ?? "").length)) + 2);
  return cells
    .map((row) => row.map((cell, i) => `${cell},`.padEnd(i === row.length - 1 ? 0 : (widths[i] as number))).join(""))
    .map((line) => `${line.trimEnd()}\n`)
    .join("");
}

const byName = (flows: FlowController): PriorityLevel[] => [...flows.levels].sort((a, b) => (a.name < b.name ? -1 : 1));

const activeQueues = (level: PriorityLevel): Queue<LevelRequest>[] =>
  level.queues().filter(({ waiting, executing }) => waiting.size > 0 || executing > 0);

/** One line per level. */
export const dumpPriorityLevels = (flows: FlowController): string =>
  table(
    [
      "PriorityLevelName",
      "ActiveQueues",
      "IsIdle",
      "IsQuiescing",
      "WaitingRequests",
      "ExecutingRequests",
      "DispatchedRequests",
      "RejectedRequests",
      "TimedoutRequests",
      "CancelledRequests",
    ],
    byName(flows).map((level) => [
      level.name,
      activeQueues(level).length,
      level.isIdle,
      level.isQuiescing,
      level.waiting,
      level.executing,
      level.counts.dispatched,
      level.counts.rejected,
      level.counts.timedOut,
      level.counts.cancelled,
    ]),
  );

/** One line per queue. */
export const dumpQueues = (flows: FlowController): string =>
  table(
    [
      "PriorityLevelName",
      "Index",
      "PendingRequests",
      "ExecutingRequests",
      "SeatsInUse",
      "NextDispatchR",
      "InitialSeatsSum",
      "MaxSeatsSum",
      "TotalWorkSum",
    ],
    byName(flows).flatMap((level) =>
      level.queues().map((queue): Row => {
        const works = [...queue.waiting].map(({ work }) => work);
        const seats = works.reduce((sum, work) => sum + work.seats, 0);
        const most = works.reduce((sum, work) => sum + Math.max(work.seats, work.finalSeats), 0);
        const total = works.reduce((sum, work) => sum + (work.finalSeats * work.finalTime) / 1000, 0);
        return [
          level.name,
          queue.index,
          queue.waiting.size,
          queue.executing,
          queue.seatsInUse,
          `${level.nextStart(queue).toFixed(8)}ss`,
          seats,
          most,
          `${total.toFixed(8)}ss`,
        ];
      }),
    ),
  );

/** One line per waiting request. Shows flows, but not the contents of requests. */
export const dumpRequests = (flows: FlowController, now: number): string =>
  table(
    [
      "PriorityLevelName",
      "FlowSchemaName",
      "QueueIndex",
      "RequestIndexInQueue",
      "FlowDistingsher",
      "ArriveTime",
      "InitialSeats",
      "FinalSeats",
      "AdditionalLatency",
      "StartTime",
    ],
    byName(flows).flatMap((level) =>
      level.queues().flatMap((queue) =>
        [...queue.waiting].map((request, i): Row => {
          const { schema, distinguisher, arrived, work } = request;
          const arrival = new Date(now - (performance.now() - arrived * 1000)).toISOString();
          const latency = `${work.finalTime}ms`;
          return [
            level.name,
            schema,
            queue.index,
            i,
            distinguisher,
            arrival,
            work.seats,
            work.finalSeats,
            latency,
            "0001-01-01T00:00:00Z",
          ];
        }),
      ),
    ),
  );
