import type { ApiAnswer } from "./apiConnection.ts";

/** A command that cannot do its work; the message is one sentence for the user. */
export class CommandError extends Error {}

/** The message of a refusal: that of its Status, or else the HTTP status. */
export function refusedText({ status, body }: ApiAnswer): string {
  const message = (body as { message?: unknown } | undefined)?.message;
  return typeof message === "string" && message !== "" ? message : `HTTP status ${status}`;
}
