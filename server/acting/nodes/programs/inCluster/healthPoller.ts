import { createHash } from "node:crypto";
import { messageOf } from "../../../../../shared/text/messageOf.ts";
import { klogLine, logLine } from "../goLog.ts";
import type { Program } from "../program.ts";
import { task } from "../task.ts";
import { type InClusterClient, inClusterClient } from "./inClusterConfig.ts";

/** Prefix of the header before hashing: a hash reveals only whether two headers are equal. */
const SALT = "salt|";
const SOURCE = "main.go";

/**
 * Polls `/healthz` of the API with the token from the account's file, and logs a hash of the token: from it, the
 * reference's tests see that tokens are replaced.
 * @param interval milliseconds
 */
export const healthPoller = (interval: number): Program =>
  task(async (start, signal) => {
    const { time, print } = start;
    const log = (level: "I" | "E", line: number, text: string): void =>
      print("stderr", klogLine(time.now(), level, `${SOURCE}:${line}`, text));
    log("I", 61, "started");
    let client: InClusterClient;
    try {
      client = await inClusterClient(start);
    } catch (error) {
      print("stderr", logLine(time.now(), `err: ${messageOf(error)}`));
      return 1;
    }
    while (!signal.aborted) {
      await time.sleep(interval, signal);
      if (signal.aborted) break;
      log("I", 79, "calling /healthz");
      const reportToken = (header: string): void => {
        const hash = createHash("sha256").update(`${SALT}${header}`).digest("base64url");
        log("I", 95, `authz_header=${hash}`);
      };
      const problem = await client.get("/healthz", reportToken).then(
        ({ status, body }) => (status === 200 ? undefined : `${reasonOf(status)}\n${Buffer.from(body)}`),
        (error: unknown) => `Get "${client.host}/healthz": ${messageOf(error)}\n`,
      );
      if (problem === undefined || signal.aborted) continue;
      log("E", 82, "status=failed");
      log("E", 83, `error checking /healthz: ${problem}`);
    }
    return 0;
  });

function reasonOf(status: number): string {
  if (status === 401) return "Unauthorized";
  if (status === 403) return "forbidden";
  return "an error on the server has prevented the request from succeeding";
}
