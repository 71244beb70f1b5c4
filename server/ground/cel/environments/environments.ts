/** The environments in which parts of the server evaluate expressions. Each is created once. */
import { createEnvironment, type Environment } from "../environment.ts";
import { productType } from "../library/typeNames.ts";
import { DYN, listOf, mapOf, objectOf, STRING } from "../types/celType.ts";

const once = (make: () => Environment): (() => Environment) => {
  let made: Environment | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

/** Further attributes of a user. */
const EXTRA = mapOf(STRING, listOf(STRING));
/** The user of a token, or of an admission request. */
export const USER_INFO = objectOf(productType("UserInfo"), {
  username: STRING,
  uid: STRING,
  groups: listOf(STRING),
  extra: EXTRA,
});

/** `claims`: the payload of a token, any JSON by name. For claim mappings and claim validation rules. */
export const claimsEnvironment = once(() => createEnvironment({ variables: { claims: mapOf(STRING, DYN) } }));

/** `user`: {username, uid, groups, extra}, named as in a UserInfo. For user validation rules. */
export const userEnvironment = once(() => createEnvironment({ variables: { user: USER_INFO } }));

const FIELD_SELECTOR = objectOf(productType("FieldSelectorAttributes"), {
  rawSelector: STRING,
  requirements: listOf(
    objectOf(productType("SelectorRequirement"), { key: STRING, operator: STRING, values: listOf(STRING) }),
  ),
});

/**
 * `request`: the spec of a SubjectAccessReview v1: {resourceAttributes, nonResourceAttributes, user, groups, extra,
 * uid}. For match conditions of authorization webhooks. Pass only members that are set.
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
