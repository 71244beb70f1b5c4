/** The environments of expressions that evaluate admission requests. */
import { createEnvironment, type Environment } from "../environment.ts";
import { AUTHORIZER, RESOURCE_CHECK } from "../library/authorizerLibrary.ts";
import { patchLibrary, patchMessages } from "../library/patchLibrary.ts";
import { productType } from "../library/typeNames.ts";
import { BOOL, type CelType, DYN, INT, listOf, mapOf, objectOf, opaque, STRING, TIMESTAMP } from "../types/celType.ts";
import { USER_INFO } from "./environments.ts";

const kindOf = (name: string, last: string): CelType =>
  objectOf(name, { group: STRING, version: STRING, [last]: STRING });
const KIND = kindOf(productType("GroupVersionKind"), "kind");
const RESOURCE = kindOf(productType("GroupVersionResource"), "resource");

/** The `request` of an AdmissionReview, without its objects, which are separate variables. */
const ADMISSION_REQUEST: CelType = objectOf(productType("AdmissionRequest"), {
  kind: KIND,
  resource: RESOURCE,
  subResource: STRING,
  requestKind: KIND,
  requestResource: RESOURCE,
  requestSubResource: STRING,
  name: STRING,
  namespace: STRING,
  operation: STRING,
  userInfo: USER_INFO,
  dryRun: BOOL,
  options: DYN,
});

/** A namespace, with the members that policies may read. */
const NAMESPACE: CelType = objectOf(productType("Namespace"), {
  metadata: objectOf(productType("NamespaceMetadata"), {
    name: STRING,
    generateName: STRING,
    namespace: STRING,
    labels: mapOf(STRING, STRING),
    annotations: mapOf(STRING, STRING),
    UID: STRING,
    creationTimestamp: TIMESTAMP,
    deletionGracePeriodSeconds: INT,
    deletionTimestamp: TIMESTAMP,
    generation: INT,
    resourceVersion: STRING,
    finalizers: listOf(STRING),
  }),
  spec: objectOf(productType("NamespaceSpec"), { finalizers: listOf(STRING) }),
  status: objectOf(productType("NamespaceStatus"), {
    conditions: listOf(
      objectOf(productType("NamespaceCondition"), {
        status: STRING,
        type: STRING,
        lastTransitionTime: TIMESTAMP,
        message: STRING,
        reason: STRING,
      }),
    ),
    phase: STRING,
  }),
});

/** The type of the variable `variables`, whose members are named expressions. */
export const VARIABLES = productType("variables");

export interface AdmissionVariables {
  /** Whether the variable `params` exists. */
  readonly params: boolean;
  /** Whether the variables `authorizer` and `authorizer.requestResource` exist. */
  readonly authorizer: boolean;
  /** The members of `variables`; when omitted, the variable does not exist. */
  readonly named?: Readonly<Record<string, CelType>>;
  /** Instead of `named`: the type of `variables`, to which members may still be added. */
  readonly namedType?: CelType;
  /** Whether expressions can create partial objects and JSON patches. */
  readonly patches?: boolean;
  /** The known types of objects and parameters. Default: unknown, so that they are checked at run time. */
  readonly types?: { readonly object: CelType; readonly params?: CelType };
}

/** The environment with `object`, `oldObject`, `request`, `namespaceObject`, and the other declared variables. */
export function admissionEnvironment(declared: AdmissionVariables): Environment {
  const { params, authorizer, named, patches = false, types } = declared;
  const namedType = declared.namedType ?? (named === undefined ? undefined : objectOf(VARIABLES, named));
  return createEnvironment({
    variables: {
      object: types?.object ?? DYN,
      oldObject: types?.object ?? DYN,
      request: ADMISSION_REQUEST,
      namespaceObject: NAMESPACE,
      ...(params ? { params: types?.params ?? DYN } : {}),
      ...(authorizer ? { authorizer: opaque(AUTHORIZER), "authorizer.requestResource": opaque(RESOURCE_CHECK) } : {}),
      ...(namedType === undefined ? {} : { variables: namedType }),
    },
    ...(patches ? { functions: patchLibrary, messages: patchMessages } : {}),
  });
}

let conditions: Environment | undefined;

/** {@link admissionEnvironment} for match conditions of admission webhooks. */
export function matchConditionEnvironment(): Environment {
  conditions ??= admissionEnvironment({ params: false, authorizer: true });
  return conditions;
}
