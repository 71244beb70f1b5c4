import { aggregateText } from "../../../../shared/aggregateText.ts";
import type { FieldError } from "../../../../shared/fieldError.ts";

/** Field errors as one text, as start-up errors and logs show them. */
export const describeFindings = (errors: readonly FieldError[]): string =>
  aggregateText(errors.map(({ field, message }) => `${field}: ${message}`));
