import type { FieldError } from "../../../../shared/fieldError.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { Job } from "../../../ground/offload/lane.ts";
import type { Slice } from "../../../ground/turns/slice.ts";
import type { JsonSchema } from "../schema/jsonSchema.ts";
import type { EvaluateRules, EvaluateRulesOptions } from "./ruleEvaluation.ts";

/** What rules judge; plain data. */
export interface RuleSubject {
  readonly value: unknown;
  readonly options: Pick<EvaluateRulesOptions, "path" | "strict"> & { readonly old: unknown };
}

/** How a worker compiles the rules of a schema. */
export interface RuleJob {
  /** The word of the vocabulary. */
  readonly word: string;
  /** The schema is that of whole objects. */
  readonly isRoot: boolean;
}

/** What rules say, as data. */
export interface RuleFindings {
  readonly errors: readonly FieldError[];
  /** What is wrong with values that did not change. */
  readonly warnings: readonly string[];
}

/** @throws SliceSpent */
export function judgeByRules(
  evaluate: EvaluateRules,
  { value, options }: RuleSubject,
  slice: Slice | undefined,
): RuleFindings {
  const warnings: string[] = [];
  const errors = evaluate(value, { ...options, slice, warn: (text) => void warnings.push(text) });
  return { errors, warnings };
}

/** The same for a worker. */
export const ruleJob = (
  schema: JsonSchema,
  { word }: Vocabulary,
  subject: RuleSubject,
  isRoot = true,
): Omit<Job, "answers"> => ({ task: "rules", definition: schema, subject, input: { word, isRoot } satisfies RuleJob });
