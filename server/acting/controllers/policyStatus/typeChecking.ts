/** Checks a policy's expressions as if the types of objects were known. When the policy is applied, they are not. */
import { type GroupVersionKind, parseApiVersion } from "../../../../shared/object.ts";
import type { StructNode } from "../../../../shared/schema/typeNode.ts";
import { flatEach, flatSteps, type Steps } from "../../../../shared/steps.ts";
import type { PolicySpec } from "../../../access/admission/policy/declarations.ts";
import type { RequestRule } from "../../../api/registry/admission/rules.ts";
import { compileExpression } from "../../../ground/cel/composition/compileExpression.ts";
import { composing } from "../../../ground/cel/composition/composition.ts";
import { admissionEnvironment } from "../../../ground/cel/environments/admissionEnvironment.ts";
import { declaredType } from "./declaredType.ts";

/** The served kinds, and their types. */
export interface ServedKinds {
  /** The kinds of the resource that a rule names; empty when it is not served. */
  kindsOf(resource: {
    readonly group: string;
    readonly version: string;
    readonly resource: string;
  }): readonly GroupVersionKind[];
  typeOf(kind: GroupVersionKind): StructNode | undefined;
}

/** One entry of `status.typeChecking.expressionWarnings`. */
export interface ExpressionWarning {
  /** Path of the expression in the policy. */
  readonly fieldRef: string;
  readonly warning: string;
}

/** Maximum number of kinds that are checked, because a policy can match many. */
const MAX_KINDS = 10;

/** Type warnings about the validations of a policy, and about their message expressions. */
export function* checkTypes(spec: PolicySpec, kinds: ServedKinds): Steps<ExpressionWarning[]> {
  const check = yield* checker(spec, kinds);
  return yield* flatSteps(spec.validations ?? [], function* ({ expression = "", messageExpression = "" }, i) {
    const found = [
      { fieldRef: `spec.validations[${i}].expression`, warning: yield* check(expression) },
      {
        fieldRef: `spec.validations[${i}].messageExpression`,
        warning: messageExpression && (yield* check(messageExpression)),
      },
    ];
    return found.filter(({ warning }) => warning !== "");
  });
}

/** Returns a function that checks one expression against each kind; its result is empty without warnings. */
function* checker(spec: PolicySpec, kinds: ServedKinds): Steps<(expression: string) => Steps<string>> {
  const params = paramsType(spec, kinds);
  const named = kindsOf(spec.matchConstraints?.resourceRules ?? [], kinds);
  const checks = yield* flatSteps(named, function* (kind) {
    const node = kinds.typeOf(kind);
    if (node === undefined) return [];
    const object = declaredType(node, kind.kind);
    const declared = { params: params !== undefined, types: params === undefined ? { object } : { object, params } };
    const { types } = yield* composing(spec.variables ?? [], declared);
    return [{ kind, environment: admissionEnvironment({ ...declared, authorizer: true, named: types }) }];
  });
  return function* (expression) {
    const warnings = yield* flatEach(checks, ({ kind, environment }) => {
      const compiled = compileExpression(expression, environment);
      return "problem" in compiled ? [`${kindText(kind)}: ${compiled.problem.message}\n`] : [];
    });
    return warnings.join("\n");
  };
}

const kindText = ({ group, version, kind }: GroupVersionKind): string => `${group}/${version}, Kind=${kind}`;

function paramsType({ paramKind }: PolicySpec, kinds: ServedKinds): ReturnType<typeof declaredType> | undefined {
  if (paramKind === undefined) return undefined;
  const { apiVersion = "", kind = "" } = paramKind;
  const node = kinds.typeOf({ ...parseApiVersion(apiVersion), kind });
  return node === undefined ? undefined : declaredType(node, kind);
}

/**
 * The kinds that rules name explicitly. Rules with wildcards name none, and rules for subresources concern other kinds.
 */
function kindsOf(rules: readonly RequestRule[], kinds: ServedKinds): GroupVersionKind[] {
  const found = new Map<string, GroupVersionKind>();
  for (const { apiGroups = [], apiVersions = [], resources = [] } of rules) {
    if ([...apiGroups, ...apiVersions].some((name) => name.includes("*"))) continue;
    const versions = [...apiVersions].sort();
    const plain = resources.filter((name) => !/[*/]/.test(name)).sort();
    const named = [...apiGroups]
      .sort()
      .flatMap((group) => versions.flatMap((version) => plain.map((resource) => ({ group, version, resource }))));
    const resolved = named.flatMap((resource) => kinds.kindsOf(resource)).slice(0, MAX_KINDS);
    for (const kind of resolved) found.set(kindText(kind), kind);
    if (resolved.length === MAX_KINDS) break;
  }
  const order = ({ group, version, kind }: GroupVersionKind): string => [group, version, kind].join("\0");
  return [...found.values()].sort((a, b) => (order(a) < order(b) ? -1 : 1));
}
