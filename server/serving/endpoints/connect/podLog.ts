import { isTrue } from "../../../../shared/requestInfo.ts";
import { badRequest } from "../../../../shared/status.ts";
import type { ContainerDoors, LogLine, LogSource } from "../../../api/registry/podDoors.ts";
import { queryInteger } from "../../../api/registry/queryInteger.ts";
import type { Answer, FrameSink } from "../../../ground/request/context.ts";

/** Which part of a log is wanted, and how. */
interface LogQuery {
  readonly follow: boolean;
  readonly timestamps: boolean;
  /** Milliseconds since the epoch. */
  readonly since: number;
  readonly tail: number | undefined;
  readonly limit: number;
}

/**
 * The log of a container as text, as it comes when it is to be followed. The options were checked before.
 * @param now milliseconds since the epoch
 * @throws ApiError 400 where there is no log, or none of the run before
 */
export function answerLog(
  doors: ContainerDoors,
  names: { readonly pod: string; readonly container: string },
  query: URLSearchParams,
  now: number,
): Answer {
  const { pod, container } = names;
  const isPrevious = isTrue(query.get("previous"));
  if (!isPrevious && doors.waiting !== undefined) {
    throw badRequest(
      `container ${JSON.stringify(container)} in pod ${JSON.stringify(pod)} is waiting to start: ${doors.waiting}`,
    );
  }
  const source = isPrevious ? doors.previousLog : doors.log;
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

async function send(
  source: LogSource,
  { follow, timestamps, since, tail, limit }: LogQuery,
  sink: FrameSink,
): Promise<void> {
  let left = limit;
  const write = ({ time, text }: LogLine): void => {
    if (left <= 0) return;
    const bytes = Buffer.from(timestamps ? `${nanoTimestamp(time)} ${text}` : text).subarray(0, left);
    left -= bytes.length;
    sink.write(bytes);
  };
  const later: LogLine[] = [];
  let isLive = false;
  let finish: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    finish = resolve;
  });
  // Follows before the existing lines are sent, so that none is missed in between.
  const stop = follow ? source.follow((line) => (isLive ? write(line) : later.push(line)), finish) : () => undefined;
  const lines = source.lines.filter(({ time }) => time >= since);
  for (const line of tail === undefined ? lines : tail === 0 ? [] : lines.slice(-tail)) {
    write(line);
    await sink.drained();
    if (sink.signal.aborted || left <= 0) break;
  }
  const known = new Set(lines);
  for (const line of later) if (!known.has(line)) write(line);
  isLive = true;
  if (follow && left > 0 && !sink.signal.aborted) {
    sink.signal.addEventListener("abort", finish, { once: true });
    await ended;
  }
  stop();
  if (!sink.signal.aborted) sink.end();
}

/** RFC 3339 with nine digits of a second. */
const nanoTimestamp = (time: number): string => `${new Date(time).toISOString().slice(0, -1)}000000Z`;
