import type { LoggedRequest } from "../../api/requests/requestLog.ts";
import type { Tone } from "../../ui/Badge.tsx";

interface RequestFilter {
  /** Words that must all occur in method, path, status or audit id. */
  text: string;
  /** Id of the cluster to show; empty for all clusters and the host. */
  cluster: string;
  failedOnly: boolean;
}

const hasFailed = (entry: LoggedRequest): boolean =>
  entry.status !== undefined && !entry.left && (entry.status === 0 || entry.status >= 400);

/** Two logs as one, in the order in which the requests were sent. */
export const inOrder = (a: readonly LoggedRequest[], b: readonly LoggedRequest[]): LoggedRequest[] =>
  [...a, ...b].sort((one, other) => one.id - other.id);

/** The requests that match the filter, newest first. */
export function filterRequests(entries: readonly LoggedRequest[], filter: RequestFilter): LoggedRequest[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  return entries
    .filter((entry) => {
      if (filter.cluster !== "" && entry.cluster !== filter.cluster) return false;
      if (filter.failedOnly && !hasFailed(entry)) return false;
      const said = `${verbOf(entry)} ${entry.path} ${entry.status ?? ""} ${entry.auditId}`.toLowerCase();
      return words.every((word) => said.includes(word));
    })
    .reverse();
}

/** Key of the text that replaces a missing response; undefined when there is a response. */
export function missingAnswerKey(
  entry: LoggedRequest,
): "activity.pending" | "activity.left" | "activity.noAnswer" | undefined {
  if (entry.status === undefined) return "activity.pending";
  if (entry.status !== 0) return undefined;
  return entry.left ? "activity.left" : "activity.noAnswer";
}

/** The method, or WATCH for a stream. */
export const verbOf = (entry: LoggedRequest): string => (entry.kind === "watch" ? "WATCH" : entry.method);

export function toneOf(entry: LoggedRequest): Tone {
  if (entry.status === undefined || entry.left) return "neutral";
  if (hasFailed(entry)) return entry.status >= 400 && entry.status < 500 ? "warn" : "bad";
  return entry.kind === "watch" && entry.duration === undefined ? "accent" : "good";
}
