import type { FieldError } from "../../../../shared/fieldError.ts";
import { aggregateText } from "../../../../shared/text/aggregateText.ts";

/** Field errors as one text, as start-up errors and logs show them. */
export const describeFindings = (errors: readonly FieldError[]): string =>
  aggregateText(errors.map(({ field, message }) => `${field}: ${message}`));
