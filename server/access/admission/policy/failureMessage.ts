import type { Outcome } from "../expressions/evaluateExpressions.ts";
import type { Validation } from "./policy.ts";

/** In bytes. */
const MAX_EVALUATED_MESSAGE = 5 * 1024;

/** What a message expression made of a request, if that is a message: one line of text, not too long. */
function evaluatedMessage(outcome: Outcome | undefined): string {
  if (outcome === undefined || !("value" in outcome) || typeof outcome.value !== "string") return "";
  const text = outcome.value.trim();
  return Buffer.byteLength(text) > MAX_EVALUATED_MESSAGE || text.includes("\n") ? "" : text;
}

/**
 * Tells why a request fails a validation: in the words of its message expression, else of its message, else with the
 * expression itself.
 * @param outcome of the message expression
 */
export function failureMessage({ message, expression }: Validation, outcome: Outcome | undefined): string {
  return evaluatedMessage(outcome) || message.trim() || `failed expression: ${expression.source.trim()}`;
}
