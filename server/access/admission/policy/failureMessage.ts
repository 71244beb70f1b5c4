import type { Outcome } from "../expressions/evaluateExpressions.ts";
import type { Validation } from "./policy.ts";

/** In bytes. */
const MAX_EVALUATED_MESSAGE = 5 * 1024;

/** The value of a message expression, if it is a valid message: one line of limited length. */
function evaluatedMessage(outcome: Outcome | undefined): string {
  if (outcome === undefined || !("value" in outcome) || typeof outcome.value !== "string") return "";
  const text = outcome.value.trim();
  return Buffer.byteLength(text) > MAX_EVALUATED_MESSAGE || text.includes("\n") ? "" : text;
}

/**
 * The message of a failed validation: the value of its message expression, else its message, else one with the
 * expression itself.
 * @param outcome of the message expression
 */
export function failureMessage({ message, expression }: Validation, outcome: Outcome | undefined): string {
  return evaluatedMessage(outcome) || message.trim() || `failed expression: ${expression.source.trim()}`;
}
