/** Checks the estimated costs of a definition's rules against the limits for one rule and for all rules together. */
import { type FieldError, forbidden } from "../../../../shared/fieldError.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";

/** Maximum cost of one rule for one object. */
const RULE_LIMIT = 10_000_000;
/** Maximum cost of all rules of a version together. */
const TOTAL_LIMIT = 100_000_000;
/** Rules below this share of the total are not listed in the error. */
const NAMED_SHARE = 0.01;
const MAX_NAMED = 4;

/** Adds up costs while the rules of a schema are visited. */
export interface CostTally {
  /** The error for an expression that is too costly on its own. */
  observe(path: string, subject: "rule" | "messageExpression", cost: number): FieldError[];
  /** Errors about the total cost. @param path of the schema */
  findings(path: string): FieldError[];
}

export function costTally(vocabulary: Vocabulary): CostTally {
  let total = 0;
  const expensive: { path: string; cost: number }[] = [];
  return {
    observe(path, subject, cost) {
      total += cost;
      if (cost >= TOTAL_LIMIT * NAMED_SHARE) {
        expensive.push({ path, cost });
        expensive.sort((a, b) => b.cost - a.cost);
        expensive.length = Math.min(expensive.length, MAX_NAMED);
      }
      return cost > RULE_LIMIT ? [forbidden(path, describe(`estimated ${subject} cost`, cost / RULE_LIMIT))] : [];
    },
    findings(path) {
      if (total <= TOTAL_LIMIT) return [];
      const detail = "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema";
      const subject = `${vocabulary.extensionPrefix}validations estimated rule cost total for entire OpenAPIv3 schema`;
      return [
        ...expensive.map((each) => forbidden(each.path, detail)),
        forbidden(path, describe(subject, total / TOTAL_LIMIT)),
      ];
    },
  };
}

function describe(subject: string, factor: number): string {
  const times = factor > 100 ? "more than 100x" : `${factor.toFixed(factor < 1.5 ? 6 : 1)}x`;
  return `${subject} exceeds budget by factor of ${times} (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)`;
}
