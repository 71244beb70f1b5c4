import { parseJson } from "../../../../../shared/json/parseJson.ts";
import type { PodRequest, PodResponse } from "../../../../api/registry/podAccess.ts";
import { refuseDeepNesting } from "../../../../model/encoding/nesting.ts";
import { logLine } from "../goLog.ts";
import { plainText } from "../pages.ts";
import type { ProgramStart } from "../program.ts";

/** Receives lists of audit events, and prints each event on its own line. */
export function auditProxy({ body }: PodRequest, { print, time, vocabulary }: ProgramStart): PodResponse {
  const version = vocabulary.render("audit.{domain}/v1");
  const events = eventsIn(Buffer.from(body).toString("utf8"));
  if (events === undefined) {
    print("stderr", logLine(time.now(), `failed decoding buf: ${body.length} bytes, apiVersion: ${version}`));
    return plainText(500, "");
  }
  for (const event of events) print("stdout", `${JSON.stringify({ kind: "Event", apiVersion: version, ...event })}\n`);
  return plainText(200, "");
}

function eventsIn(text: string): readonly object[] | undefined {
  try {
    refuseDeepNesting(text);
    const { kind, items = [] } = parseJson(text) as { kind?: string; items?: object[] };
    return kind === "EventList" && Array.isArray(items) ? items : undefined;
  } catch {
    return undefined;
  }
}
