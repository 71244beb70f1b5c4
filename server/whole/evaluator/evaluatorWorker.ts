/**
 * The program of the workers: evaluates expressions that would block the event loop. Bundled separately, into one file.
 */
import { parentPort } from "node:worker_threads";
import { atOnce } from "../../../shared/steps.ts";
import { createVocabulary } from "../../../shared/vocabulary.ts";
import type { PolicyJob } from "../../access/admission/policy/applyPolicy.ts";
import type { MutatingSpec, PolicySpec } from "../../access/admission/policy/declarations.ts";
import { evaluatePolicy } from "../../access/admission/policy/evaluatePolicy.ts";
import { evaluatePart, type MutationJob } from "../../access/admission/policy/mutating/evaluateMutation.ts";
import { compilingMutations } from "../../access/admission/policy/mutating/mutatingPolicy.ts";
import { compilePolicy, readPolicy } from "../../access/admission/policy/policy.ts";
import { type PolicySubject, policyInput } from "../../access/admission/policy/policyInput.ts";
import { conditionVariables } from "../../access/admission/webhook/celConditions.ts";
import type { Claims } from "../../access/authentication/oidc/claims.ts";
import { type ClaimRuleTexts, compiledClaimRules, mappedClaims } from "../../access/authentication/oidc/claimsJob.ts";
import { accessVariables } from "../../access/authorization/webhook/matchConditions.ts";
import { ruleEvaluator } from "../../api/extensions/rules/ruleEvaluation.ts";
import { evaluateAgainstRules, type RuleJob, type RuleSubject } from "../../api/extensions/rules/ruleJob.ts";
import type { JsonSchema } from "../../api/extensions/schema/jsonSchema.ts";
import { patternJob } from "../../api/extensions/schema/patterns.ts";
import type { Means } from "../../ground/cel/compile.ts";
import { type ConditionSource, conditionProgram, evaluateCondition } from "../../ground/cel/condition.ts";
import type { Answered, Reply } from "../../ground/cel/evaluator.ts";
import type { AccessQuestion } from "../../ground/cel/overload.ts";
import { LatestValues } from "../../ground/offload/latestValues.ts";
import {
  CACHED_DEFINITIONS,
  CACHED_SUBJECTS,
  type JobMessage,
  type ResultMessage,
  type SharedValue,
  unpack,
} from "../../ground/offload/messages.ts";

/** A job's values are passed only to its task, which has the matching types; here they are `never`. */
type Task = (definition: never, subject: never, input: never, means: Means) => unknown;

/** Computes something from each definition once, and keeps it as long as the definition. */
function remembered<K extends object, A extends unknown[], V>(make: (key: K, ...rest: A) => V): typeof make {
  const made = new WeakMap<K, V>();
  return (key, ...rest) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key, ...rest);
    made.set(key, value);
    return value;
  };
}

const policyOf = remembered((spec: PolicySpec, name: string) => compilePolicy(name, spec));

const mutationsOf = remembered((spec: MutatingSpec, name: string) =>
  atOnce(compilingMutations(readPolicy(name, spec))),
);

const rulesOf = remembered((schema: JsonSchema, word: string, isRoot: boolean) =>
  ruleEvaluator(schema, createVocabulary(word), isRoot),
);

const claimRulesOf = remembered(compiledClaimRules);

const programOf = remembered((source: ConditionSource) => conditionProgram(source));
const VARIABLES = { admission: conditionVariables, access: accessVariables };

const TASKS: Readonly<Record<string, Task>> = {
  policy: (spec: PolicySpec, subject: PolicySubject, { name, params }: PolicyJob, means) =>
    evaluatePolicy(policyOf(spec, name), policyInput(subject, params), means),
  mutation: (spec: MutatingSpec, subject: PolicySubject, job: MutationJob, means) =>
    evaluatePart(mutationsOf(spec, job.name), job, subject, means),
  condition: (source: ConditionSource, subject: never, _input: undefined, means) =>
    evaluateCondition(programOf(source), VARIABLES[source.environment](subject), means),
  claims: (texts: ClaimRuleTexts, claims: Claims) => mappedClaims(claims, claimRulesOf(texts)),
  pattern: ({ pattern }: { readonly pattern: string }, { text }: { readonly text: string | undefined }) =>
    patternJob(pattern, text),
  rules: (schema: JsonSchema, subject: RuleSubject, { word, isRoot }: RuleJob) => {
    const evaluate = rulesOf(schema, word, isRoot);
    return evaluate === undefined ? { errors: [], warnings: [] } : evaluateAgainstRules(evaluate, subject, undefined);
  },
};

/** Thrown through an evaluation that needs an answer that this worker does not have yet. */
class Unanswered extends Error {
  readonly question: AccessQuestion;
  constructor(question: AccessQuestion) {
    super("the answer is not known here");
    this.question = question;
  }
}

const definitions = new LatestValues<unknown>(CACHED_DEFINITIONS);
const subjects = new LatestValues<unknown>(CACHED_SUBJECTS);

function unpacked(cache: LatestValues<unknown>, shared: SharedValue): unknown {
  const value = shared.packed === undefined ? cache.get(shared.key) : unpack(shared.packed);
  cache.put(shared.key, value);
  return value;
}

function perform({ task, definition, subject, input, answers }: JobMessage): ResultMessage {
  const values = [unpacked(definitions, definition), unpacked(subjects, subject)] as [never, never];
  const known = new Map(
    (answers as readonly Answered[]).map(([question, answer]) => [JSON.stringify(question), answer]),
  );
  const means: Means = {
    ask(question) {
      const answer = known.get(JSON.stringify(question));
      if (answer === undefined) throw new Unanswered(question);
      return answer;
    },
  };
  const reply = (made: Reply): ResultMessage => ({ value: made });
  try {
    const run = TASKS[task];
    if (run === undefined) throw new Error(`no task ${task}`);
    return reply({ value: run(...values, unpack(input) as never, means) });
  } catch (error) {
    if (error instanceof Unanswered) return reply({ question: error.question });
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on("message", (message: JobMessage) => parentPort?.postMessage(perform(message)));
