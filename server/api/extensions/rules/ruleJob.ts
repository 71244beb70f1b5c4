import type { FieldError } from "../../../../shared/fieldError.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { Job } from "../../../ground/offload/lane.ts";
import type { Slice } from "../../../ground/turns/slice.ts";
import type { JsonSchema } from "../schema/jsonSchema.ts";
import type { EvaluateRules, EvaluateRulesOptions } from "./ruleEvaluation.ts";

/** The input of rules; plain data. */
export interface RuleSubject {
  readonly value: unknown;
  readonly options: Pick<EvaluateRulesOptions, "path" | "strict"> & { readonly old: unknown };
}

/** The input from which a worker compiles the rules of a schema. */
export interface RuleJob {
  /** The vocabulary's word. */
  readonly word: string;
  /** Whether the schema describes whole objects. */
  readonly isRoot: boolean;
}

/** The results of rules; plain data. */
export interface RuleFindings {
  readonly errors: readonly FieldError[];
  /** Errors of unchanged values. */
  readonly warnings: readonly string[];
}

/** @throws SliceSpent */
export function evaluateAgainstRules(
  evaluate: EvaluateRules,
  { value, options }: RuleSubject,
  slice: Slice | undefined,
): RuleFindings {
  const warnings: string[] = [];
  const errors = evaluate(value, { ...options, slice, warn: (text) => void warnings.push(text) });
  return { errors, warnings };
}

/** The same evaluation as a job for a worker. */
export const ruleJob = (
  schema: JsonSchema,
  { word }: Vocabulary,
  subject: RuleSubject,
  isRoot = true,
): Omit<Job, "answers"> => ({ task: "rules", definition: schema, subject, input: { word, isRoot } satisfies RuleJob });
