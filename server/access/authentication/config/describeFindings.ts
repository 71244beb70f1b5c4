import type { FieldError } from "../../../../shared/fieldError.ts";
import { aggregateText } from "../../../../shared/text/aggregateText.ts";

/** Joins field errors to one text for start-up errors and logs. */
export const describeFindings = (errors: readonly FieldError[]): string =>
  aggregateText(errors.map(({ field, message }) => `${field}: ${message}`));
