import type { ApiAnswer } from "./apiConnection.ts";

/** A command that cannot do its work; the message is one sentence for the user. */
export class CommandError extends Error {}

/** What a refusal says: the message of its Status, or the HTTP status alone. */
export function refusedText({ status, body }: ApiAnswer): string {
  const message = (body as { message?: unknown } | undefined)?.message;
  return typeof message === "string" && message !== "" ? message : `HTTP status ${status}`;
}
