import type { Authorizer } from "../../ground/rights/authorizer.ts";
import type { FeatureGates } from "../../ground/settings/featureGates.ts";
import type { Schema } from "../../model/schema/schema.ts";
import type { ObjectReader } from "../../store/cache/reader.ts";
import { abacAuthorizer } from "./abac/abacAuthorizer.ts";
import { alwaysAllow } from "./alwaysAllow.ts";
import { alwaysDeny } from "./alwaysDeny.ts";
import type { AuthorizationPlan } from "./config/plan.ts";
import type { BuiltInType } from "./config/settings.ts";
import { nodeAuthorizer } from "./node/nodeAuthorizer.ts";
import { rbacAuthorizer } from "./rbac/rbac.ts";

export interface BuiltInParts {
  readonly reader: ObjectReader;
  readonly schema: Schema;
  readonly features: FeatureGates;
}

/**
 * The built-in authorizers of a plan. They are created once and live as long as the server, whatever happens to its
 * configuration.
 * @returns a function from a type to its authorizer
 * @throws Error for a type that must be initialised and was not in the plan
 */
export function builtInAuthorizers(plan: AuthorizationPlan, parts: BuiltInParts): (type: BuiltInType) => Authorizer {
  const made = new Map<BuiltInType, Authorizer>([
    ["AlwaysAllow", alwaysAllow],
    ["AlwaysDeny", alwaysDeny],
  ]);
  for (const { type } of plan.authorizers) {
    if (type !== "Webhook" && !made.has(type)) made.set(type, make(type, plan, parts));
  }
  return (type) => {
    const authorizer = made.get(type);
    if (authorizer !== undefined) return authorizer;
    throw new Error(`authorizer type ${type} is not allowed if it was not enabled at initial server startup`);
  };
}

function make(type: BuiltInType, plan: AuthorizationPlan, { reader, schema, features }: BuiltInParts): Authorizer {
  switch (type) {
    case "AlwaysAllow":
      return alwaysAllow;
    case "AlwaysDeny":
      return alwaysDeny;
    case "ABAC":
      return abacAuthorizer(plan.policies);
    case "RBAC":
      return rbacAuthorizer(reader, schema.vocabulary);
    case "Node":
      return nodeAuthorizer(reader, schema.vocabulary, { selectors: features.enabled("AuthorizeNodeWithSelectors") });
  }
}
