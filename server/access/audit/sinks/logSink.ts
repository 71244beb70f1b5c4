import { quoted } from "../../../../shared/text/quoted.ts";
import type { AuditEvent, StagedEvent } from "../auditEvent.ts";
import type { LogFormat } from "../flags.ts";
import { type AuditSink, allRecorded, type SinkFailed } from "./auditSink.ts";

/** The output of a log. */
export interface LineWriter {
  /**
   * Appends a line, which includes its line end. Returns a promise when that takes time.
   * @throws the operating system's error, or rejects with it
   */
  write(line: string): void | Promise<void>;
  close(): Promise<void>;
}

/** A sink that writes one line per event. */
export function logSink(writer: LineWriter, format: LogFormat, onFailure: SinkFailed): AuditSink {
  const lose = (error: unknown, staged: StagedEvent): boolean => {
    onFailure("log", error, [staged]);
    return false;
  };
  const record = (staged: StagedEvent): boolean | Promise<boolean> => {
    try {
      const writing = writer.write(`${format === "json" ? staged.json : legacyLine(staged.event)}\n`);
      return (
        writing?.then(
          () => true,
          (error) => lose(error, staged),
        ) ?? true
      );
    } catch (error) {
      return lose(error, staged);
    }
  };
  return {
    process: (events) => allRecorded(events.map(record)),
    close: () => writer.close(),
  };
}

const quotedAll = (texts: readonly string[]): string => texts.map(quoted).join(",");

/** The legacy format: a part of the event as `name="value"` pairs. */
function legacyLine(event: StagedEvent["event"]): string {
  const { user, impersonatedUser: as, objectRef, responseStatus } = event;
  const known = user.username !== undefined && user.username !== "";
  const pairs: [string, string][] = [
    ["id", event.auditID],
    ["stage", event.stage],
    ["ip", event.sourceIPs[0] ?? "<unknown>"],
    ["method", event.verb],
    ["user", known ? (user.username ?? "") : "<none>"],
    ["groups", known && user.groups !== undefined ? quotedAll(user.groups) : "<none>"],
    ["as", as === undefined ? "<self>" : (as.username ?? "")],
    ["asgroups", as?.groups === undefined ? "<lookup>" : quotedAll(as.groups)],
    ["user-agent", event.userAgent],
    ["namespace", objectRef?.namespace ?? "<none>"],
    ["uri", event.requestURI],
    ["response", responseStatus === undefined ? "<deferred>" : String(responseStatus.code)],
  ];
  return `${legacyTime(event)} AUDIT: ${pairs.map(([name, value]) => `${name}=${quoted(value)}`).join(" ")}`;
}

/** The timestamp without trailing zeros in the fraction of a second. */
const legacyTime = ({ requestReceivedTimestamp }: AuditEvent): string =>
  requestReceivedTimestamp.replace(/\.?0+Z$/, "Z");
