import { eachSteps, type Steps } from "../../../../../shared/steps.ts";
import { compilingExpression, type Expression } from "../../../../ground/cel/composition/compileExpression.ts";
import { type Composition, composing } from "../../../../ground/cel/composition/composition.ts";
import { admissionEnvironment } from "../../../../ground/cel/environments/admissionEnvironment.ts";
import { APPLY_CONFIGURATION, JSON_PATCHES } from "../../../../ground/cel/library/patchLibrary.ts";
import { BOOL } from "../../../../ground/cel/types/celType.ts";
import type { MutatingSpec, MutationDeclaration } from "../declarations.ts";
import type { PolicyHead } from "../policy.ts";

/** A mutating policy without its expressions. */
export type MutatingHead = PolicyHead<MutatingSpec>;

/** One mutation of a policy. */
export interface Mutation {
  readonly patchType: "ApplyConfiguration" | "JSONPatch";
  readonly expression: Expression;
}

/** A compiled mutating policy. */
export interface MutatingPolicy extends MutatingHead {
  readonly conditions: readonly Expression[];
  readonly variables: Composition;
  readonly mutations: readonly Mutation[];
}

export const patchTypeOf = ({ patchType }: MutationDeclaration): Mutation["patchType"] =>
  patchType === "JSONPatch" ? "JSONPatch" : "ApplyConfiguration";

/** The expression of a mutation. */
export const patchSource = (mutation: MutationDeclaration): string =>
  (patchTypeOf(mutation) === "JSONPatch" ? mutation.jsonPatch : mutation.applyConfiguration)?.expression ?? "";

/** The required result type of a mutation's expression. */
export const patchResult = (mutation: MutationDeclaration) =>
  patchTypeOf(mutation) === "JSONPatch" ? JSON_PATCHES : APPLY_CONFIGURATION;

/** Compiles a policy, one expression per step; the errors of invalid expressions appear when they are evaluated. */
export function* compilingMutations(head: MutatingHead): Steps<MutatingPolicy> {
  const { mutations = [], matchConditions = [], ...spec } = head.spec;
  const params = spec.paramKind !== undefined;
  const variables = yield* composing(spec.variables ?? [], { params });
  const declared = { params, authorizer: true, named: variables.types };
  const asking = admissionEnvironment(declared);
  const changing = admissionEnvironment({ ...declared, patches: true });
  return {
    ...head,
    variables,
    conditions: yield* eachSteps(matchConditions, ({ expression = "" }) =>
      compilingExpression(expression, asking, BOOL),
    ),
    mutations: yield* eachSteps(mutations, function* (mutation) {
      const expression = yield* compilingExpression(patchSource(mutation), changing, patchResult(mutation));
      return { patchType: patchTypeOf(mutation), expression };
    }),
  };
}
