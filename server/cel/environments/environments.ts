/** The environments that parts of the server evaluate expressions in. Each is made once. */
import { createEnvironment, type Environment } from "../environment.ts";
import { AUTHORIZER, authorizerLibrary, RESOURCE_CHECK } from "../library/authorizerLibrary.ts";
import { productType } from "../library/typeNames.ts";
import { BOOL, type CelType, DYN, INT, listOf, mapOf, objectOf, opaque, STRING, TIMESTAMP } from "../types/celType.ts";

const once = (make: () => Environment): (() => Environment) => {
  let made: Environment | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

const EXTRA = mapOf(STRING, listOf(STRING));

/** `claims`: the payload of a token, any JSON by name. For claim mappings and claim validation rules. */
export const claimsEnvironment = once(() => createEnvironment({ variables: { claims: mapOf(STRING, DYN) } }));

/** `user`: {username, uid, groups, extra} as a UserInfo spells it. For user validation rules. */
export const userEnvironment = once(() =>
  createEnvironment({
    variables: {
      user: objectOf(productType("UserInfo"), { username: STRING, uid: STRING, groups: listOf(STRING), extra: EXTRA }),
    },
  }),
);

const FIELD_SELECTOR = objectOf(productType("FieldSelectorAttributes"), {
  rawSelector: STRING,
  requirements: listOf(
    objectOf(productType("SelectorRequirement"), { key: STRING, operator: STRING, values: listOf(STRING) }),
  ),
});

/**
 * `request`: the spec of a SubjectAccessReview v1: {resourceAttributes, nonResourceAttributes, user, groups, extra, uid}.
 * For match conditions of authorization webhooks. Pass only what is set.
 */
export const accessReviewEnvironment = once(() =>
  createEnvironment({
    variables: {
      request: objectOf(productType("SubjectAccessReviewSpec"), {
        resourceAttributes: objectOf(productType("ResourceAttributes"), {
          namespace: STRING,
          verb: STRING,
          group: STRING,
          version: STRING,
          resource: STRING,
          subresource: STRING,
          name: STRING,
          fieldSelector: FIELD_SELECTOR,
          labelSelector: FIELD_SELECTOR,
        }),
        nonResourceAttributes: objectOf(productType("NonResourceAttributes"), { path: STRING, verb: STRING }),
        user: STRING,
        groups: listOf(STRING),
        extra: EXTRA,
        uid: STRING,
      }),
    },
  }),
);

const kindOf = (name: string, last: string): CelType =>
  objectOf(name, { group: STRING, version: STRING, [last]: STRING });
const KIND = kindOf(productType("GroupVersionKind"), "kind");
const RESOURCE = kindOf(productType("GroupVersionResource"), "resource");

/** The `request` of an AdmissionReview, without its objects: they are variables of their own. */
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
  userInfo: objectOf(productType("UserInfo"), { username: STRING, uid: STRING, groups: listOf(STRING), extra: EXTRA }),
  dryRun: BOOL,
  options: DYN,
});

/** A namespace, with what policies may read of it. */
export const NAMESPACE: CelType = objectOf(productType("Namespace"), {
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
  status: objectOf(productType("NamespaceStatus"), { phase: STRING }),
});

/**
 * `object`, `oldObject`, `request`, `namespaceObject`, `authorizer`, `authorizer.requestResource`: match conditions of
 * admission webhooks.
 */
export const matchConditionEnvironment = once(() =>
  createEnvironment({
    variables: {
      object: DYN,
      oldObject: DYN,
      request: ADMISSION_REQUEST,
      namespaceObject: NAMESPACE,
      authorizer: opaque(AUTHORIZER),
      "authorizer.requestResource": opaque(RESOURCE_CHECK),
    },
    functions: authorizerLibrary,
  }),
);
