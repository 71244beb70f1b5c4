import type { StructuredSelector } from "../../../../shared/selectors/labelSelector.ts";
import type { RequestRule } from "../../../api/registry/admission/rules.ts";

/** `matchConstraints` of a policy, `matchResources` of a binding. */
export interface MatchResources {
  readonly resourceRules?: readonly RequestRule[];
  readonly excludeResourceRules?: readonly RequestRule[];
  readonly matchPolicy?: string;
  readonly namespaceSelector?: StructuredSelector;
  readonly objectSelector?: StructuredSelector;
}

/** `validations[*]` of a policy. */
export interface ValidationDeclaration {
  readonly expression?: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
}

/** `paramKind` of a policy. */
export interface ParamKind {
  readonly apiVersion?: string;
  readonly kind?: string;
}

/** The parts that the specs of validating and mutating policies share. */
export interface CommonSpec {
  readonly paramKind?: ParamKind;
  readonly matchConstraints?: MatchResources;
  readonly matchConditions?: readonly { readonly name?: string; readonly expression?: string }[];
  readonly variables?: readonly { readonly name?: string; readonly expression?: string }[];
  readonly failurePolicy?: string;
}

/** `spec` of a stored validating policy. */
export interface PolicySpec extends CommonSpec {
  readonly validations?: readonly ValidationDeclaration[];
  readonly auditAnnotations?: readonly { readonly key?: string; readonly valueExpression?: string }[];
}

/** `mutations[*]` of a policy; only the member that the patch type names is set. */
export interface MutationDeclaration {
  readonly patchType?: string;
  readonly applyConfiguration?: { readonly expression?: string };
  readonly jsonPatch?: { readonly expression?: string };
}

/** `spec` of a stored mutating policy. */
export interface MutatingSpec extends CommonSpec {
  readonly mutations?: readonly MutationDeclaration[];
  readonly reinvocationPolicy?: string;
}

/** `paramRef` of a binding: one object by name, or all objects that a selector matches. */
export interface ParamRef {
  readonly name?: string;
  readonly namespace?: string;
  readonly selector?: StructuredSelector;
  readonly parameterNotFoundAction?: string;
}

/** `spec` of a stored binding. */
export interface BindingSpec {
  readonly policyName?: string;
  readonly paramRef?: ParamRef;
  readonly matchResources?: MatchResources;
  readonly validationActions?: readonly string[];
}
