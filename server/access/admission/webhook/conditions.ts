import type { ApiObject } from "../../../../shared/object.ts";
import { forbidden } from "../../../../shared/status.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { aggregateText } from "../../../../shared/text/aggregateText.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import type { AdmissionRequest } from "../../../api/registry/admission/plugin.ts";
import { once } from "../../../ground/offload/once.ts";
import type { Identity } from "../../../ground/rights/identity.ts";

/** The input of an expression. */
export interface ConditionVariables {
  /** Null on DELETE. */
  readonly object: ApiObject | null;
  /** Null on CREATE and CONNECT. */
  readonly oldObject: ApiObject | null;
  /** The `request` of the AdmissionReview that the webhook would get. */
  readonly request: Readonly<Record<string, unknown>>;
  /** The user whose permissions the variable `authorizer` checks. */
  readonly user: Identity;
  /** The request in flight. */
  readonly inFlight?: AdmissionRequest["inFlight"];
}

/** Evaluates one expression. @throws Error whose message states why there is no value */
export type Condition = (variables: ConditionVariables) => boolean | Promise<boolean>;

/** Compiles one expression, once per change of its configuration. @throws Error when it is invalid */
export type CompileCondition = (expression: string) => Steps<Condition>;

/** For servers without an expression language: every evaluation fails. */
export const noExpressions: CompileCondition = function* (expression) {
  return () => {
    throw new Error(`no evaluator for expression ${quoted(expression)}`);
  };
};

/**
 * Compiles conditions on first use, each in its own time slice, because a configuration may have many. A condition that
 * does not compile fails the evaluation for every request.
 */
export function compileConditions(
  conditions: readonly { readonly expression?: string }[],
  compile: CompileCondition,
): Condition[] {
  return conditions.map(({ expression = "" }) => {
    const compiled = once(function* () {
      yield;
      return yield* attempt(expression, compile);
    });
    const self = {};
    return async (variables) => (await compiled(self))(variables);
  });
}

function* attempt(expression: string, compile: CompileCondition): Steps<Condition> {
  try {
    return yield* compile(expression);
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

/**
 * Whether all conditions are true. A false one is decisive. Errors only count when none is false: then the failure
 * policy decides between refusing the request and skipping the webhook.
 * @throws ApiError 403
 */
export async function conditionsHold(
  conditions: readonly Condition[],
  failurePolicy: "Fail" | "Ignore",
  request: AdmissionRequest,
  variables: ConditionVariables,
): Promise<boolean> {
  const problems: string[] = [];
  for (const condition of conditions) {
    try {
      if (!(await condition(variables))) return false;
    } catch (error) {
      problems.push(messageOf(error));
    }
  }
  if (problems.length === 0) return true;
  if (failurePolicy === "Ignore") return false;
  throw forbidden(request.resource, request.name, aggregateText(problems));
}
