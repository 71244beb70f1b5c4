import type { Readable } from "node:stream";
import type { Advisor } from "../../../shared/advice/advisor.ts";
import { memberAt, membersOf } from "../../../shared/advice/conversions/members.ts";
import type { UsageCollector } from "./usageCollector.ts";

/** Maximum length of a line: longer lines contain bodies that no event needs. */
const LONGEST_LINE = 4 * 1024 * 1024;

/** Finds requests for deprecated or removed API versions in an audit log of any length: one event per line, as JSON. */
export async function readAuditLog(advisor: Advisor, collector: UsageCollector, log: Readable): Promise<void> {
  let broken = 0;
  let tooLong = 0;
  for await (const line of boundedLines(log)) {
    if (line === undefined) tooLong += 1;
    else if (line.trim() !== "" && !noteEvent(advisor, collector, line)) broken += 1;
  }
  if (broken > 0) collector.hide(`audit log: ${broken} lines are no events`);
  if (tooLong > 0) collector.hide(`audit log: ${tooLong} lines are longer than ${LONGEST_LINE} bytes`);
}

/** The lines of a stream; undefined for a line that is too long, which is skipped. */
async function* boundedLines(stream: Readable): AsyncGenerator<string | undefined> {
  let parts: Buffer[] = [];
  let size = 0;
  const finished = (): string | undefined => {
    const line = size > LONGEST_LINE ? undefined : Buffer.concat(parts).toString("utf8");
    [parts, size] = [[], 0];
    return line;
  };
  const keep = (bytes: Buffer): void => {
    size += bytes.length;
    if (size <= LONGEST_LINE) parts.push(bytes);
    else parts = [];
  };
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    let start = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
      keep(bytes.subarray(start, end));
      yield finished();
      start = end + 1;
    }
    keep(bytes.subarray(start));
  }
  if (size > 0) yield finished();
}

/** Records the request of an event, once for all its stages. @returns false for a line that is not an event */
function noteEvent(advisor: Advisor, collector: UsageCollector, line: string): boolean {
  const event = parse(line);
  if (event === undefined) return false;
  const { verb, stage } = event;
  const ends = verb === "watch" ? "ResponseStarted" : "ResponseComplete";
  const object = memberAt(event, "objectRef");
  if (stage !== ends || object === undefined) return true;
  const text = (value: unknown): string => (typeof value === "string" ? value : "");
  const [group, version] = [text(object["apiGroup"]), text(object["apiVersion"])];
  const found = advisor.index.ofResource(group, version, text(object["resource"]));
  const verdict = found && advisor.verdict(group === "" ? version : `${group}/${version}`, found.kind);
  if (verdict === undefined) return true;
  const agent = text(event["userAgent"]);
  collector.add({
    ...verdict,
    evidence: "auditLog",
    by: `${text(memberAt(event, "user")?.["username"]) || "unknown user"}${agent === "" ? "" : ` with ${agent}`}`,
    count: 1,
    ...(text(event["requestReceivedTimestamp"]) === "" ? {} : { last: text(event["requestReceivedTimestamp"]) }),
  });
  return true;
}

function parse(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return membersOf(JSON.parse(line));
  } catch {
    return undefined;
  }
}
