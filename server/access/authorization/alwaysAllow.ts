import type { Authorizer } from "../../ground/rights/authorizer.ts";

/** Mode `AlwaysAllow`: every user may do everything. */
export const alwaysAllow: Authorizer = {
  name: "AlwaysAllow",
  authorize: () => ({ decision: "allow", reason: "" }),
  rulesFor: () => ({
    resourceRules: [{ verbs: ["*"], apiGroups: ["*"], resources: ["*"] }],
    nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["*"] }],
    incomplete: false,
  }),
};
