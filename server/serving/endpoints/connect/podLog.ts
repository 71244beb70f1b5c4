import { Fifo } from "../../../../shared/collections/fifo.ts";
import { isTrue } from "../../../../shared/requestInfo.ts";
import { badRequest } from "../../../../shared/status.ts";
import { nanoTimestamp } from "../../../../shared/time.ts";
import type { ContainerAccess, LogLine, LogSource } from "../../../api/registry/podAccess.ts";
import { queryInteger } from "../../../api/registry/queryInteger.ts";
import type { Answer, FrameSink } from "../../../ground/request/context.ts";
import { turnIfSpent } from "../../../ground/turns/turns.ts";
import { LineRoom } from "./lineRoom.ts";

/** Which part of a log is requested, and in which form. */
interface LogQuery {
  readonly follow: boolean;
  readonly timestamps: boolean;
  /** Milliseconds since the epoch. */
  readonly since: number;
  readonly tail: number | undefined;
  readonly limit: number;
}

/**
 * The log of a container as text, streamed as it grows if it is followed. The options are already validated.
 * @param now milliseconds since the epoch
 * @throws ApiError 400 when there is no log, or no log of the previous run
 */
export function answerLog(
  access: ContainerAccess,
  names: { readonly pod: string; readonly container: string },
  query: URLSearchParams,
  now: number,
): Answer {
  const { pod, container } = names;
  const isPrevious = isTrue(query.get("previous"));
  if (!isPrevious && access.waiting !== undefined) {
    throw badRequest(
      `container ${JSON.stringify(container)} in pod ${JSON.stringify(pod)} is waiting to start: ${access.waiting}`,
    );
  }
  const source = isPrevious ? access.previousLog : access.log;
  if (source === undefined) {
    throw badRequest(
      `previous terminated container ${JSON.stringify(container)} in pod ${JSON.stringify(pod)} not found`,
    );
  }
  const wanted = readQuery(query, now);
  return { status: 200, headers: { "content-type": "text/plain" }, stream: (sink) => void send(source, wanted, sink) };
}

function readQuery(query: URLSearchParams, now: number): LogQuery {
  const seconds = queryInteger(query.get("sinceSeconds"));
  const sinceTime = query.get("sinceTime") ?? "";
  return {
    follow: isTrue(query.get("follow")),
    timestamps: isTrue(query.get("timestamps")),
    since:
      seconds !== undefined
        ? now - seconds * 1000
        : sinceTime === ""
          ? Number.NEGATIVE_INFINITY
          : Date.parse(sinceTime),
    tail: queryInteger(query.get("tailLines")),
    limit: queryInteger(query.get("limitBytes")) ?? Number.POSITIVE_INFINITY,
  };
}

/** Maximum number of lines per frame. */
const LINES_PER_FRAME = 1000;
/** The memory for lines waiting for slow readers, shared by all logs. */
const room = new LineRoom({ each: 32 * 1024 * 1024, all: 64 * 1024 * 1024 });

async function send(
  source: LogSource,
  { follow, timestamps, since, tail, limit }: LogQuery,
  sink: FrameSink,
): Promise<void> {
  // Reading a long log takes a while: many simultaneous readers yield to the event loop in between.
  const turn = turnIfSpent();
  if (turn !== undefined) await turn;
  let left = limit;
  const textOf = ({ time, text }: LogLine): string => (timestamps ? `${nanoTimestamp(time)} ${text}` : text);
  const waiting = room.open();
  let isOver = !follow;
  let wake: () => void = () => undefined;
  // Starts following in the same turn in which the existing lines are read, so that no line is missed or sent twice.
  const stop = follow
    ? source.follow(
        (line) => {
          waiting.push(line);
          wake();
        },
        () => {
          isOver = true;
          wake();
        },
      )
    : () => undefined;
  sink.signal.addEventListener("abort", () => wake(), { once: true });
  const lines = since > 0 ? source.lines.filter(({ time }) => time >= since) : source.lines;
  const start = new Fifo<LogLine>();
  for (const line of tail === undefined ? lines : tail === 0 ? [] : lines.slice(-tail)) start.push(line);
  while (!sink.signal.aborted && left > 0) {
    const next = start.size > 0 ? start : waiting;
    if (next.size === 0) {
      if (isOver) break;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      continue;
    }
    let text = "";
    for (let count = 0; count < LINES_PER_FRAME; count++) {
      const line = next.shift();
      if (line === undefined) break;
      text += textOf(line);
    }
    const bytes = Buffer.from(text).subarray(0, left);
    left -= bytes.length;
    sink.write(bytes);
    // Yields to the event loop even if the sink has room.
    await (sink.drained() ?? new Promise((resolve) => setImmediate(resolve)));
  }
  stop();
  waiting.close();
  if (!sink.signal.aborted) sink.end();
}
