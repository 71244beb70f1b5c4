import { eachSteps, type Steps } from "../../../../../shared/steps.ts";
import { compilingExpression, type Expression } from "../../../../ground/cel/composition/compileExpression.ts";
import { type Composition, composing } from "../../../../ground/cel/composition/composition.ts";
import { admissionEnvironment } from "../../../../ground/cel/environments/admissionEnvironment.ts";
import { APPLY_CONFIGURATION, JSON_PATCHES } from "../../../../ground/cel/library/patchLibrary.ts";
import { BOOL } from "../../../../ground/cel/types/celType.ts";
import type { MutatingSpec, MutationDeclaration } from "../declarations.ts";
import type { PolicyHead } from "../policy.ts";

/** A policy that changes objects, as far as it is known without its expressions. */
export type MutatingHead = PolicyHead<MutatingSpec>;

/** One change of a policy. */
export interface Mutation {
  readonly patchType: "ApplyConfiguration" | "JSONPatch";
  readonly expression: Expression;
}

/** A policy that changes objects, compiled. */
export interface MutatingPolicy extends MutatingHead {
  readonly conditions: readonly Expression[];
  readonly variables: Composition;
  readonly mutations: readonly Mutation[];
}

export const patchTypeOf = ({ patchType }: MutationDeclaration): Mutation["patchType"] =>
  patchType === "JSONPatch" ? "JSONPatch" : "ApplyConfiguration";

/** The expression of a change, as declared. */
export const patchSource = (mutation: MutationDeclaration): string =>
  (patchTypeOf(mutation) === "JSONPatch" ? mutation.jsonPatch : mutation.applyConfiguration)?.expression ?? "";

/** What the expression of a change has to evaluate to. */
export const patchResult = (mutation: MutationDeclaration) =>
  patchTypeOf(mutation) === "JSONPatch" ? JSON_PATCHES : APPLY_CONFIGURATION;

/** Compiles what a policy declares, an expression at a time; invalid expressions fail when they are evaluated. */
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
